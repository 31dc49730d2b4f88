// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A notification server that the agent has asked for its information and capabilities. Two values mean the same server
/// if their places are equal.
package struct ConnectedServer: Hashable, Sendable {
    /// The notification server's unique name on the bus, to which the agent sends calls.
    package let owner: String
    /// The server's identity in the store: the bus's id, the server's name on that bus, and the unique bus name of GNOME's shell.
    package let place: String
    package let capabilities: ServerCapabilities
    /// Name, vendor, version and specification version that the server reports.
    package let information: [String]
    /// Whether the server has reported its information and its capabilities.
    package let isComplete: Bool
    /// The capabilities that the server itself reports, before the agent corrects them.
    package let said: Set<String>
    package let profile: ServerProfile

    package static func == (one: Self, other: Self) -> Bool { one.place == other.place }

    package func hash(into hasher: inout Hasher) { hasher.combine(place) }

    package init(
        owner: String, place: String, capabilities: ServerCapabilities, information: [String], isComplete: Bool,
        said: Set<String>, profile: ServerProfile
    ) {
        (self.owner, self.place, self.capabilities) = (owner, place, capabilities)
        (self.information, self.isComplete, self.said) = (information, isComplete, said)
        self.profile = profile
    }
}
