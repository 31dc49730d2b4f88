// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Missed requests and outbox items: an identifier may have several, so two with equal contents count as the same.
extension Importer {
    struct ItemList: Hashable {
        let app: String
        let receiver: Int
    }

    /// The key by which items of the outbox are compared.
    struct Item: Hashable {
        let identifier: String
        let event: String
        let answered: Int64?
        let due: Int64
    }

    func takeMissed(_ row: ImportRow) throws -> Bool {
        let known = try transaction.rows(TransferQuery.missedNamed, [row.app, row.identifier]) { known in
            (due: known[0] as Double, reason: known[1] as String)
        }
        let isThere = known.contains { $0.reason == row.text && Self.micros($0.due) == row.dates.1.map(Self.micros) }
        if isThere { return false }
        let waits = row.flags.contains(.waits)
        if waits { try checkRoom(for: row, firesNow: true) }
        try transaction.execute(
            TimeQuery.insertMissed,
            [
                row.app, row.identifier, row.dates.1, row.dates.0, row.text, waits, row.number ?? 0, row.request,
                row.schedule,
            ])
        transaction.hasMissed(transaction.lastInsertedID)
        return true
    }

    mutating func takeItem(_ row: ImportRow) throws -> Bool {
        let list = ItemList(app: row.app, receiver: row.number ?? 0)
        if items[list] == nil {
            let known = try transaction.rows(TransferQuery.outboxOf, [list.app, list.receiver]) { known in
                let response = (known[1] as Data?).flatMap { try? JSONDecoder().decode(StoredResponse.self, from: $0) }
                return Item(
                    identifier: known[0], event: known[2], answered: response.map { Self.micros($0.date) },
                    due: Self.micros(known[3]))
            }
            items[list] = Set(known)
        }
        let item = Item(
            identifier: row.identifier, event: row.text, answered: row.dates.2.map(Self.micros),
            due: Self.micros(row.dates.1 ?? 0))
        if items[list]?.contains(item) == true { return false }
        try transaction.execute(
            Query.insertFormerOutbox,
            [
                row.app, row.identifier, list.receiver, row.extra, row.text, row.response, row.dates.0, row.dates.1,
                row.request, row.schedule,
            ])
        if list.receiver == Receiver.Kind.delegate.rawValue { responses[row.app] = row.line }
        return true
    }
}
