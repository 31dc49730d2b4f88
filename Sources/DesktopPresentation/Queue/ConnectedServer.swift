// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A notification server that has answered. It is the same as long as its place is, whatever it says of itself meanwhile.
struct ConnectedServer: Hashable, Sendable {
    /// Its unique name: where calls go.
    let owner: String
    /// The bus's id, its unique name and GNOME's shell, for the store: unique names begin anew with each bus.
    let place: String
    let capabilities: ServerCapabilities
    /// Name, vendor, version and specification, as it says itself.
    let information: [String]
    /// Whether it has said both.
    let isComplete: Bool
    /// The capabilities in its own words.
    let said: Set<String>
    let profile: ServerProfile

    static func == (one: Self, other: Self) -> Bool { one.place == other.place }

    func hash(into hasher: inout Hasher) { hasher.combine(place) }
}
