// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

// Why: the type has many methods, because each is a step that several operations of the store share.
/// The database inside a transaction, with the events that the transaction logs.
///
/// An instance is used on the store's queue, for one transaction.
final class Transaction: StatementAccess {
    /// The number of events that the log keeps.
    static let keptEvents: Int64 = 10_000
    /// The number of ended occurrences that can still be snoozed.
    static let keptEnded: Int64 = 200
    /// The number of missed requests that are kept, besides those that wait for a digest.
    static let keptMissed: Int64 = 1000

    let db: Database
    let history: HistoryLimits
    /// Events that the transaction has logged so far, in order.
    private(set) var events: [EventRecord] = []
    private var lastEnded: Int64?
    private var lastMissed: Int64?
    private var lastKept: Date?

    init(_ db: Database, history: HistoryLimits = HistoryLimits()) {
        self.db = db
        self.history = history
    }

    /// Runs `body` in a savepoint: if it throws, only its own changes and events are undone.
    func inSavepoint<T>(_ body: () throws -> T) throws -> T {
        let eventCount = events.count
        try execute(Query.beginSavepoint)
        do {
            let value = try body()
            try execute(Query.releaseSavepoint)
            return value
        } catch {
            events.removeSubrange(eventCount...)
            // If SQLite has rolled back the whole transaction, the savepoint is gone, too.
            if db.isInsideTransaction {
                do {
                    try execute(Query.rollBackToSavepoint)
                    try execute(Query.releaseSavepoint)
                } catch {
                    try? db.rollback()
                }
            }
            throw error
        }
    }

    /// Runs `body`; if `isTrial`, undoes its changes and its events afterwards, so that only its result remains.
    func inTrial<T>(_ isTrial: Bool, _ body: () throws -> T) throws -> T {
        guard isTrial else { return try body() }
        var value: T?
        let before = (lastEnded, lastMissed)
        defer { (lastEnded, lastMissed) = before }
        do {
            return try inSavepoint {
                value = try body()
                throw TrialEnd()
            }
        } catch is TrialEnd {
            guard let value else { throw StoreError("a trial ended without a result") }
            return value
        }
    }

    /// The error that ends a trial, so that its savepoint is rolled back.
    private struct TrialEnd: Error {}

    func log(
        _ kind: EventRecord.Kind, app: String, identifier: String, at date: Date,
        detail: [String: PropertyListValue] = [:]
    ) throws {
        let data = detail.isEmpty ? nil : try JSONEncoder().encode(detail)
        try execute(Query.insertEvent, [app, identifier, kind.rawValue, date.timeIntervalSince1970, data])
        events.append(
            EventRecord(
                cursor: lastInsertedID, app: app, identifier: identifier, kind: kind, date: date, detail: detail))
    }

    /// Copies an occurrence that is about to be deleted, because it can still be snoozed for some time.
    func remember(_ occurrence: Int64, at date: Date) throws {
        try execute(OccurrenceQuery.insertEnded, [occurrence, date.timeIntervalSince1970])
        lastEnded = lastInsertedID
    }

    /// Notes that a missed request was stored, so that ``prune()`` deletes the oldest missed requests over the limit.
    func hasMissed(_ row: Int64) { lastMissed = row }

    /// Notes that the history has a new entry, so that ``prune()`` deletes the oldest entries over the limits.
    func hasKept(at date: Date) { lastKept = date }

    /// Deletes the oldest rows over each table's limit, as one range of the table's primary key.
    func prune() throws {
        if let last = events.last {
            try execute(Query.deleteEventsUpTo, [last.cursor - Self.keptEvents])
            try undoTable.prune(at: last.date)
        }
        if let lastMissed { try execute(TimeQuery.deleteMissedUpTo, [lastMissed - Self.keptMissed]) }
        if let lastEnded { try execute(OccurrenceQuery.deleteEndedUpTo, [lastEnded - Self.keptEnded]) }
        if let lastKept { try pruneHistory(at: lastKept) }
    }
}
