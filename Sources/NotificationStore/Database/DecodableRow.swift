// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// A row whose JSON may be damaged, or written by a later Belfry version.
protocol DecodableRow: Sendable {
    associatedtype Value: Sendable

    func decoded() throws -> Value
    /// Moves the row to the table `unreadable`, and logs the move.
    func setAside(in transaction: Transaction, at date: Date) throws
}

extension PendingRow: DecodableRow {
    func setAside(in transaction: Transaction, at date: Date) throws {
        // The row may have been removed or repaired since it was read.
        guard let row = try transaction.row(Query.pendingRow, [id], PendingRow.init), (try? row.decoded()) == nil else {
            return
        }
        try transaction.execute(Query.setUnreadableAside, [id])
        try transaction.execute(Query.deletePendingRow, [id])
        try transaction.logUnreadable(app: app, identifier: identifier, at: date)
    }
}

extension OccurrenceRow: DecodableRow {
    func setAside(in transaction: Transaction, at date: Date) throws {
        guard try transaction.occurrence(id) != nil else { return }
        try transaction.execute(Query.setOccurrenceAside, [id])
        try transaction.execute(OccurrenceQuery.deleteOccurrence, [id])
        try transaction.logUnreadable(app: app, identifier: identifier, at: date)
    }
}

extension OutboxRow: DecodableRow {
    func setAside(in transaction: Transaction, at date: Date) throws {
        try transaction.execute(Query.setOutboxAside, [id])
        let row = try transaction.row(Query.deleteOutbox, [id]) { (app: $0[0] as String, identifier: $0[1] as String) }
        guard let row else { return }
        try transaction.logUnreadable(app: row.app, identifier: row.identifier, at: date)
    }
}

extension Transaction {
    /// Logs that a row was unreadable and was set aside.
    func logUnreadable(app: String, identifier: String, at date: Date) throws {
        try log(
            .dropped, app: app, identifier: identifier, at: date,
            detail: ["reason": .string(EventRecord.unreadableReason)])
    }
}
