// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Glibc
package import NotificationModel
import Triggers

/// The requests, occurrences and responses of one person, on disk.
///
/// Each method is one transaction, whose changes are on disk when it returns. Operations take effect in the order of
/// the calls, and a read sees all earlier writes. Operations that arrive together share a commit (`CommitQueue.swift`).
/// Each method returns on its caller's executor.
///
/// Every method throws ``StoreError`` if the file can't be read or written; then it has changed nothing.
// Why: the type has many methods, because each is a whole transaction for another module; other types do the work.
package final class NotificationStore: Sendable {
    /// The path of the database; nil for a store in memory.
    let path: String?
    let queue: CommitQueue
    /// The runs of service extensions that ended with the previous agent.
    let interruptedRuns: [InterruptedRun]

    /// Opens the store in a folder; makes the folder and the store if they are missing.
    ///
    /// The time and memory that opening needs do not depend on the size of the store.
    ///
    /// - Parameter folder: `$XDG_STATE_HOME/belfry`, an absolute path. Its mode becomes 0700, that of the file 0600.
    /// - Throws: ``StoreError`` with the reason: no permission, a locked or damaged file, or a newer version.
    package convenience init(at folder: String) throws {
        let isNew = access("\(folder)/\(StoreFolder.fileName)", F_OK) != 0
        let path = try StoreFolder.prepare(folder)
        do {
            try self.init(path: path) { try DatabaseQueue(path: path, configuration: $0) }
        } catch {
            // Nothing was written; the next agent must not take the empty file for a store that has lost its content.
            if isNew, !StoreRescue.hasContent(path) { unlink(path) }
            throw error
        }
    }

    /// Makes a store in memory, for tests.
    package static func inMemory() throws -> NotificationStore {
        try NotificationStore(path: nil) { try DatabaseQueue(configuration: $0) }
    }

    private init(path: String?, open: (Configuration) throws -> DatabaseQueue) throws {
        do {
            let database = try open(Self.configuration)
            try Schema.migrate(database)
            interruptedRuns = try database.writeWithoutTransaction { db in
                try db.execute(sql: OccurrenceQuery.markInterrupted.rawValue)
                return try InterruptedRun.endAll(db)
            }
            self.path = path
            queue = CommitQueue(database, identity: path.map { StoreIdentity(path: $0) })
        } catch {
            throw StoreError(error)
        }
    }

    /// Sets a handler that is called after each commit that has logged events.
    ///
    /// The handler is called on the store's queue, in the order of the commits, before the operations of the commit
    /// return. The store has only one event handler, which must not wait for the store.
    package func setEventHandler(_ handler: @escaping @Sendable ([EventRecord]) -> Void) {
        queue.setEventHandler(handler)
    }

    /// Sets a handler that is called when an operation finds the database damaged, deleted or replaced.
    ///
    /// The handler is called on the store's queue, before that operation throws, and again for each later operation
    /// that fails so. The handler must not wait for the store.
    package func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) { queue.setFaultHandler(handler) }

    /// Completes the waiting operations and closes the file.
    ///
    /// Later operations throw ``StoreError``. The event handler must not call this function.
    package func close() { queue.close() }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "org.belfry.store"
        configuration.busyMode = .timeout(1)
        // CommitQueue rolls transactions back. Without this option GRDB would crash where CommitQueue can recover.
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
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await perform(writes: true, body)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await perform(writes: false, body)
    }

    // Without this attribute, Swift 6.3 optimizes the hop back to the caller's executor away, because a return follows.
    // If the continuation had to wait, the caller would then continue on the global executor, although
    // `nonisolated(nonsending)` promises the caller's own executor.
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
