// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel
import Triggers

extension NotificationStore {
    /// The result of ``snooze(app:identifier:until:skipping:isTrial:undo:at:)``.
    package struct Snoozed: Hashable, Sendable {
        /// The occurrence that ended, which the caller removes from the screen; nil if none was delivered.
        package var ended: Occurrence?
        /// The former date of the occurrence that was moved, at which the request no longer fires; nil if none was.
        package var moved: Date?
    }

    /// Snoozes a request: it is presented once more at a later date, whatever its trigger says.
    ///
    /// The first of these that exists is snoozed: the delivered notification, which ends; the held-back notification,
    /// which leaves the next digest; the pending request, which waits longer; a notification among the last 200 that
    /// were answered, dismissed, expired or gone. Of a repeating request, the next occurrence moves; but if the last
    /// ended occurrence is nearer to the present than the next one, the ended one is presented again.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifier: The request's identifier.
    ///   - until: The date at which the request fires again. The interval until then counts real time.
    ///   - skipping: Computes the dates of a repeating request.
    ///   - isTrial: Whether nothing is changed; the result and the refusals are the same.
    ///   - undo: The command in a terminal that makes the change, kept for an undo; nil for a change without undo.
    ///   - date: The date of the logged event.
    /// - Returns: The effects on the screen and on the request's dates.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if there is nothing to snooze; ``StoreError``.
    @discardableResult
    package func snooze(
        app: String, identifier: String, until: Date, skipping: DateSkipping, isTrial: Bool = false,
        undo: UndoKey? = nil,
        at date: Date
    ) async throws -> Snoozed {
        try await write { transaction in
            try transaction.inTrial(isTrial) {
                try transaction.undoTable.recording(undo, app: app, [identifier], at: date) {
                    try transaction.pendingTable.snooze(
                        app: app, identifier: identifier, until: until, skipping: skipping, at: date)
                }
            }
        }
    }

    /// Snoozes a pending request, not a delivered notification of it, until a date.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifier: The request's identifier.
    ///   - until: The date at which the request fires.
    ///   - alone: Whether the request loses the dates of its trigger, so that it fires at `until` only.
    ///   - undo: The command in a terminal that makes the change, kept for an undo; nil for a change without undo.
    ///   - date: The date of the logged event.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if no such request is pending; ``StoreError``.
    package func putOff(
        app: String, identifier: String, until: Date, alone: Bool, undo: UndoKey? = nil, at date: Date
    ) async throws {
        try await write { transaction in
            try transaction.undoTable.recording(undo, app: app, [identifier], at: date) {
                try transaction.pendingTable.putOff(app, identifier, until: until, alone: alone, at: date)
            }
        }
    }

    /// Snoozes an occurrence, whether it is delivered or has just been answered.
    ///
    /// - Parameters:
    ///   - id: The id of a delivered occurrence, or of one of the last 200 that were answered, dismissed, expired or
    ///     gone.
    ///   - until: The date at which the notification is presented again. The interval until then counts real time.
    ///   - facts: Further facts about the notification's presentation for the log, without texts of the notification.
    ///   - date: The date of the logged event.
    /// - Returns: The occurrence if it was delivered, which the caller removes from the screen; nil if it had ended.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` for any other occurrence; ``StoreError``.
    @discardableResult
    package func snooze(
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
            try transaction.changeNewestEntry(app: app, identifier: identifier, to: .snoozed, at: date)
            try transaction.pendingTable.logSnooze(app: app, identifier: identifier, until: until, facts, at: date)
            return nil
        }
    }
}

