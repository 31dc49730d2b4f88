// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Reads a store that may be damaged anywhere, as far as SQLite can still read its rows.
///
/// A table is read in the order of its key. After an unreadable page, the reader looks for the next readable key, so
/// that only the rows of that page are lost. Nothing is written, and indexes are not trusted.
struct DamagedStore {
    /// The ranges of unreadable keys of a table whose keys are numbers.
    typealias Gaps = [ClosedRange<Int64>]

    /// The range of all keys. Imported events have at most as many keys of 0 and less as the log keeps events.
    static let everything: Gaps = [-Transaction.keptEvents...Int64.max - 2 * Transaction.keptEvents]

    private let database: DatabaseQueue

    /// Opens the file; nil if not even the list of its tables is readable.
    ///
    /// - Throws: ``StoreError`` if the file is not the cause of the failure, or a newer Belfry has written it.
    init?(path: String) throws {
        do {
            database = try .reading(path, label: "org.belfry.store.damaged") {
                // Without `writable_schema`, SQLite reads nothing of a file that is shorter than its first page says.
                try $0.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA writable_schema = ON")
            }
        } catch let error as DatabaseError where StoreError(error).isDamage {
            return nil
        }
        guard try !isNewer() else { throw Schema.newer }
    }

    /// Tells whether a newer version of Belfry has written the store; false if its version is unreadable.
    private func isNewer() throws -> Bool {
        do {
            return try database.inDatabase { try Schema.migrator.hasBeenSuperseded($0) }
        } catch let error as DatabaseError where StoreError(error).isDamage {
            return false
        }
    }

    func close() { try? database.close() }

    /// Reads the columns of a table; returns none if there is no such table, or its columns are unreadable.
    func columns(of table: String) -> [String] {
        (try? database.inDatabase { try $0.columns(in: table).map(\.name) }) ?? []
    }

    /// Reads the number that a statement returns; nil if the number is unreadable.
    func number(_ sql: String) -> Int64? { (try? database.inDatabase { try Int64.fetchOne($0, sql: sql) }) ?? nil }

    /// Calls `body` with every readable row of a table whose keys are numbers, in these ranges of keys.
    ///
    /// - Returns: The ranges of keys in which there may be unreadable rows.
    /// - Throws: The error of `body`.
    func rows(
        of table: String, _ columns: [String], key: String, in ranges: Gaps, _ body: (Row) throws -> Void
    ) throws -> Gaps {
        let sql = """
            SELECT \(key), \(columns.joined(separator: ", ")) FROM \(table) NOT INDEXED
            WHERE \(key) BETWEEN ? AND ? ORDER BY \(key)
            """
        return try database.inDatabase { db in
            var gaps: Gaps = []
            for range in ranges {
                var next = range.lowerBound
                while next <= range.upperBound {
                    let isRead = try Self.read(db, sql, [next, range.upperBound]) { row in
                        // A damaged page may contain any number as a key.
                        guard let key = Int64.fromDatabaseValue(row[0]), key >= next, key <= range.upperBound else {
                            return
                        }
                        try body(row)
                        next = key + 1
                    }
                    if isRead || next > range.upperBound { break }
                    let end = Self.readable(db, table, key: key, after: next, through: range.upperBound)
                    gaps.append(next...(end ?? range.upperBound + 1) - 1)
                    next = end ?? range.upperBound + 1
                }
            }
            return gaps
        }
    }

    /// The number of keys after an unreadable key that are tried one by one. For further keys the steps grow, because a
    /// gap may be large, and a gap at the end of the table reaches to the largest possible key.
    private static let singleSteps: Int64 = 64

    /// Returns the first readable key after an unreadable one; nil if there is none.
    private static func readable(
        _ db: Database, _ table: String, key: String, after first: Int64, through last: Int64
    ) -> Int64? {
        let sql = "SELECT \(key) FROM \(table) NOT INDEXED WHERE \(key) BETWEEN ? AND ? ORDER BY \(key) LIMIT 1"
        func isReadable(_ key: Int64) -> Bool { (try? read(db, sql, [key, last]) { _ in }) == true }
        let width = last - first
        var (failed, step) = (first, Int64(1))
        while step <= width {
            let key = first + step
            guard isReadable(key) else {
                if step == width { return nil }
                failed = key
                step = step < singleSteps ? step + 1 : step > width / 2 ? width : step * 2
                continue
            }
            var found = key
            while found - failed > 1 {
                let middle = failed + (found - failed) / 2
                if isReadable(middle) { found = middle } else { failed = middle }
            }
            return found
        }
        return nil
    }

    /// Calls `body` with every row that can be read from either end of a table whose keys are not numbers.
    ///
    /// - Returns: Whether all rows of the table were read.
    func rows(of table: String, _ columns: [String], order: [String], _ body: (Row) throws -> Void) throws -> Bool {
        let list = columns.joined(separator: ", ")
        return try database.inDatabase { db in
            let forth = order.joined(separator: ", ")
            if try Self.read(db, "SELECT \(list) FROM \(table) ORDER BY \(forth)", [], body) { return true }
            let back = order.map { $0 + " DESC" }.joined(separator: ", ")
            _ = try Self.read(db, "SELECT \(list) FROM \(table) ORDER BY \(back)", [], body)
            return false
        }
    }

    /// Calls `body` with a statement's rows; returns whether all rows were read. Throws the error of `body`.
    private static func read(
        _ db: Database, _ sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Void
    ) throws -> Bool {
        var failure: (any Error)?
        do {
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
            while let row = try rows.next() {
                do { try body(row) } catch {
                    failure = error
                    break
                }
            }
        } catch {
            return false
        }
        if let failure { throw failure }
        return true
    }
}
