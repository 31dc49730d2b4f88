// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel
import Triggers

extension NotificationStore {
    /// Snoozes a request: it comes back later, once, whatever its trigger says.
    ///
    /// The first of these is snoozed: a delivered one, which ends; a held-back one, which leaves the next digest; a
    /// pending one, which waits longer or, if it repeats, gets a copy; one of the last 200 answered, dismissed or gone.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifier: The request's identifier.
    ///   - until: The date at which the request fires again. The wait counts real time from now on.
    ///   - date: The date of the logged event.
    /// - Returns: The occurrence that ended, which the caller removes from the screen; nil if none was delivered.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if there is nothing to snooze; ``StoreError``.
    @discardableResult
    package nonisolated(nonsending) func snooze(
        app: String, identifier: String, until: Date, at date: Date
    ) async throws -> Occurrence? {
        try await write { transaction in
            if let row = try transaction.row(OccurrenceQuery.occurrenceNamed, [app, identifier], OccurrenceRow.init) {
                try transaction.pendingTable.snooze(row, until: until, at: date)
                return try row.decoded()
            }
            let copied =
                try transaction.pendingTable.snoozeWaiting(app: app, identifier: identifier, until: until, at: date)
                || transaction.pendingTable.snoozePending(app: app, identifier: identifier, until: until, at: date)
                || transaction.pendingTable.snoozeEnded(app: app, identifier: identifier, until: until, at: date)
            guard copied else {
                throw Refusal(.noSuchRequest, "app \"\(app)\" has no request \"\(identifier)\" to snooze")
            }
            try transaction.pendingTable.logSnooze(app: app, identifier: identifier, until: until, at: date)
            return nil
        }
    }

    /// Snoozes a pending request, not a delivered notification of it, until a date.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifier: The request's identifier.
    ///   - until: The date at which the request fires.
    ///   - alone: Whether the request loses its own dates, so that it fires at `until` only.
    ///   - date: The date of the logged event.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if none is pending; ``StoreError``.
    package nonisolated(nonsending) func putOff(
        app: String, identifier: String, until: Date, alone: Bool, at date: Date
    ) async throws {
        try await write { transaction in
            guard try transaction.pendingTable.snoozePending(app: app, identifier: identifier, until: until, at: date)
            else {
                throw Refusal(.noSuchRequest, "app \"\(app)\" has no pending request \"\(identifier)\" to snooze")
            }
            if alone {
                let rows = try transaction.rows(OccurrenceQuery.snoozable, [app, identifier]) {
                    (id: $0[0] as Int64, isSnoozed: $0[1] as Bool)
                }
                for row in rows where !row.isSnoozed { try transaction.execute(Query.deletePendingRow, [row.id]) }
            }
            try transaction.pendingTable.logSnooze(app: app, identifier: identifier, until: until, at: date)
        }
    }

    /// Snoozes an occurrence, whether it is delivered or has just been answered.
    ///
    /// - Parameters:
    ///   - id: The occurrence: delivered, or one of the last 200 that ended by an answer, a dismissal or the server.
    ///   - until: The date at which it comes back. The wait counts real time from now on.
    ///   - facts: Further facts of its presentation for the log, without any text of the notification.
    ///   - date: The date of the logged event.
    /// - Returns: The occurrence if it was delivered, which the caller removes from the screen; nil if it had ended.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest`; ``StoreError``.
    @discardableResult
    package nonisolated(nonsending) func snooze(
        occurrence id: Int64, until: Date, facts: [String: PropertyListValue] = [:], at date: Date
    ) async throws -> Occurrence? {
        try await write { transaction in
            if let row = try transaction.occurrence(id) {
                try transaction.pendingTable.snooze(row, until: until, facts, at: date)
                return try row.decoded()
            }
            let ended = try transaction.row(OccurrenceQuery.ended, [id]) {
                ($0[0] as Int64, $0[1] as String, $0[2] as String)
            }
            guard let (row, app, identifier) = ended else {
                throw Refusal(.noSuchRequest, "the notification to snooze ended long ago")
            }
            try transaction.pendingTable.copy(.ended, row, app: app, identifier: identifier, until: until, at: date)
            try transaction.pendingTable.logSnooze(app: app, identifier: identifier, until: until, facts, at: date)
            return nil
        }
    }
}

