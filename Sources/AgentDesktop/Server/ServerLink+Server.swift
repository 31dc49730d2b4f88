// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DesktopPresentation

extension ServerLink {
    /// A server that answered. It is the same as long as its place is, whatever it says of itself meanwhile.
    package struct Server: Hashable, Sendable {
        /// Its unique name: where calls go.
        let owner: String
        /// The bus's id, its unique name and GNOME's shell, for the store: unique names begin anew with each bus.
        let place: String
        package let capabilities: ServerCapabilities
        /// Name, vendor, version and specification, as it says itself.
        package let information: [String]
        /// Whether it has said both.
        let isComplete: Bool
        /// The capabilities in its own words.
        let said: Set<String>

        package static func == (one: Self, other: Self) -> Bool { one.place == other.place }

        package func hash(into hasher: inout Hasher) { hasher.combine(place) }

        let profile: ServerProfile
    }

    /// An owner of the name that doesn't say what it can do.
    struct Silence: Hashable, Sendable {
        let owner: String
        let since: ContinuousClock.Instant
        /// The last error's name.
        var error: String
    }
}
