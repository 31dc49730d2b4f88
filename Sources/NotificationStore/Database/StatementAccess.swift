// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A family of statements, each of which is prepared once; the raw value is its SQL.
protocol StatementFamily: RawRepresentable<String> {}

extension Query: StatementFamily {}
extension OccurrenceQuery: StatementFamily {}
extension TimeQuery: StatementFamily {}
extension TransferQuery: StatementFamily {}
extension PlaceQuery: StatementFamily {}
extension HistoryQuery: StatementFamily {}
extension UndoQuery: StatementFamily {}

/// Runs statements in a transaction.
protocol StatementAccess {
    var db: Database { get }
}

extension StatementAccess {
    func execute(_ query: some StatementFamily, _ arguments: StatementArguments = StatementArguments()) throws {
        try execute(sql: query.rawValue, arguments)
    }

    func execute(sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows<T>(
        _ query: some StatementFamily, _ arguments: StatementArguments, _ transform: (Row) throws -> T
    ) throws -> [T] {
        try rows(sql: query.rawValue, arguments, transform)
    }

    func rows<T>(sql: String, _ arguments: StatementArguments, _ transform: (Row) throws -> T) throws -> [T] {
        var values: [T] = []
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { values.append(try transform(row)) }
        return values
    }

    /// Reads rows up to a total weight of `limit`; stops reading and returns nil if the rows weigh more.
    func rows<T: WeighedRow>(_ query: some StatementFamily, _ arguments: StatementArguments, upTo limit: Int) throws
        -> [T]?
    {
        try rows(sql: query.rawValue, arguments, upTo: limit)
    }

    func rows<T: WeighedRow>(sql: String, _ arguments: StatementArguments, upTo limit: Int) throws -> [T]? {
        var values: [T] = []
        var weight = 0
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            let value = try T(row)
            weight += value.weight
            guard weight <= limit else { return nil }
            values.append(value)
        }
        return values
    }

    /// Reads rows one at a time, until `body` returns false.
    func each(_ query: some StatementFamily, _ arguments: StatementArguments, _ body: (Row) throws -> Bool) throws {
        try each(sql: query.rawValue, arguments, body)
    }

    func each(
        sql: String, _ arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Bool
    ) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next(), try body(row) {}
    }

    func row<T>(
        _ query: some StatementFamily, _ arguments: StatementArguments, _ transform: (Row) throws -> T
    ) throws -> T? {
        try row(sql: query.rawValue, arguments, transform)
    }

    func row<T>(sql: String, _ arguments: StatementArguments, _ transform: (Row) throws -> T) throws -> T? {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        guard let row = try rows.next() else { return nil }
        let value = try transform(row)
        // The cursor is read to its end, because only then GRDB counts the statement as executed.
        while try rows.next() != nil {}
        return value
    }

    /// Returns the text of every column of every row; for checks such as `PRAGMA integrity_check`.
    func texts(_ sql: String) throws -> [[String]] {
        let statement = try db.makeStatement(sql: sql)
        // The parameters need no values, because the statement is only explained.
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { row in
            row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
        }
    }

    /// The number of rows that the last statement inserted, changed or deleted, not counting SQL triggers.
    var changes: Int { db.changesCount }
    var lastInsertedID: Int64 { db.lastInsertedRowID }
}
