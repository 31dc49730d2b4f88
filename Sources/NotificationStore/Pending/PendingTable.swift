// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

/// The pending requests, in a transaction.
struct PendingTable: StatementAccess {
    let transaction: Transaction

    var db: Database { transaction.db }

    /// Deletes a request's held-back rows, so that no digest contains them, and adds them to the history with `status`;
    /// returns false if there were none.
    func forgetWaiting(app: String, identifier: String, as status: HistoryEntry.Status, at date: Date) throws -> Bool {
        try transaction.keepHeld(app: app, identifier: identifier, status, at: date)
        try execute(TimeQuery.forgetWaiting, [app, identifier])
        return changes > 0
    }

    func nextDue() throws -> Date? { try [false, true].compactMap { try nextDue(moving: $0) }.min() }

    func nextWaking() throws -> Date? {
        try [false, true].compactMap { moving in
            try row(Query.nextWaking, [moving]) { Date(timeIntervalSince1970: $0[0]) }
        }.filter { $0 < Trigger.noDate }.min()
    }

    private func nextDue(moving: Bool) throws -> Date? {
        var best: Date?
        // `best` is the earliest end of a request's leeway so far. A request due before `best` may have less leeway.
        try each(Query.nextDue, [moving]) { row in
            let (due, leeway): (Double, Double) = (row[0], row[1])
            if due >= Trigger.noDate.timeIntervalSince1970 { return false }
            if let best, due >= best.timeIntervalSince1970 { return false }
            let latest = Date(timeIntervalSince1970: due + leeway)
            best = min(best ?? latest, latest)
            return leeway > 0
        }
        return best
    }

    /// Reads the rows that are due by the steady clock or by the wall clock, the oldest first.
    func due(at now: Date, limit: Int) throws -> [PendingRow] {
        let all = try [false, true].flatMap { moving in
            try rows(Query.due, [moving, now.timeIntervalSince1970, limit], PendingRow.init)
        }
        return Array(all.sorted { ($0.due, $0.id) < ($1.due, $1.id) }.prefix(limit))
    }

    /// Deletes snoozed copies due together with their request, so the request is shown once; returns the other rows.
    ///
    /// The copy and the request must be due within the last minute: an older request may count as missed, but a copy never does.
    func mergingCopies(of due: [PendingRow], at now: Date) throws -> [PendingRow] {
        let fresh = due.filter { $0.due > now - 60 }
        let copies = fresh.filter { copy in
            copy.isSnoozed && fresh.contains { !$0.isSnoozed && $0.app == copy.app && $0.identifier == copy.identifier }
        }
        for copy in copies { try execute(Query.deletePendingRow, [copy.id]) }
        let merged = Set(copies.map(\.id))
        return merged.isEmpty ? due : due.filter { !merged.contains($0.id) }
    }

    /// Reads the bytes and the number of the pending rows with an identifier, including the snoozed copy.
    func pendingSize(app: String, identifier: String) throws -> (requests: Int, triggers: Int, rows: Int) {
        try row(Query.pendingSize, [app, identifier]) { ($0[0], $0[1], $0[2]) } ?? (0, 0, 0)
    }
}

extension Transaction {
    var pendingTable: PendingTable { PendingTable(transaction: self) }
}
