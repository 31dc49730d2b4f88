// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Buttons {
    /// What another agent must know of a showing that this one has left behind.
    package struct Marks: Hashable, Sendable, Codable {
        /// The person pressed one that wants more: words, or an unlocked session. The press died with its agent.
        package var awaits: Want?
        /// It was shown without its words, because the session was locked.
        package var isRedacted = false
        /// It may be on the screen under another number, too, which nobody knows.
        package var hasStrays: Bool?

        package init(awaits: Want? = nil, isRedacted: Bool = false, hasStrays: Bool? = nil) {
            self.awaits = awaits
            self.isRedacted = isRedacted
            self.hasStrays = hasStrays
        }
    }

    /// What a press waits for.
    package enum Want: String, Hashable, Sendable, Codable {
        case words, unlocking
    }
}
