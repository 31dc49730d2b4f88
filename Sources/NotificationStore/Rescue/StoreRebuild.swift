// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Glibc

/// A new store that is made from the readable part of a damaged store and, for the unreadable rows, from a backup.
struct StoreRebuild {
    /// A table whose keys are numbers, and the events which tell that a backup's row has ended since the backup.
    struct Table {
        let name: String
        var key = "id"
        var endings: [String] = []
    }

    /// The table of the events comes first, because they tell which rows have ended since the backup.
    static let tables = [
        Table(name: "event", key: "cursor"), Table(name: "category"),
        Table(name: "pending", endings: ["fired", "missed", "removed", "replaced"]),
        Table(name: "occurrence", endings: ["answered", "dismissed", "expired", "removed", "replaced"]),
        Table(name: "outbox", endings: ["acknowledged", "command", "opened", "dropped"]),
        Table(name: "missed", endings: ["removed", "replaced"]), Table(name: "ended"), Table(name: "unreadable"),
        Table(name: "wake"), Table(name: "history"),
    ]

    /// The small tables whose keys are not numbers, with the columns of each key.
    private static let others = [
        ("later", ["occurrence", "kind"]), ("pause", ["app"]), ("imported", ["file"]),
        ("registration", ["app", "instance"]), ("retired_token", ["token"]), ("disabled_extension", ["app", "kind"]),
        ("place", ["name"]), ("location_permission", ["app"]),
    ]

    /// The tables with a single row, which comes from the first source that has it, because that source is the newest.
    private static let singles = ["clock", "presenter", "push_choice"]

    /// The tables that a store of an earlier version may lack.
    private static let added: Set = [
        "imported", "registration", "retired_token", "wake", "push_choice", "disabled_extension",
        "place", "location_permission", "history",
    ]

    let database: DatabaseQueue
    /// The ranges of keys, by table, that no source could read.
    var gaps: [String: DamagedStore.Gaps] = [:]
    /// The keys, by table, of rows that can't be decoded.
    var undecodable: [String: Set<Int64>] = [:]
    private var lackingSingles = singles
    /// Whether the last source could be read completely.
    private(set) var isWhole = true

    /// Makes a new, empty store at a path where no file exists.
    init(path: String) throws {
        close(try SyncedFile.make(path))
        database = try DatabaseQueue(path: path).keptForEver()
        try Schema.migrate(database)
        for table in Self.tables { gaps[table.name] = DamagedStore.everything }
    }

    /// Inserts the readable rows of a source that the new store does not have yet.
    ///
    /// - Parameters:
    ///   - source: The damaged store, or a backup.
    ///   - isBackup: Whether the source is a backup. Its rows are inserted only if the damaged store could not be read
    ///     at their keys, and if the damaged store's log does not tell that they have ended since the backup.
    /// - Throws: An error from writing the new store's file; an unreadable part of the source is not an error.
    mutating func take(_ source: DamagedStore, isBackup: Bool) throws {
        var copy = self
        copy.isWhole = true
        try database.write { db in
            try copy.takeTables(of: source, into: db, isBackup)
            try copy.takeRest(of: source, into: db, isBackup)
        }
        self = copy
    }

    private mutating func takeTables(of source: DamagedStore, into db: Database, _ isBackup: Bool) throws {
        let end = isBackup ? source.number("SELECT max(cursor) FROM event") ?? .max : nil
        for table in Self.tables {
            guard let ranges = gaps[table.name], !ranges.isEmpty else { continue }
            let columns = try Self.columns(of: table.name, source, db)
            guard !columns.isEmpty else {
                if !Self.added.contains(table.name) { isWhole = false }
                continue
            }
            let insertion = Self.insertion(table.name, columns)
            let isOver = Self.isOver(table, columns)
            let left = try source.rows(of: table.name, columns, key: table.key, in: ranges) { row in
                if let end, let isOver, try isOver(db, row, end) { return }
                if isBackup, let id: Int64 = row[0], undecodable[table.name]?.remove(id) != nil {
                    try db.execute(sql: "DELETE FROM \(table.name) WHERE \(table.key) = ?", arguments: [id])
                }
                try Self.insert(db, insertion, StatementArguments(row.databaseValues.dropFirst()))
            }
            gaps[table.name] = left
            if !left.isEmpty { isWhole = false }
        }
    }

