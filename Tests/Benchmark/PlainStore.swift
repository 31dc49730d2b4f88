// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationStore

/// The peer of the agent's store: the same schema and settings, but only INSERT statements.
final class PlainStore {
    /// The rows of `pending` and `event` for one added request, without their ids.
    struct Rows {
        let pending: [DatabaseValue]
        let event: [DatabaseValue]
    }

    private let database: DatabaseQueue
    private let source: DatabaseQueue
    private var lastID: Int64 = 0
    private var lastCursor: Int64 = 0

    private static let pendingColumns =
        "app, identifier, snoozed, due, added, fired, moves, repeats, parent, request, schedule"
    private static let eventColumns = "app, identifier, kind, date, detail"

    /// - Parameters:
    ///   - folder: Folder of the new store.
    ///   - sourceFolder: Folder of the agent's store, whose rows are copied.
    /// - Throws: Errors of GRDB and the store.
    init(in folder: String, rowsFrom sourceFolder: String) throws {
        try NotificationStore(at: folder).close()
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // The same settings as in NotificationStore.
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304;
                    PRAGMA cache_size = -2000; PRAGMA mmap_size = 0;
                    """)
        }
        database = try DatabaseQueue(path: Self.file(folder), configuration: configuration)
        configuration = Configuration()
        configuration.readonly = true
        source = try DatabaseQueue(path: Self.file(sourceFolder), configuration: configuration)
    }

    static func file(_ folder: String) -> String { "\(folder)/belfry.sqlite" }

    /// Returns the rows that the agent's store has got since the previous call.
    func newRows(expected: Int) throws -> [Rows] {
        let (pending, events) = try source.read { db in
            (
                try Row.fetchAll(
                    db, sql: "SELECT \(Self.pendingColumns), id FROM pending WHERE id > ? ORDER BY id",
                    arguments: [lastID]),
                try Row.fetchAll(
                    db, sql: "SELECT \(Self.eventColumns), cursor FROM event WHERE cursor > ? ORDER BY cursor",
                    arguments: [lastCursor])
            )
        }
        guard pending.count == expected, events.count == expected else {
            throw MeasurementError("\(expected) adds left \(pending.count) requests and \(events.count) events")
        }
        lastID = pending.last?["id"] ?? lastID
        lastCursor = events.last?["cursor"] ?? lastCursor
        return zip(pending, events).map {
            Rows(pending: Array($0.databaseValues.dropLast()), event: Array($1.databaseValues.dropLast()))
        }
    }

    func insert(_ rows: [Rows], rowsPerTransaction: Int) throws {
        for start in stride(from: 0, to: rows.count, by: rowsPerTransaction) {
            try database.write { db in
                let pending = try db.cachedStatement(sql: Self.insertion("pending", Self.pendingColumns))
                let event = try db.cachedStatement(sql: Self.insertion("event", Self.eventColumns))
                for row in rows[start..<min(start + rowsPerTransaction, rows.count)] {
                    try pending.execute(arguments: StatementArguments(row.pending))
                    try event.execute(arguments: StatementArguments(row.event))
                }
            }
        }
    }

    private static func insertion(_ table: String, _ columns: String) -> String {
        let marks = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns)) VALUES (\(marks))"
    }
}
