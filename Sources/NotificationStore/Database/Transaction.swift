// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// The database inside a transaction, with the events that the transaction logs.
///
/// Lives on the queue, for one transaction.
final class Transaction {
    /// Events that the log keeps.
    static let keptEvents: Int64 = 10_000
    /// Ended occurrences that can still be snoozed.
    static let keptEnded: Int64 = 200
    /// Number of missed requests that are kept, besides all that wait.
    static let keptMissed: Int64 = 1000

    private let db: Database
    /// Events that the transaction has logged so far, in order.
    private(set) var events: [EventRecord] = []
    private var lastEnded: Int64?
    private var lastMissed: Int64?

    init(_ db: Database) {
        self.db = db
    }

    func execute(_ query: Query, _ arguments: StatementArguments = StatementArguments()) throws {
        try execute(sql: query.rawValue, arguments)
    }

    func execute(sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows<T>(
        _ query: Query, _ arguments: StatementArguments, _ transform: (Row) throws -> T
    ) throws -> [T] {
        try rows(sql: query.rawValue, arguments, transform)
    }

    func rows<T>(
        sql: String, _ arguments: StatementArguments, _ transform: (Row) throws -> T
    ) throws -> [T] {
        var values: [T] = []
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { values.append(try transform(row)) }
        return values
    }

    /// Rows of no more than this weight in all; nil where there is more, which is not read.
    func rows<T: WeighedRow>(_ query: Query, _ arguments: StatementArguments, upTo limit: Int) throws -> [T]? {
        try rows(sql: query.rawValue, arguments, upTo: limit)
    }

    func rows<T: WeighedRow>(sql: String, _ arguments: StatementArguments, upTo limit: Int) throws -> [T]? {
        var values: [T] = []
        var weight = 0
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            let value = try T(row)
            weight += value.weight
            guard weight <= limit else { return nil }
            values.append(value)
        }
        return values
    }

    /// Reads rows as long as `body` wants more.
    func each(_ query: Query, _ arguments: StatementArguments, _ body: (Row) throws -> Bool) throws {
        try each(sql: query.rawValue, arguments, body)
    }

    func each(
        sql: String, _ arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Bool
    ) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next(), try body(row) {}
    }

    func row<T>(
        _ query: Query, _ arguments: StatementArguments, _ transform: (Row) throws -> T
    ) throws -> T? {
        try row(sql: query.rawValue, arguments, transform)
    }

    func row<T>(sql: String, _ arguments: StatementArguments, _ transform: (Row) throws -> T) throws -> T? {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        guard let row = try rows.next() else { return nil }
        let value = try transform(row)
        // To its end: that is when GRDB takes a statement for executed.
        while try rows.next() != nil {}
        return value
    }

    /// Text of every column of every row; for inspection only.
    func texts(_ sql: String) throws -> [[String]] {
        let statement = try db.makeStatement(sql: sql)
        // Parameters may be left open: what explains a statement does not run it.
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { row in
            row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
        }
    }

    /// Number of rows that the last statement inserted, changed or deleted itself.
    var changes: Int { db.changesCount }
    /// The id of the row that was inserted last.
    var lastInsertedID: Int64 { db.lastInsertedRowID }

    /// Runs a piece of work that takes back only its own changes and events if it throws.
    func inSavepoint<T>(_ body: () throws -> T) throws -> T {
        let eventCount = events.count
        try execute(.beginSavepoint)
        do {
            let value = try body()
            try execute(.releaseSavepoint)
            return value
        } catch {
            events.removeSubrange(eventCount...)
            // Where SQLite has taken back the whole transaction, the savepoint is gone with it.
            if db.isInsideTransaction {
                do {
                    try execute(.rollBackToSavepoint)
                    try execute(.releaseSavepoint)
                } catch {
                    try? db.rollback()
                }
            }
            throw error
        }
    }

    func log(
        _ kind: EventRecord.Kind, app: String, identifier: String, at date: Date,
        detail: [String: PropertyListValue] = [:]
    ) throws {
        let data = detail.isEmpty ? nil : try JSONEncoder().encode(detail)
        try execute(.insertEvent, [app, identifier, kind.rawValue, date.timeIntervalSince1970, data])
        events.append(
            EventRecord(
                cursor: lastInsertedID, app: app, identifier: identifier, kind: kind, date: date, detail: detail))
    }

    /// Remembers an occurrence that is about to be deleted, so that it can be snoozed for a while.
    func remember(_ occurrence: Int64) throws {
        try execute(.insertEnded, [occurrence])
        lastEnded = lastInsertedID
    }

    /// Has what was missed kept to its size at the end.
    func hasMissed(_ row: Int64) { lastMissed = row }

    /// Keeps the logs to their size: one range of a primary key each.
    func prune() throws {
        if let last = events.last { try execute(.deleteEventsUpTo, [last.cursor - Self.keptEvents]) }
        if let lastMissed { try execute(TimeQuery.deleteMissedUpTo, [lastMissed - Self.keptMissed]) }
        if let lastEnded { try execute(.deleteEndedUpTo, [lastEnded - Self.keptEnded]) }
    }
}
