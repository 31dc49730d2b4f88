// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

/// One line of the event log: what happened to a request, and when.
package struct EventRecord: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A request was added or replaced.
        case set
        /// Its moment came.
        case fired
        /// Its moment came and it was not shown: missed, or held back.
        case missed
        /// It is shown again, because the person has not reacted.
        case nagged
        /// It is shown again, because somebody asked for that, or it had to make room for a while.
        case reposted
        /// The notification server has returned its number.
        case shown
        /// The person answered.
        case answered
        /// The response was acknowledged by a receiver.
        case acknowledged
        /// The person dismissed it.
        case dismissed
        /// The server took it away unanswered.
        case expired
        /// Closed by the server for a reason of its own, or forgotten when the server went.
        case gone
        /// Removed by a program.
        case removed
        /// A newer request with the same identifier took its place.
        case replaced
        /// It will come back later, because the person said so.
        case snoozed
        /// Its sound should have been played by the agent, and was not (`reason`).
        case unplayed
        /// A command of the request has ended.
        case command
        /// What the request names was opened, or could not be (`error`).
        case opened
        /// A press asked for words, or an unlocked session, and was dropped without them: it is shown again (`reason` is
        /// `cancelled`, `locked`, `restart` or `limit`).
        case unanswered
        /// A program asked for something, was refused, and nobody could be told (`method`, `error`, `message`).
        case unheard
        /// It may have been shown twice: the agent ended between showing and noting it, or the server gave no reply.
        case repeated
        /// The notification server refuses it in every form (`error`): it is kept, and tried with the next one.
        case refused
        /// A response was dropped because nobody fetched it, and newer ones needed the room (`reason` is `limit`) or it
        /// had waited long enough (`age`); something that was held back is in no digest, for there was too much of it
        /// (`limit`); or a row of the store could not be read and was set aside (`reason` is
        /// ``unreadableReason``).
        case dropped
    }

    /// The `reason` of what was ``Kind/dropped`` because it could not be read.
    package static let unreadableReason = "unreadable"

    /// Grows by one with each event, from 1 on; the place to go on from. Less for what an import brought.
    package var cursor: Int64
    package var app: String
    package var identifier: String
    package var kind: Kind
    package var date: Date
    /// What else is known: `late`, `actionIdentifier`, `reason`, `status`... Never titles or bodies.
    package var detail: [String: PropertyListValue]

    package init(
        cursor: Int64 = 0, app: String, identifier: String, kind: Kind, date: Date,
        detail: [String: PropertyListValue] = [:]
    ) {
        self.cursor = cursor
        self.app = app
        self.identifier = identifier
        self.kind = kind
        self.date = date
        self.detail = detail
    }
}

extension EventRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case cursor, app, identifier, kind, date, dateUnix, detail
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            cursor: try container.decode(Int64.self, forKey: .cursor),
            app: try container.decode(String.self, forKey: .app),
            identifier: try container.decode(String.self, forKey: .identifier),
            kind: try container.decode(Kind.self, forKey: .kind),
            date: Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .dateUnix)),
            detail: try container.value(.detail, or: [:]))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cursor, forKey: .cursor)
        try container.encode(app, forKey: .app)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(kind, forKey: .kind)
        try container.encode(date.rfc3339(in: .current), forKey: .date)
        try container.encode(date.timeIntervalSince1970, forKey: .dateUnix)
        try container.encode(detail, .detail, unless: [:])
    }
}