extension PendingTable {
    fileprivate func putOff(_ app: String, _ identifier: String, until: Date, alone: Bool, at date: Date) throws {
        guard try snoozePending(app: app, identifier: identifier, until: until, at: date) else {
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no pending request \"\(identifier)\" to snooze")
        }
        if alone {
            let rows = try rows(OccurrenceQuery.snoozable, [app, identifier]) {
                (id: $0[0] as Int64, isSnoozed: $0[1] as Bool)
            }
            for row in rows where !row.isSnoozed { try execute(Query.deletePendingRow, [row.id]) }
        }
        try logSnooze(app: app, identifier: identifier, until: until, at: date)
    }

    fileprivate func snooze(
        app: String, identifier: String, until: Date, skipping: DateSkipping, at date: Date
    ) throws -> NotificationStore.Snoozed {
        if let row = try row(OccurrenceQuery.occurrenceNamed, [app, identifier], OccurrenceRow.init) {
            try snooze(row, until: until, at: date)
            return .init(ended: try row.decoded())
        }
        var moved: Date?
        if try !snoozeWaiting(app: app, identifier: identifier, until: until, at: date) {
            switch try source(app: app, identifier: identifier, at: date) {
            case .next(let own): moved = try move(own, until: until, skipping: skipping, at: date)
            case .ended: _ = try snoozeEnded(app: app, identifier: identifier, until: until, at: date)
            case .pending:
                guard
                    try snoozePending(app: app, identifier: identifier, until: until, at: date)
                        || snoozeEnded(app: app, identifier: identifier, until: until, at: date)
                else { throw Refusal(.noSuchRequest, "app \"\(app)\" has no request \"\(identifier)\" to snooze") }
            }
        }
        try logSnooze(
            app: app, identifier: identifier, until: until, moved.map { ["moved": .date($0)] } ?? [:], at: date)
        return .init(moved: moved)
    }

    /// The occurrence that a snooze moves or presents again, if no occurrence of the request is delivered or held back.
    private enum Source {
        /// The next occurrence of a repeating request, which has this row.
        case next(PendingRow)
        /// The last ended occurrence of a repeating request.
        case ended
        /// The pending request with the identifier; if there is none, the last ended occurrence with the identifier.
        case pending
    }

    private func source(app: String, identifier: String, at date: Date) throws -> Source {
        let rows = try rows(Query.pendingNamed, [app, identifier], PendingRow.init)
        guard rows.count == 1, let own = rows.first, !own.isSnoozed, let pending = try? own.decoded(),
            pending.request.trigger?.repeats == true, !pending.waitsForPlace
        else { return .pending }
        let ended = try row(OccurrenceQuery.endedNamed, [app, identifier]) { $0[1] as Double? } ?? nil
        let age = ended.map { date.timeIntervalSince1970 - $0 } ?? .infinity
        return age < own.due.timeIntervalSince(date) ? .ended : .next(own)
    }

    /// Moves the next occurrence of a repeating request, and returns the date at which it was due.
    private func move(_ own: PendingRow, until: Date, skipping: DateSkipping, at date: Date) throws -> Date {
        let dates = try skipping.next(own.decoded(), 1)
        func copyOwn() throws {
            try copy(.pending, own.id, app: own.app, identifier: own.identifier, until: until, at: date)
        }
        // The snoozed copy is made after the change of the request's trigger. But if no date is left, that change
        // deletes the request, so the copy is made before it.
        if dates.next == nil { try copyOwn() }
        try leaveOut(dates, of: own, skipping: skipping)
        if dates.next != nil { try copyOwn() }
        return own.due
    }

    fileprivate func snooze(
        _ row: OccurrenceRow, until: Date, _ facts: [String: PropertyListValue] = [:], at date: Date
    ) throws {
        try copy(.occurrence, row.id, app: row.app, identifier: row.identifier, until: until, at: date)
        try transaction.keep(row.id, .snoozed, at: date)
        try execute(OccurrenceQuery.deleteOccurrence, [row.id])
        try logSnooze(app: row.app, identifier: row.identifier, until: until, facts, at: date)
    }

    /// Snoozes a request's newest held-back row, and removes all of its held-back rows from the next digest.
    fileprivate func snoozeWaiting(app: String, identifier: String, until: Date, at date: Date) throws -> Bool {
        guard let row = try row(TimeQuery.waitingNamed, [app, identifier], { $0[0] as Int64 }) else { return false }
        try copy(.missed, row, app: app, identifier: identifier, until: until, at: date)
        _ = try forgetWaiting(app: app, identifier: identifier, as: .snoozed, at: date)
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
        // A request that fires once keeps only the new date, and loses the early warnings of its former date. A
        // repeating request keeps its own dates.
        if !own.repeats {
            try execute(Query.deletePendingRow, [own.id])
            _ = try removeWarnings(app: app, identifier: identifier)
        }
        return true
    }

    /// Snoozes the newest ended occurrence of a request; returns false if the store has no ended occurrence of it.
    fileprivate func snoozeEnded(app: String, identifier: String, until: Date, at date: Date) throws -> Bool {
        guard let row = try row(OccurrenceQuery.endedNamed, [app, identifier], { $0[0] as Int64 }) else { return false }
        try copy(.ended, row, app: app, identifier: identifier, until: until, at: date)
        try transaction.changeNewestEntry(app: app, identifier: identifier, to: .snoozed, at: date)
        return true
    }

    /// Makes the snoozed copy of a row, which replaces an earlier snoozed copy.
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
        SELECT \(copy)
        """
    }

    /// Statement that stores the snoozed copy in the table of undo data. Parameter 4 is the id of the change to undo.
    var undoStatement: String {
        """
        INSERT INTO undo_row
            (change, app, identifier, snoozed, due, added, moves, repeats, parent, request, schedule, run)
        SELECT ?4, \(copy)
        """
    }

    private var copy: String {
        """
        app, identifier, 1, ?2 - (SELECT shift FROM clock), ?3 - (SELECT shift FROM clock), 1, 0,
            ifnull(json_extract(CAST(request AS TEXT), '$.warnsOf'), ''), request, schedule,
            (SELECT run FROM clock)
        FROM \(rawValue) WHERE id = ?1
        """
    }
}
