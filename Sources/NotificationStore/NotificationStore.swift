// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Glibc
package import NotificationModel
import Triggers

/// The requests, occurrences and responses of one person, on disk.
///
/// Each method is one transaction and is on disk when it returns. Operations take effect in the order of
/// the calls, a read sees what was written before it, and those that arrive together share a commit
/// (`CommitQueue.swift`). Each returns on its caller's executor.
///
/// Every method throws ``StoreError`` when the file can't be read or written; nothing is half done then.
// Why: each of its methods is a whole transaction that another stage asks for; the work in it is that of the tables.
package final class NotificationStore: Sendable {
    /// The database's file; nil in memory.
    let path: String?
    let queue: CommitQueue

    /// Opens the store of a folder, making both where they are missing.
    ///
    /// Its time and memory don't depend on how much the store holds.
    ///
    /// - Parameter folder: `$XDG_STATE_HOME/belfry`, an absolute path. It becomes 0700, the file in it 0600.
    /// - Throws: ``StoreError`` with a reason: not ours to open, locked, damaged, of a newer version.
    package convenience init(at folder: String) throws {
        let isNew = access("\(folder)/\(StoreFolder.fileName)", F_OK) != 0
        let path = try StoreFolder.prepare(folder)
        do {
            try self.init(path: path) { try DatabaseQueue(path: path, configuration: $0) }
        } catch {
            // Nothing was written: who comes next must not take it for one that was emptied.
            if isNew, !StoreRescue.hasContent(path) { unlink(path) }
            throw error
        }
    }

    /// A store that lives as long as the value does, for tests.
    package static func inMemory() throws -> NotificationStore {
        try NotificationStore(path: nil) { try DatabaseQueue(configuration: $0) }
    }

    private init(path: String?, open: (Configuration) throws -> DatabaseQueue) throws {
        do {
            let database = try open(Self.configuration)
            try Schema.migrate(database)
            try database.writeWithoutTransaction { try $0.execute(sql: OccurrenceQuery.markInterrupted.rawValue) }
            self.path = path
            queue = CommitQueue(database, identity: path.map { StoreIdentity(path: $0) })
        } catch {
            throw StoreError(error)
        }
    }

    /// Has `handler` called after each commit that logged events.
    ///
    /// On the store's queue, in commit order, before the operations of that commit return; there is one
    /// handler, and it must not wait for the store.
    package func setEventHandler(_ handler: @escaping @Sendable ([EventRecord]) -> Void) {
        queue.setEventHandler(handler)
    }

    /// Has `handler` called when an operation finds the file damaged, deleted or replaced.
    ///
    /// On the store's queue, before that operation throws, and again with each later one; it must not wait for the store.
    package func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        queue.setFaultHandler(handler)
    }

    /// Finishes what was asked for and closes the file.
    ///
    /// Operations that come later throw ``StoreError``. Not to be called from the event handler.
    package func close() {
        queue.close()
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "org.belfry.store"
        configuration.busyMode = .timeout(1)
        // CommitQueue rolls back by hand and never leaves a transaction open; GRDB would trap, we recover.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    PRAGMA journal_size_limit = 4194304;
                    PRAGMA cache_size = -2000;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA mmap_size = 0;
                    """)
        }
        return configuration
    }
}

extension NotificationStore {
    nonisolated(nonsending) func write<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await perform(writes: true, body)
    }

    nonisolated(nonsending) func read<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await perform(writes: false, body)
    }

    // Optimized (Swift 6.3), it stays on the pool when the continuation had to wait, and the caller, which relies on
    // `nonsending`, goes on there: the hop back is taken for dead before a return.
    @_optimize(none)
    private nonisolated(nonsending) func perform<Value: Sendable>(
        writes: Bool, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                queue.enqueue(Operation(writes: writes, body) { continuation.resume(with: $0) })
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw StoreError(error)
        }
    }
}
