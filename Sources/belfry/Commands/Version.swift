// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Which Belfry this is.
enum Version {
    /// As in `CHANGELOG.md`.
    static let current = "0.1.0"
}
