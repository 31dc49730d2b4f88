// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Rows that SQLite can read and that can't be decoded, because a page in the middle of the row is damaged or lost.
extension StoreRebuild {
    /// The tables whose rows contain a request, each with the statement that copies a row to the table `unreadable`.
    private static let requests: [(name: String, setAside: String)] = [
        ("pending", Query.setUnreadableAside.rawValue), ("occurrence", Query.setOccurrenceAside.rawValue),
        (
            "missed",
            """
            INSERT INTO unreadable (app, identifier, due, request, schedule)
            SELECT app, identifier, due, request, schedule FROM missed WHERE id = ?
            """
        ),
    ]

    /// Finds the rows that can't be decoded. They do not count as recovered, and rows of a backup replace them.
    mutating func findUndecodable() throws {
        undecodable = try database.read { db in try Self.undecodable(db).mapValues { Set($0.keys) } }
        for (table, keys) in undecodable { gaps[table, default: []] += keys.map { $0...$0 } }
    }

    /// Moves to the table `unreadable` the unreadable rows that no backup could replace, and logs each row.
    func setUndecodableAside(at date: Date) throws {
        try database.write { db in
            let transaction = Transaction(db)
            for (table, rows) in try Self.undecodable(db) {
                guard let setAside = Self.requests.first(where: { $0.name == table })?.setAside else { continue }
                for (id, name) in rows {
                    try transaction.execute(sql: setAside, [id])
                    try transaction.execute(sql: "DELETE FROM \(table) WHERE id = ?", [id])
                    try transaction.logUnreadable(app: name.app, identifier: name.identifier, at: date)
                }
            }
        }
    }

    /// Returns the application and the request's identifier of each row that can't be decoded, by table and key.
    private static func undecodable(_ db: Database) throws -> [String: [Int64: (app: String, identifier: String)]] {
        var result: [String: [Int64: (app: String, identifier: String)]] = [:]
        for (table, _) in requests {
            let rows = try Row.fetchCursor(db, sql: "SELECT id, app, identifier, request, schedule FROM \(table)")
            while let row = try rows.next() {
                let request = Data.fromDatabaseValue(row[3]) ?? Data()
                let stored = StoredRequest(request: request, trigger: Data.fromDatabaseValue(row[4]))
                guard (try? stored.decoded()) == nil else { continue }
                result[table, default: [:]][row[0]] = (row[1], row[2])
            }
        }
        return result
    }
}
