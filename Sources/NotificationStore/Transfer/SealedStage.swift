// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// All of an import, to be put into a store.
package struct SealedStage: Sendable {
    let database: DatabaseQueue
    /// How many records are in it.
    package let count: Int

    /// How many of a kind are in it.
    func count(of kind: StoreRecord.Kind) throws -> Int {
        try database.unsafeRead { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM row WHERE kind = ?", arguments: [kind.rawValue]) ?? 0
        }
    }

    /// Every record but the lines of the log, in the order of the lines, one at a time.
    func each(_ body: (ImportRow) throws -> Void) throws {
        try read(ImportRow.selection) { row in
            try body(row)
            return true
        }
    }

    /// The lines of the log, the last first, as long as `body` wants more.
    func eachEventFromLast(_ body: (ImportRow) throws -> Bool) throws { try read(ImportRow.eventSelection, body) }

    private func read(_ selection: String, _ body: (ImportRow) throws -> Bool) throws {
        try database.unsafeRead { db in
            let rows = try Row.fetchCursor(db, sql: selection)
            while let row = try rows.next(), try body(try ImportRow(row)) {}
        }
    }
}
