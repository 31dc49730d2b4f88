// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The outcome of taking back a command, which is the reply to `Undo`.
package struct UndoOutcome: Hashable, Sendable, Codable {
    /// A request that the command changed.
    package struct Row: Hashable, Sendable, Codable {
        package var app: String
        package var identifier: String
        package var title: String
        /// Whether the request is pending now.
        package var pending: Bool
        /// The request's next date, in RFC 3339 with offset; nil if the request is not pending, or waits for a place.
        package var nextTriggerDate: String?
        /// The request's next date in Unix seconds.
        package var nextTriggerDateUnix: Double?
        /// The request's next date for a person to read, such as `Wed 2026-11-25 09:00 CET (in 3 d 23 h)`.
        package var text: String?

        package init(app: String, identifier: String, title: String, pending: Bool) {
            (self.app, self.identifier, self.title, self.pending) = (app, identifier, title, pending)
        }
    }

    /// The change that the command made: `add`, `edit`, `cancel`, `snooze` or `skip`.
    package var kind: String
    /// The date of the command, in RFC 3339 with offset.
    package var date: String
    package var requests: [Row]

    package init(kind: String, date: String, requests: [Row]) {
        (self.kind, self.date, self.requests) = (kind, date, requests)
    }
}
