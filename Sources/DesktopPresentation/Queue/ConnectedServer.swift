// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A notification server that has answered. It is the same as long as its place is, whatever it says of itself meanwhile.
package struct ConnectedServer: Hashable, Sendable {
    /// Its unique name: where calls go.
    package let owner: String
    /// The bus's id, its unique name and GNOME's shell, for the store: unique names begin anew with each bus.
    package let place: String
    package let capabilities: ServerCapabilities
    /// Name, vendor, version and specification, as it says itself.
    package let information: [String]
    /// Whether it has said both.
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
