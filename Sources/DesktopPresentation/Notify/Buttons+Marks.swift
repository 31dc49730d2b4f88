// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Buttons {
    /// What another agent must know of a showing that this one has left behind.
    struct Marks: Hashable, Sendable, Codable {
        /// The person pressed one that wants more: words, or an unlocked session. The press died with its agent.
        var awaits: Want?
        /// It was shown without its words, because the session was locked.
        var isRedacted = false
        /// It may be on the screen under another number, too, which nobody knows.
        var hasStrays: Bool?
    }

    /// What a press waits for.
    enum Want: String, Hashable, Sendable, Codable {
        case words, unlocking
    }
}
