// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A notification server that has replied. Two values mean the same server if their places are equal.
package struct ConnectedServer: Hashable, Sendable {
    /// The unique name of its connection, to which calls are sent.
    package let owner: String
    /// The bus's id, the unique name and GNOME's shell, for the store; unique names are used again on each bus.
    package let place: String
    package let capabilities: ServerCapabilities
    /// Name, vendor, version and specification version that it reports.
    package let information: [String]
    /// Whether it has reported its information and its capabilities.
    package let isComplete: Bool
    /// The capabilities in its own words.
    package let said: Set<String>
    package let profile: ServerProfile

    package static func == (one: Self, other: Self) -> Bool { one.place == other.place }

    package func hash(into hasher: inout Hasher) { hasher.combine(place) }

    package init(
        owner: String, place: String, capabilities: ServerCapabilities, information: [String], isComplete: Bool,
        said: Set<String>, profile: ServerProfile
    ) {
        self.owner = owner
        self.place = place
        self.capabilities = capabilities
        self.information = information
        self.isComplete = isComplete
        self.said = said
        self.profile = profile
    }
}
