// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The outcome of snoozing a request, which is the reply to `SnoozeWithOptions`.
package struct SnoozeOutcome: Hashable, Sendable, Codable {
    package var identifier: String
    /// The new due date of the request, in RFC 3339 with offset.
    package var nextTriggerDate: String
    /// The new due date of the request in Unix seconds.
    package var nextTriggerDateUnix: Double
    /// The new due date of the request, for a person to read.
    package var text: String
    /// The occurrence of a repeating request that was moved, in RFC 3339 with offset; nil if none was moved.
    package var moved: String?
    /// The moved occurrence for a person to read, such as `Tue 2026-11-24 09:00 CET`.
    package var movedText: String?

    package init(
        identifier: String, nextTriggerDate: String, nextTriggerDateUnix: Double, text: String, moved: String?,
        movedText: String?
    ) {
        (self.identifier, self.nextTriggerDate, self.text) = (identifier, nextTriggerDate, text)
        (self.nextTriggerDateUnix, self.moved, self.movedText) = (nextTriggerDateUnix, moved, movedText)
    }
}
