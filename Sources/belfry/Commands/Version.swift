// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The version of Belfry.
enum Version {
    /// Version as in `CHANGELOG.md`.
    static let current = "0.1.0"
}
