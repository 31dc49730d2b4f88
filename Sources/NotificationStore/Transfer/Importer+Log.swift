// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

// Imported events come before this store's own events, whose cursors begin at 1. So the cursors of an import end at 0,
// and the events of earlier imports move down to make room. All queries by cursor then treat imported events as older:
// the newest events, the latest event of a request, and the deletion of the oldest. No caller of `Watch` gets imported
// events, so their cursors may change.
extension Importer {
    /// The key by which lines of the log are compared.
    struct Event: Hashable {
        let identifier: String
        let kind: String
        let date: Int64
    }

    /// Inserts the newest events that the log does not have, as many as have room. `Watch` does not report them.
    mutating func takeLog(of stage: SealedStage) throws {
        let kept = Int(Transaction.keptEvents)
        let room =
            try transaction.row(TransferQuery.loggedRange, []) { kept - (($0[1] as Int) - ($0[0] as Int) + 1) } ?? 0
        var count = 0
        try stage.eachFromLast(.event) { row in
            if count < room, try isNew(row) { count += 1 }
            return count < room
        }
        guard count > 0 else { return }
        // The events of earlier imports move by way of unused cursors, so that no cursor exists twice at any moment.
        try transaction.execute(TransferQuery.moveImportedEvents, [-2 * kept])
        try transaction.execute(TransferQuery.moveImportedEvents, [2 * kept - count])
        var cursor = 0
        try stage.eachFromLast(.event) { row in
            guard try isNew(row) else { return true }
            try transaction.execute(
                TransferQuery.takeEvent, [cursor, row.app, row.identifier, row.text, row.dates.0, row.extra])
            cursor -= 1
            return cursor > -count
        }
        outcome.imported[.event] = count
    }

    private mutating func isNew(_ row: ImportRow) throws -> Bool {
        if events[row.app] == nil {
            let known = try transaction.rows(TransferQuery.eventsNamed, [row.app]) { known in
                Event(identifier: known[0], kind: known[1], date: Self.micros(known[2]))
            }
            events[row.app] = Set(known)
        }
        let event = Event(identifier: row.identifier, kind: row.text, date: Self.micros(row.dates.0 ?? 0))
        return events[row.app]?.contains(event) != true
    }
}
