// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// Line of the event log: an event of a request, and its date.
package struct EventRecord: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A request was added or replaced.
        case set
        /// The request was due.
        case fired
        /// The request was due and not presented, because it was missed or held back.
        case missed
        /// The notification was presented again, because the person had not reacted.
        case nagged
        /// The notification was presented again, because a program asked for it or other notifications displaced it.
        case reposted
        /// The notification server has accepted the notification and returned its number.
        case shown
        /// The person answered the notification.
        case answered
        /// The program that received the response has acknowledged it.
        case acknowledged
        /// The person dismissed the notification.
        case dismissed
        /// Nobody answered in time: the display time was over, or the request expired (`reason` is `expires`).
        case expired
        /// The notification server closed the notification for a reason of its own, or ended and lost it.
        case gone
        /// A program removed the request or notification.
        case removed
        /// A newer request with the same identifier replaced this one.
        case replaced
        /// The person snoozed the notification: it will be presented again later.
        case snoozed
        /// The next occurrences of a repeating request were left out (`count`); the request fires again at `until`.
        case skipped
        /// The agent should have played the notification's sound and did not (`reason`).
        case unplayed
        /// A command of the request ended.
        case command
        /// The request's URL or application was opened, or could not be opened (`error`).
        case opened
        /// A pressed button needed text or an unlocked session and did not get it, so the notification was presented
        /// again (`reason` is `cancelled`, `locked`, `restart` or `limit`).
        case unanswered
        /// A program's call was refused while none of its code waited for the reply (`method`, `error`, `message`).
        case unheard
        /// The notification may have been shown twice: the agent ended before it stored the number, or got no reply.
        case repeated
        /// The notification server refuses the notification in every form (`error`); the agent tries the next server.
        case refused
        /// A response was dropped because nobody fetched it: too many responses waited (`reason` is `limit`) or it was
        /// too old (`age`). Or a held-back request is in no digest because too many requests were held back (`limit`).
        /// Or a row of the store could not be read and was set aside (``unreadableReason``).
        case dropped
        /// The application's registration for remote notifications has an address; `identifier` is its instance.
        case registered
        /// The application's service extension has ended, or did not run (`result`, `reason`, `remarks`, `ms`).
        case extended
        /// A push registration has failed, or its distributor has ended it (`reason`); `identifier` is its instance.
        case unregistered
    }

    /// The `reason` of ``Kind/dropped`` for a row that could not be read.
    package static let unreadableReason = "unreadable"

    /// Number of the event, from 1 on, after which a reader of the log continues; 0 or less for imported events.
    package var cursor: Int64
    package var app: String
    package var identifier: String
    package var kind: Kind
    package var date: Date
    /// Further details of the event: `late`, `actionIdentifier`, `reason`, `status`... Never titles or bodies.
    package var detail: [String: PropertyListValue]

    package init(
        cursor: Int64 = 0, app: String, identifier: String, kind: Kind, date: Date,
        detail: [String: PropertyListValue] = [:]
    ) {
        (self.cursor, self.app, self.identifier, self.kind, self.date) = (cursor, app, identifier, kind, date)
        self.detail = detail
    }
}

extension EventRecord: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = EventRecord(app: "", identifier: "", kind: .set, date: .distantPast)
    package static let codedKeys: CodedKeys<EventRecord> = [
        .required("cursor", \.cursor), .required("app", \.app), .required("identifier", \.identifier),
        .required("kind", \.kind), .date("date", \.date), .value("detail", \.detail),
    ]
}