    private mutating func takeRest(of source: DamagedStore, into db: Database, _ isBackup: Bool) throws {
        for (name, order) in Self.others {
            let columns = try Self.columns(of: name, source, db)
            if columns.isEmpty, Self.added.contains(name) { continue }
            let isRead = try source.rows(of: name, columns, order: order) { row in
                try Self.insert(db, Self.insertion(name, columns), StatementArguments(row.databaseValues))
            }
            if !isRead { isWhole = false }
        }
        // The counters of the applications are not copied: SQL triggers count the rows as they are inserted.
        let isRead = try source.rows(of: "application", ["app", "badge", "authorization"], order: ["app"]) { row in
            try Self.insert(db, Self.application, StatementArguments(row.databaseValues) + [isBackup])
        }
        if !isRead { isWhole = false }
        for name in lackingSingles {
            let columns = try Self.columns(of: name, source, db)
            if columns.isEmpty, Self.added.contains(name) { continue }
            var isThere = false
            _ = try source.rows(of: name, columns, order: ["id"]) { row in
                try Self.insert(db, Self.insertion(name, columns, "REPLACE"), StatementArguments(row.databaseValues))
                isThere = true
            }
            if isThere { lackingSingles.removeAll { $0 == name } } else { isWhole = false }
        }
        // No row id is used twice, so the new tables continue after the largest id that the source has used.
        for name in ["occurrence", "outbox", "missed"] {
            guard let last = source.number("SELECT seq FROM sqlite_sequence WHERE name = '\(name)'") else { continue }
            try db.execute(sql: Self.beginSequence, arguments: [name])
            try db.execute(
                sql: Self.raiseSequence, arguments: [name, min(last, .max / 2) + (isBackup ? Self.numbersOfADay : 0)])
        }
    }

    /// Returns the number of decodable requests and notifications in the new store so far.
    func count() throws -> Int {
        let rows = try database.read { db in
            try Int.fetchOne(
                db,
                sql:
                    "SELECT (SELECT count(*) FROM pending) + (SELECT count(*) FROM occurrence) + (SELECT count(*) FROM missed)"
            )
                ?? 0
        }
        return rows - undecodable.values.reduce(0) { $0 + $1.count }
    }

    /// A number that is larger than the number of rows that can have been made since a backup.
    static let numbersOfADay: Int64 = 10_000_000

    /// Closes the new store's file, and waits until it is on disk.
    ///
    /// - Returns: The number of pending requests in it.
    func finish() throws -> Int {
        // The push distributors' tokens may have changed since the rows were written, so every registration is renewed.
        try database.write { try $0.execute(sql: RemoteQuery.renewRegistrations.rawValue) }
        let pending = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pending") ?? 0 }
        try database.close()
        SyncedFile.sync(database.path)
        return pending
    }

    /// Closes the new store's file after a failed rebuild.
    func abandon() { try? database.close() }

    // MARK: - SQL statements

    private static let application = """
        INSERT INTO application (app, badge, authorization) VALUES (?1, ?2, ?3)
        ON CONFLICT (app) DO UPDATE
        SET badge = iif(?4, badge, ?2), authorization = iif(?4, ifnull(authorization, ?3), ?3)
        """
    static let beginSequence = """
        INSERT INTO sqlite_sequence SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
        """
    static let raiseSequence = "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1"

    /// Returns a table's columns that both the source and the new store have; the source may be of an earlier version.
    private static func columns(of table: String, _ source: DamagedStore, _ db: Database) throws -> [String] {
        let own = Set(try db.columns(in: table).map(\.name))
        return source.columns(of: table).filter(own.contains)
    }

    static func insertion(_ table: String, _ columns: [String], _ conflict: String = "IGNORE") -> String {
        """
        INSERT OR \(conflict) INTO \(table) (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """
    }

    /// Inserts a row. A row that breaks a rule of the table is left out: it is damaged, although its page was readable.
    static func insert(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws {
        do {
            try db.cachedStatement(sql: sql).execute(arguments: arguments)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return
        }
    }

    /// Returns a function that looks in the event log whether a backup's row has ended since the backup; nil if no
    /// event can tell this for the table.
    private static func isOver(
        _ table: Table, _ columns: [String]
    ) -> ((Database, Row, _ since: Int64) throws -> Bool)? {
        guard !table.endings.isEmpty, columns.contains("app"), columns.contains("identifier") else { return nil }
        let kinds = table.endings.map { "'\($0)'" }.joined(separator: ", ")
        let sql = """
            SELECT 1 FROM event WHERE app = ? AND identifier = ? AND cursor > ? AND kind IN (\(kinds)) LIMIT 1
            """
        return { db, row, since in
            // A repeating request that has fired stays pending.
            if table.name == "pending", row["repeats"] == 1 { return false }
            let (app, identifier): (DatabaseValue, DatabaseValue) = (row["app"], row["identifier"])
            return try Int.fetchOne(db, sql: sql, arguments: [app, identifier, since]) != nil
        }
    }
}
