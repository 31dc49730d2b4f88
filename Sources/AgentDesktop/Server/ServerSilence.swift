// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DesktopPresentation

extension ServerLink {
    package typealias Server = ConnectedServer

    /// An owner of the server's name that does not report its capabilities.
    struct Silence: Hashable, Sendable {
        let owner: String
        let since: ContinuousClock.Instant
        var error: String
    }
}
