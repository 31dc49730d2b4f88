// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Rows that a scan found without SQLite's list of tables: their values tell to which table they belong.
extension StoreRebuild {
    /// A table of the schema, and the form of its rows.
    private struct Shape {
        struct Column {
            let name: String
            let type: String
            let isRequired: Bool
            let isKey: Bool
        }

        let name: String
        let columns: [Column]
        /// The smallest number of columns of a row; rows of earlier versions lack the columns that were added later.
        let least: Int

        init(_ name: String, _ db: Database) throws {
            self.name = name
            columns = try db.columns(in: name).map {
                Column(
                    name: $0.name, type: $0.type, isRequired: $0.isNotNull && $0.defaultValueSQL == nil,
                    isKey: $0.primaryKeyIndex > 0)
            }
            least = (columns.lastIndex { $0.isRequired } ?? 0) + 1
        }

        func fits(_ values: [DatabaseValue]) -> Bool {
            (least...columns.count).contains(values.count)
                && zip(columns, values).allSatisfy { column, value in
                    switch value.storage {
                    // SQLite stores the key outside of the row, with NULL in its place.
                    case .null: column.isKey || !column.isRequired
                    case .int64: !column.isKey && ["INTEGER", "REAL"].contains(column.type)
                    case .double: column.type == "REAL"
                    case .string: column.type == "TEXT"
                    case .blob: column.type == "BLOB"
                    }
                }
        }
    }

    /// Inserts the rows that a scan finds and that the new store does not have yet.
    ///
    /// - Throws: An error from writing the new store's file.
    mutating func take(_ scan: PageScan) throws {
        try database.write { db in
            let shapes = try (Self.tables.map(\.name) + ["clock", "presenter"]).map { try Shape($0, db) }
            // The event log comes first, because it tells which rows have ended; a scan may find deleted rows.
            for isLog in [true, false] {
                try scan.rows { record in
                    let fitting = shapes.filter { $0.fits(record.values) }
                    guard fitting.count == 1, let shape = fitting.first, (shape.name == "event") == isLog else {
                        return
                    }
                    if scan.mayBeStale, try Self.hasEnded(shape.name, shape.columns.map(\.name), record.values, db) {
                        return
                    }
                    let names = shape.columns.prefix(record.values.count).map(\.name)
                    let values = zip(shape.columns, record.values).map { $0.isKey ? record.key.databaseValue : $1 }
                    let isSingle = ["clock", "presenter"].contains(shape.name)
                    try Self.insert(
                        db, Self.insertion(shape.name, names, isSingle ? "REPLACE" : "IGNORE"),
                        StatementArguments(values))
                }
            }
            for name in ["occurrence", "outbox", "missed"] { try Self.leap(name, db) }
        }
    }

    /// Tells whether the last logged event of a row's request means that the row has ended.
    private static func hasEnded(
        _ table: String, _ names: [String], _ values: [DatabaseValue], _ db: Database
    ) throws -> Bool {
        let row = Dictionary(zip(names, values)) { first, _ in first }
        guard let endings = tables.first(where: { $0.name == table })?.endings, !endings.isEmpty,
            let app = row["app"], let identifier = row["identifier"], row["repeats"] != 1.databaseValue
        else { return false }
        let last = try String.fetchOne(
            db, sql: "SELECT kind FROM event WHERE app = ? AND identifier = ? ORDER BY cursor DESC LIMIT 1",
            arguments: [app, identifier])
        return last.map(endings.contains) ?? false
    }

    /// Makes a table's next row id larger than all ids that may have been used, because no id is used twice.
    private static func leap(_ table: String, _ db: Database) throws {
        let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM \(table)") ?? 0
        try db.execute(sql: beginSequence, arguments: [table])
        try db.execute(sql: raiseSequence, arguments: [table, min(last, .max / 2) + numbersOfADay])
    }
}
