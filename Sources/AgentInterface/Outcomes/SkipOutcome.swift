// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The outcome of leaving out occurrences of a request, which is the reply to `Skip`.
package struct SkipOutcome: Hashable, Sendable, Codable {
    package var identifier: String
    /// The dates that are left out, in RFC 3339 with offset, in order.
    package var skipped: [String]
    /// The dates that are left out, for a person to read, such as `Tue 2026-11-24 09:00 CET`.
    package var skippedTexts: [String]
    /// The next date that is not left out, in RFC 3339 with offset.
    package var nextTriggerDate: String
    /// The next date in Unix seconds.
    package var nextTriggerDateUnix: Double
    /// The next date for a person to read, such as `Wed 2026-11-25 09:00 CET (in 3 d 23 h)`.
    package var text: String

    package init(
        identifier: String, skipped: [String], skippedTexts: [String], nextTriggerDate: String,
        nextTriggerDateUnix: Double, text: String
    ) {
        (self.identifier, self.skipped, self.skippedTexts) = (identifier, skipped, skippedTexts)
        (self.nextTriggerDate, self.nextTriggerDateUnix, self.text) = (nextTriggerDate, nextTriggerDateUnix, text)
    }
}
