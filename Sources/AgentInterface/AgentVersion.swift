// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The version of this build, as in `CHANGELOG.md`.
package enum AgentVersion {
    package static let current = "0.1.0"
}
