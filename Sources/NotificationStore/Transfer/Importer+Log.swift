// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

// Lines of the log have happened elsewhere, and before: whatever goes by cursors, such as the newest lines, the latest of a
// request and those that make room, must find them before what happened here. That begins at 1, so an import's lines end at 0, and
// those of earlier imports make way downwards: their numbers mean nothing to anybody who watches.
extension Importer {
    /// The key by which lines of the log are compared.
    struct Event: Hashable {
        let identifier: String
        let kind: String
        let date: Int64
    }

    /// Takes the newest lines of the log that are not there yet, as many as there is room for. Nobody is told of them.
    mutating func takeLog(of stage: SealedStage) throws {
        let kept = Int(Transaction.keptEvents)
        let room =
            try transaction.row(TransferQuery.loggedRange, []) { kept - (($0[1] as Int) - ($0[0] as Int) + 1) } ?? 0
        var count = 0
        try stage.eachEventFromLast { row in
            if count < room, try isNew(row) { count += 1 }
            return count < room
        }
        guard count > 0 else { return }
        // By way of where nothing is: no number is there twice, not for a moment.
        try transaction.execute(TransferQuery.moveImportedEvents, [-2 * kept])
        try transaction.execute(TransferQuery.moveImportedEvents, [2 * kept - count])
        var cursor = 0
        try stage.eachEventFromLast { row in
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
