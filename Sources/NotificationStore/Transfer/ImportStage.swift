// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The checked records of an import, kept outside of the store until the import's last line was read.
///
/// The records are in a temporary database that nothing else can open. Two tasks must not use the same stage at once.
package final class ImportStage {
    let file: TemporaryDatabase
    /// Number of records in the stage.
    package private(set) var count = 0
    private var waiting: [ImportRow] = []

    private static let batch = 256

    /// - Throws: ``StoreError`` if there is no room for temporary files.
    package init() throws {
        do {
            file = try TemporaryDatabase()
        } catch {
            throw StoreError(error)
        }
    }

    /// Appends a record with the number of its line, which is larger than that of the record before.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a number that JSON can't hold; ``StoreError``.
    package func append(_ record: StoreRecord, line: Int) throws {
        waiting.append(try ImportRow(record, line: line))
        count += 1
        if waiting.count >= Self.batch { try flush() }
    }

    private func flush() throws {
        guard !waiting.isEmpty else { return }
        do {
            try file.database.inTransaction { db in
                for row in waiting { try row.insert(into: db) }
                return .commit
            }
        } catch {
            throw StoreError(error)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Completes the stage; any task can read the result.
    ///
    /// - Throws: ``StoreError``.
    package func seal() throws -> SealedStage {
        try flush()
        return SealedStage(file: file, count: count)
    }
}

/// All records of an import, which are to be inserted into a store.
package struct SealedStage: Sendable {
    let file: TemporaryDatabase
    /// Number of records in the stage.
    package let count: Int

    func count(of kind: StoreRecord.Kind) throws -> Int {
        try file.database.unsafeRead { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM row WHERE kind = ?", arguments: [kind.rawValue]) ?? 0
        }
    }

    /// Calls `body` with each record except the log's events and the history's entries, in the order of the lines.
    func each(_ body: (ImportRow) throws -> Void) throws {
        try read(ImportRow.selection) { row in
            try body(row)
            return true
        }
    }

    /// Calls `body` with the records of a kind, the last first, until `body` returns false.
    func eachFromLast(_ kind: StoreRecord.Kind, _ body: (ImportRow) throws -> Bool) throws {
        try read(ImportRow.selectionFromLast(of: kind), body)
    }

    private func read(_ selection: String, _ body: (ImportRow) throws -> Bool) throws {
        try file.database.unsafeRead { db in
            let rows = try Row.fetchCursor(db, sql: selection)
            while let row = try rows.next(), try body(try ImportRow(row)) {}
        }
    }
}

/// SQLite's own temporary file: it has no name, and is in memory as long as it is small.
final class TemporaryDatabase: Sendable {
    let database: DatabaseQueue

    init() throws {
        database = try DatabaseQueue(path: "").keptForEver()
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = OFF")
            try db.execute(sql: "PRAGMA synchronous = OFF")
            try db.execute(sql: ImportRow.table)
        }
    }

    deinit {
        // Closing drops the temporary table, also if GRDB keeps the connection, and fails only while a statement runs.
        try? database.close()
    }
}
