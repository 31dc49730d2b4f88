// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

// A separate connection reads one snapshot of the store, row after row. So only one row is in memory, no record moves
// from one table to another during the export, and the agent continues to write.

/// The records that move to another machine.
extension NotificationStore {
    /// Calls `body` with every record, each table in the order of its rows; blocking.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - body: Called with each record; an error that it throws ends the export.
    /// - Returns: The number of unreadable rows, which are left out.
    /// - Throws: ``StoreError``, or the error of `body`.
    package func export(app: String?, _ body: (StoreRecord) throws -> Void) throws -> Int {
        guard let path else { throw StoreError("a store in memory can't be exported") }
        let database = try Self.failing { try DatabaseQueue.reading(path, label: "org.belfry.store.export") }
        defer { try? database.close() }
        return try Self.failing {
            try database.read { db in
                var reader = ExportReader(Transaction(db), app: app)
                try reader.readAll(body)
                return reader.unreadable
            }
        }
    }

    private static func failing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }
}

/// Reads the tables of one snapshot of the store, for an export.
private struct ExportReader {
    private let transaction: Transaction
    private let app: String?
    private(set) var unreadable = 0

    init(_ transaction: Transaction, app: String?) {
        self.transaction = transaction
        self.app = app
    }

    // Why: the function is long, because it has one query for each kind of record.
    mutating func readAll(_ body: (StoreRecord) throws -> Void) throws {
        try read(.everyApplications, body) { row in
            let options: Data? = row[2]
            return .application(
                row[0], badge: row[1],
                authorization: try options.map { try JSONDecoder().decode(Authorization.self, from: $0) })
        }
        try read(.everyCategories, body) { row in
            .category(row[0], try JSONDecoder().decode(NotificationModel.Category.self, from: row[1] as Data))
        }
        try read(.everyPauses, body) { row in
            let until: Double? = row[1]
            return .pause(row[0], until: until.map(Self.date))
        }
        try read(.everyDisabledExtensions, body) { row in .disabledExtension(row[0], kind: row[1]) }
        try read(.everyRegistrations, body) { row in
            .registration(RegistrationRecord(app: row[0], instance: row[1], vapid: row[2], description: row[3]))
        }
        try read(.everyPending, body) { row in
            var pending = try PendingRow(row).decoded()
            pending.due = Self.exact(pending.due)
            pending.addedAt = Self.exact(pending.addedAt)
            pending.lastFired = pending.lastFired.map(Self.exact)
            pending.request.drawing = nil
            return .pending(pending)
        }
        let transaction = transaction
        try read(.everyOccurrences, body) { row in
            let occurrence = try OccurrenceRow(row)
            let isLost: Int? = row[18]
            let original: Data? = row[19]
            let nagging = try transaction.row(TransferQuery.nagging, [occurrence.id]) { row in
                DeliveredRecord.Nagging(due: Self.date(row[0]), remaining: row[1])
            }
            let state: DeliveredRecord.State =
                switch occurrence.state {
                case .presenting: .presenting
                case .shown: .shown
                case .unpresented: isLost == nil ? .listed : .shown
                }
            return .delivered(
                DeliveredRecord(
                    notification: Self.exact(try occurrence.decoded().notification), state: state, nagging: nagging,
                    original: try original.map {
                        try StoredRequest(request: $0, trigger: occurrence.stored.trigger).decoded()
                    }))
        }
        try read(.everyMissed, body) { row in
            var missed = try MissedRow(row).decoded()
            missed.due = Self.exact(missed.due)
            missed.date = Self.exact(missed.date)
            missed.request.drawing = nil
            return .missed(missed)
        }
        try read(.everyOutbox, body) { row in
            var item = try OutboxRow(row).decoded()
            item.id = 0
            item.notification = Self.exact(item.notification)
            if var response = item.response {
                response.notification = item.notification
                response.date = Self.exact(response.date)
                // An activation token is valid for one use on this screen, and only for a short time.
                response.activationToken = nil
                item.response = response
            }
            return .outbox(item)
        }
        try read(.everyHistory, body) { row in .history(Self.exact(try HistoryRow(row).decoded())) }
        try read(.everyEvents, body) { row in
            var event = try EventRow(row).decoded()
            event.cursor = 0
            event.date = Self.exact(event.date)
            return .event(event)
        }
    }

    /// Calls `body` with the record of each row; leaves out and counts unreadable rows. Throws the error of `body`.
    private mutating func read(
        _ query: TransferQuery, _ body: (StoreRecord) throws -> Void, _ record: (Row) throws -> StoreRecord
    ) throws {
        var unreadable = 0
        let app = app
        try transaction.each(sql: query.rawValue) { row in
            let value: StoreRecord
            do {
                value = try record(row)
            } catch let error as DatabaseError {
                throw error
            } catch {
                unreadable += 1
                return true
            }
            if app == nil || value.app == app { try body(value) }
            return true
        }
        self.unreadable += unreadable
    }

    // MARK: - Rounding of dates

    /// Rounds a date to microseconds, because dates on the steady clock are a few nanoseconds off.
    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: (seconds * 1e6).rounded() / 1e6) }

    private static func exact(_ date: Date) -> Date { self.date(date.timeIntervalSince1970) }

    private static func exact(_ entry: HistoryEntry) -> HistoryEntry {
        var entry = entry
        entry.notification = exact(entry.notification)
        entry.shown = entry.shown.map(exact)
        entry.ended = entry.ended.map(exact)
        // The agent's copies of the attached files may have been deleted with the notification.
        entry.notification.request.content.attachments = []
        if entry.notification.request.content.sound?.name?.contains("/") == true {
            entry.notification.request.content.sound = .standard
        }
        return entry
    }

    private static func exact(_ notification: NotificationModel.Notification) -> NotificationModel.Notification {
        var notification = notification
        notification.date = exact(notification.date)
        notification.due = exact(notification.due)
        // The picture stays on this machine, so a content extension draws the notification anew.
        notification.request.drawing = nil
        return notification
    }
}