extension PendingTable {
    fileprivate func snooze(
        _ row: OccurrenceRow, until: Date, _ facts: [String: PropertyListValue] = [:], at date: Date
    ) throws {
        try copy(.occurrence, row.id, app: row.app, identifier: row.identifier, until: until, at: date)
        try execute(OccurrenceQuery.deleteOccurrence, [row.id])
        try logSnooze(app: row.app, identifier: row.identifier, until: until, facts, at: date)
    }

    /// Snoozes a request's newest held-back row, and removes all of its held-back rows from the next digest.
    fileprivate func snoozeWaiting(app: String, identifier: String, until: Date, at date: Date) throws -> Bool {
        guard let row = try row(TimeQuery.waitingNamed, [app, identifier], { $0[0] as Int64 }) else { return false }
        try copy(.missed, row, app: app, identifier: identifier, until: until, at: date)
        _ = try forgetWaiting(app: app, identifier: identifier)
        return true
    }

    fileprivate func snoozePending(app: String, identifier: String, until: Date, at date: Date) throws -> Bool {
        let rows = try rows(OccurrenceQuery.snoozable, [app, identifier]) {
            (id: $0[0] as Int64, isSnoozed: $0[1] as Bool, repeats: $0[2] as Bool)
        }
        if let copy = rows.first(where: \.isSnoozed) {
            try execute(
                OccurrenceQuery.postponeSnoozed, [copy.id, until.timeIntervalSince1970, date.timeIntervalSince1970])
            return true
        }
        guard let own = rows.first else { return false }
        try copy(.pending, own.id, app: app, identifier: identifier, until: until, at: date)
        // A request that fires once has only the new date, and no early warnings of the former one; a repeating request
        // keeps its own dates.
        if !own.repeats {
            try execute(Query.deletePendingRow, [own.id])
            _ = try removeWarnings(app: app, identifier: identifier)
        }
        return true
    }

    fileprivate func snoozeEnded(app: String, identifier: String, until: Date, at date: Date) throws -> Bool {
        guard let row = try row(OccurrenceQuery.endedNamed, [app, identifier], { $0[0] as Int64 }) else { return false }
        try copy(.ended, row, app: app, identifier: identifier, until: until, at: date)
        return true
    }

    /// Makes the snoozed copy of a row, in the place of an earlier copy.
    fileprivate func copy(
        _ source: SnoozeSource, _ row: Int64, app: String, identifier: String, until: Date, at date: Date
    ) throws {
        try execute(OccurrenceQuery.deleteSnoozed, [app, identifier])
        try execute(sql: source.statement, [row, until.timeIntervalSince1970, date.timeIntervalSince1970])
    }

    fileprivate func logSnooze(
        app: String, identifier: String, until: Date, _ facts: [String: PropertyListValue] = [:], at date: Date
    ) throws {
        let detail = facts.merging(["until": .date(until)]) { _, new in new }
        try transaction.log(.snoozed, app: app, identifier: identifier, at: date, detail: detail)
    }
}

/// The tables whose rows can be snoozed; each has the columns that a pending row needs.
enum SnoozeSource: String, CaseIterable {
    case occurrence, pending, ended, missed

    /// The statement that makes the snoozed copy. Its parameters are the row, the new date and the present date. The
    /// tests of ``Query`` check it, too.
    var statement: String {
        """
        INSERT OR FAIL INTO pending
            (app, identifier, snoozed, due, added, moves, repeats, parent, request, schedule, run)
        SELECT app, identifier, 1, ?2 - (SELECT shift FROM clock), ?3 - (SELECT shift FROM clock), 1, 0,
            ifnull(json_extract(CAST(request AS TEXT), '$.warnsOf'), ''), request, schedule,
            (SELECT run FROM clock)
        FROM \(rawValue) WHERE id = ?1
        """
    }
}
