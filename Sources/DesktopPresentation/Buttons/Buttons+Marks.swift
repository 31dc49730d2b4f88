// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Buttons {
    /// State of a presentation that the next agent needs after this agent has ended.
    package struct Marks: Hashable, Sendable, Codable {
        /// The text or unlocked session that a pressed button waits for; nil if no pressed button waits.
        package var awaits: Want?
        /// Whether the text was hidden because the session was locked.
        package var isRedacted = false
        /// Whether the notification may also be on the screen under another server number, unknown to the agent.
        package var hasStrays: Bool?
    }

    /// The condition that a pressed button waits for before it counts as a response.
    package enum Want: String, Hashable, Sendable, Codable {
        case words, unlocking
    }
}
