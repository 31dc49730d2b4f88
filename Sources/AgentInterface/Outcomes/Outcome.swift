// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What became of an added request: the answer to `Add`.
package struct Outcome: Hashable, Sendable, Codable {
    package var identifier: String
    /// The name of this adding; nil where it was refused.
    package var instance: String?
    /// RFC 3339 with offset; nil when the request fires at once.
    package var nextTriggerDate: String?
    /// The same in Unix seconds.
    package var nextTriggerDateUnix: Double?
    /// The same for a person: `Tue 2026-11-24 09:00 CET (in 2 d 23 h)`.
    package var text: String?
    /// What a person should know, such as "already past today, so tomorrow".
    package var notes: [String]?
    /// A pending request with this identifier was replaced.
    package var replaced: Bool
    /// What the present notification server can't do of this request.
    package var degraded: [String]?
    /// Of `AddAll` with `number` only: the notification server's number; nil where it isn't on the screen.
    package var number: UInt32?
    /// Of `AddAll` only: the bus name of the refusal.
    package var error: String?
    /// Of `AddAll` only: the refusal's sentence.
    package var message: String?

    package init(
        identifier: String, instance: String? = nil, nextTriggerDate: String? = nil, nextTriggerDateUnix: Double? = nil,
        text: String? = nil,
        notes: [String]? = nil, replaced: Bool = false, degraded: [String]? = nil, error: String? = nil,
        message: String? = nil
    ) {
        self.identifier = identifier
        self.instance = instance
        self.nextTriggerDate = nextTriggerDate
        self.nextTriggerDateUnix = nextTriggerDateUnix
        self.text = text
        self.notes = notes
        self.replaced = replaced
        self.degraded = degraded
        self.error = error
        self.message = message
    }
}
