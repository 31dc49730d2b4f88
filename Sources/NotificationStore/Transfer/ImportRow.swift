// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

/// A record as ``ImportStage`` stores it: the columns of the stage's table. They are encoded in advance, so that the
/// store does not wait for the encoding.
struct ImportRow: Sendable {
    let line: Int
    let kind: StoreRecord.Kind
    let app: String
    var identifier = ""
    /// Dates as Unix seconds; their meaning depends on the kind of the record.
    var dates: (Double?, Double?, Double?) = (nil, nil, nil)
    /// A number, a choice or a flag; its meaning depends on the kind of the record.
    var number: Int?
    /// A state, a reason, an event or the request that an early warning warns of, depending on the record's kind.
    var text = ""
    var request: Data?
    var schedule: Data?
    /// A category, an authorization, a command, an event's details, an original request or the facts of an entry of the
    /// history, depending on the kind of the record.
    var extra: Data?
    var response: Data?
    var leeway = 0.0
    var flags: Flags = []

    /// Further columns that are derived from a request.
    struct Flags: OptionSet, Sendable {
        let rawValue: Int
        static let snoozed = Flags(rawValue: 1)
        static let moves = Flags(rawValue: 2)
        static let repeats = Flags(rawValue: 4)
        static let wakes = Flags(rawValue: 8)
        static let waits = Flags(rawValue: 16)
        static let waitsForPlace = Flags(rawValue: 32)
    }

    static let table = """
        CREATE TABLE row (line INTEGER PRIMARY KEY, kind TEXT, app TEXT, identifier TEXT, a REAL, b REAL, c REAL,
            number INTEGER, text TEXT, request BLOB, schedule BLOB, extra BLOB, response BLOB,
            leeway REAL, flags INTEGER)
        """
    private static let columns =
        "line, kind, app, identifier, a, b, c, number, text, request, schedule, extra, response, leeway, flags"
    /// Selects all records except events and history entries, which are inserted from the last to the first.
    static let selection = "SELECT \(columns) FROM row WHERE kind NOT IN ('event', 'history') ORDER BY line"
    static func selectionFromLast(of kind: StoreRecord.Kind) -> String {
        "SELECT \(columns) FROM row WHERE kind = '\(kind.rawValue)' ORDER BY line DESC"
    }

    /// - Throws: ``NotificationModel/Refusal`` for a number that JSON can't hold.
    init(_ record: StoreRecord, line: Int) throws {
        self.line = line
        kind = record.kind
        app = record.app
        switch record {
        case .application(_, let badge, let authorization):
            number = badge
            extra = try authorization?.stored()
        case .category(_, let category):
            identifier = category.identifier
            extra = try JSONEncoder().encode(category)
        case .pause(_, let until): dates.0 = until?.timeIntervalSince1970
        case .disabledExtension(_, let kind): text = kind
        case .registration(let registration):
            identifier = registration.instance
            text = registration.description
            extra = registration.vapid.map { Data($0.utf8) }
        case .pending(let pending): try take(pending)
        case .delivered(let delivered):
            try take(delivered.notification)
            text = delivered.state.rawValue
            dates.2 = delivered.nagging?.due.timeIntervalSince1970
            number = delivered.nagging?.remaining
            extra = try delivered.original.map { try StoredRequest($0).request }
        case .missed(let missed):
            try take(Notification(app: missed.app, request: missed.request, date: missed.date, due: missed.due))
            text = missed.reason
            number = HeldDeliveryKind(of: missed.request, reason: missed.reason).rawValue
            if missed.isWaiting { flags = .waits }
        case .outbox(let item):
            try take(item.notification)
            text = item.event
            number = item.receiver.kind.rawValue
            extra = try item.receiver.stored()
            response = try item.response.map { try JSONEncoder().encode(StoredResponse($0)) }
            dates.2 = item.response?.date.timeIntervalSince1970
        case .history(let entry):
            try take(entry.notification)
            text = entry.status.rawValue
            dates.2 = entry.ended?.timeIntervalSince1970
            extra = try JSONEncoder().encode(HistoryFacts(action: entry.action, shown: entry.shown))
        case .event(let event):
            identifier = event.identifier
            text = event.kind.rawValue
            dates.0 = event.date.timeIntervalSince1970
            if !event.detail.isEmpty { extra = try JSONEncoder().encode(event.detail) }
        }
    }

    private mutating func take(_ pending: PendingRequest) throws {
        let request = pending.request
        identifier = request.identifier
        dates = (
            pending.due.timeIntervalSince1970, pending.addedAt.timeIntervalSince1970,
            pending.lastFired?.timeIntervalSince1970
        )
        number = pending.settled?.seconds
        try encode(request)
        guard !pending.isSnoozed else {
            // A snoozed copy has only these flags, whatever its request says.
            flags = [.snoozed, .moves]
            return
        }
        text = request.parentIdentifier
        leeway = request.policy.leeway
        if request.trigger?.countsRealTime == true { flags.insert(.moves) }
        if request.trigger?.repeats == true { flags.insert(.repeats) }
        if request.policy.isWaking { flags.insert(.wakes) }
        if request.trigger?.region != nil { flags.insert(.waitsForPlace) }
    }

    private mutating func take(_ notification: NotificationModel.Notification) throws {
        identifier = notification.request.identifier
        dates = (notification.date.timeIntervalSince1970, notification.due.timeIntervalSince1970, nil)
        try encode(notification.request)
    }

    private mutating func encode(_ request: Request) throws {
        let stored = try StoredRequest(request)
        self.request = stored.request
        schedule = stored.trigger
    }

    // MARK: - Rows of the stage's table

    func insert(into db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            line, kind.rawValue, app, identifier, dates.0, dates.1, dates.2, number, text, request, schedule,
            extra, response, leeway, flags.rawValue,
        ])
    }

    init(_ row: Row) throws {
        guard let kind = StoreRecord.Kind(rawValue: row[1]) else { throw StoreError("an import was changed meanwhile") }
        self.kind = kind
        line = row[0]
        app = row[2]
        identifier = row[3]
        dates = (row[4], row[5], row[6])
        number = row[7]
        text = row[8]
        request = row[9]
        schedule = row[10]
        extra = row[11]
        response = row[12]
        leeway = row[13]
        flags = Flags(rawValue: row[14])
    }
}

extension Receiver {
    /// Returns the value of the outbox's column `command`; nil for a response to the application's delegate.
    fileprivate func stored() throws -> Data? {
        switch self {
        case .delegate: nil
        case .command(let command): try JSONEncoder().encode(command)
        case .opening(let opening): try JSONEncoder().encode(opening)
        }
    }
}
