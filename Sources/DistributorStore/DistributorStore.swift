// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import Synchronization

/// The registrations and the messages of a distributor, on disk.
///
/// Each method is one transaction, whose changes are on disk when it returns. The methods block, so callers use them
/// off the event loop. If a method throws ``DistributorStoreError``, nothing has changed.
package final class DistributorStore: Sendable {
    /// The path of the database.
    package let path: String
    /// The path to which a damaged database was moved when this store was opened; nil if the database was not damaged.
    package let damagedPath: String?
    package let limits: StoreLimits
    private let folder: DistributorFolder
    private let database: DatabaseQueue
    /// Whether the database is closed. GRDB passes a null pointer to SQLite if a closed connection is used.
    private let isClosed = Mutex(false)

    /// Opens the store of a folder, and makes the folder and the store if they are missing.
    ///
    /// A damaged database is moved aside, and a new one takes its place.
    ///
    /// - Parameters:
    ///   - folder: An absolute path. The folder becomes 0700, the file in it 0600.
    ///   - limits: The store's limits; tests pass their own.
    /// - Throws: ``DistributorStoreError``: no permission, another process has the store, or a newer version wrote it.
    package init(at folder: String, limits: StoreLimits = StoreLimits()) throws(DistributorStoreError) {
        let place = try DistributorFolder(folder)
        let path = try place.prepare()
        (self.folder, self.path, self.limits) = (place, path, limits)
        do {
            database = try Self.open(path)
            damagedPath = nil
        } catch  where DistributorStoreError(error, path).isDamage {
            damagedPath = try place.moveAside()
            do {
                database = try Self.open(try place.prepare())
            } catch {
                throw DistributorStoreError(error, path)
            }
        } catch {
            throw DistributorStoreError(error, path)
        }
    }

    /// Closes the database, so that another process may use the folder. Later operations throw an error.
    package func close() {
        closeFile()
        folder.unlock()
    }

    /// Moves a damaged database aside, so that the next process begins with a new one; this store is no longer usable.
    ///
    /// - Returns: The path to which the database was moved.
    package func moveAside() throws(DistributorStoreError) -> String {
        closeFile()
        return try folder.moveAside()
    }

    private func closeFile() {
        isClosed.withLock { isClosed in
            isClosed = true
            // If the close fails, SQLite recovers the database when it is opened next.
            try? database.close()
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "org.belfry.distributor"
        configuration.busyMode = .timeout(1)
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    PRAGMA journal_size_limit = 1048576;
                    PRAGMA cache_size = -500;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA mmap_size = 0;
                    """)
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        do {
            let migrator = DistributorSchema.migrator
            guard try !database.read(migrator.hasBeenSuperseded) else {
                throw DistributorStoreError(
                    "\(path) was written by a newer version of belfry-distributor; this one leaves it alone")
            }
            let isSound = try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") == "ok" }
            guard isSound else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            try migrator.migrate(database)
            return database
        } catch {
            try? database.close()
            throw error
        }
    }

    func write<Value: Sendable>(_ body: (StoreTransaction) throws -> Value) throws(DistributorStoreError) -> Value {
        try whileOpen { try database.write { try body(StoreTransaction(db: $0, limits: limits)) } }
    }

    func read<Value: Sendable>(_ body: (StoreTransaction) throws -> Value) throws(DistributorStoreError) -> Value {
        try whileOpen { try database.read { try body(StoreTransaction(db: $0, limits: limits)) } }
    }

    private func whileOpen<Value: Sendable>(_ body: () throws -> Value) throws(DistributorStoreError) -> Value {
        do {
            return try isClosed.withLock { isClosed in
                guard !isClosed else { throw DistributorStoreError("\(path) is closed") }
                return try body()
            }
        } catch {
            throw DistributorStoreError(error, path)
        }
    }
}

/// A transaction of the store, whose statements are prepared once for each connection.
struct StoreTransaction {
    let db: Database
    let limits: StoreLimits

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ value: (Row) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        let cursor = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try cursor.next() { values.append(try value(row)) }
        return values
    }

    func row<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ value: (Row) throws -> Value
    ) throws -> Value? {
        try rows(sql, arguments, value).first
    }

    func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try row(sql, arguments) { $0[0] } ?? 0
    }

    func drop(_ number: Int, _ reason: DropReason) throws {
        guard number > 0 else { return }
        try execute(
            """
            INSERT INTO dropped (reason, count) VALUES (?, ?)
                ON CONFLICT (reason) DO UPDATE SET count = count + excluded.count
            """, [reason.rawValue, number])
    }
}
