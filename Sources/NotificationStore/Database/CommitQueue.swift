// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Synchronization

// A commit costs one wait for the disk, so operations that arrive during a commit share the next commit. The queue runs
// all waiting operations in the order of arrival, inside one transaction. Each write has its own savepoint, so that a
// failed write undoes only its own work. Then the queue commits, passes on the logged events, and completes the
// operations in the same order. Reads wait in the same queue: they see the writes that were requested before them, and
// a caller gets a result only after it is on disk.
//
// Two failures affect more than one operation. First, SQLite may roll back the whole transaction when a statement
// fails, because of a full disk or a failed read. Then the queue reports the error to that operation's caller and runs
// the other operations again from the start; operations only touch the database, so they can be repeated. Second, the
// transaction may fail to begin or to commit, because the file is locked or the disk is full. Then all writes of the
// batch have failed, and the reads run again without them.

/// The queue of all operations on the database.
final class CommitQueue: Sendable {
    private struct Line {
        var waiting: [Operation] = []
        var isScheduled = false
        var isClosed = false
        /// Numbers of notifications that the server has closed, until a committed write has settled them, each with the
        /// value that `lastNote` then had; the next write deletes the numbers from `unclosed`.
        var closed: [ServerNumber: UInt64] = [:]
        var lastNote: UInt64 = 0
    }

    private let database: DatabaseQueue
    private let line = Mutex(Line())
    private let identity: StoreIdentity?
    private let eventHandler = Mutex(EventHandler())
    private let faultHandler = Mutex(FaultHandler())
    private let historyLimits = Mutex(HistoryLimits())

    /// Holds the event handler's closure: a mutex of the closure itself would wrap the closure again at each access.
    private struct EventHandler {
        var call: (@Sendable ([EventRecord]) -> Void)?
    }

    /// Holds the fault handler's closure, for the same reason as ``EventHandler``.
    private struct FaultHandler {
        var call: (@Sendable (StoreError) -> Void)?
    }

    /// Takes over an open database; `identity` is nil for a database in memory.
    init(_ database: DatabaseQueue, identity: StoreIdentity?) {
        self.database = database
        self.identity = identity
    }

    func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        faultHandler.withLock { $0.call = handler }
    }

    func setHistoryLimits(_ limits: HistoryLimits) { historyLimits.withLock { $0 = limits } }

    func setEventHandler(_ handler: @escaping @Sendable ([EventRecord]) -> Void) {
        eventHandler.withLock { $0.call = handler }
    }

    /// Remembers that the server has closed the notification with a number; see ``NotificationStore/noteClosed(_:)``.
    func noteClosed(_ place: ServerNumber) {
        line.withLock { line in
            line.lastNote += 1
            line.closed[place] = line.lastNote
        }
    }

    /// Forgets that a number was closed, because a notification has this number again.
    func forgetNote(of place: ServerNumber) { line.withLock { $0.closed[place] = nil } }

    /// Appends an operation. It is completed exactly once, on the queue.
    func enqueue(_ operation: Operation) {
        let (isClosed, mustSchedule) = line.withLock { line in
            if line.isClosed { return (true, false) }
            line.waiting.append(operation)
            defer { line.isScheduled = true }
            return (false, !line.isScheduled)
        }
        if isClosed { operation.fail(StoreError.closed) }
        if mustSchedule { database.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    /// Completes the waiting operations, then closes the file. Must not be called on the queue.
    func close() {
        line.withLock { $0.isClosed = true }
        database.writeWithoutTransaction { drain($0) }
        // If closing fails, SQLite recovers the file when it is opened again.
        try? database.close()
    }

    /// Refuses further operations, completes the waiting operations, and writes the database into a new file. Must not
    /// be called on the queue.
    func save(to path: String) throws {
        line.withLock { $0.isClosed = true }
        try database.writeWithoutTransaction { db in
            drain(db)
            try SyncedFile.vacuum(db, into: path)
        }
    }

    private func drain(_ db: Database) {
        while true {
            // The closed numbers are read together with the batch: if a number is noted later, perhaps only an
            // operation of the next batch adds it to the table `unclosed`.
            let (batch, closed) = line.withLock { line in
                defer { line.waiting = [] }
                if line.waiting.isEmpty { line.isScheduled = false }
                return (line.waiting, line.closed)
            }
            if batch.isEmpty { return }
            commit(batch, closed, db)
        }
    }

    private func commit(_ batch: [Operation], _ closed: [ServerNumber: UInt64], _ db: Database) {
        var failures: [Int: any Error] = [:]
        var attempt = run(batch, closed, sparing: &failures, db)
        while case .repeat = attempt { attempt = run(batch, closed, sparing: &failures, db) }
        failures.values.forEach(tellOfFault)
        switch attempt {
        case .committed(let completions, let events):
            if !events.isEmpty { eventHandler.withLock { $0.call }?(events) }
            for (index, operation) in batch.enumerated() {
                if let error = failures[index] { operation.fail(error) } else { completions[index]?() }
            }
        case .failed(let error):
            tellOfFault(error)
            for (index, operation) in batch.enumerated() { operation.fail(failures[index] ?? error) }
        case .repeat: break
        }
    }

    /// Reports damage or deletion of the database, which a retry cannot fix, to the fault handler.
    func tellOfFault(_ error: any Error) {
        let error = StoreError(error)
        if error.isDamage || error == .deleted { faultHandler.withLock { $0.call }?(error) }
    }

    private enum Attempt {
        case committed([Int: @Sendable () -> Void], events: [EventRecord])
        case failed(any Error)
        /// SQLite rolled back the transaction because of an operation, which is among the failures now.
        case `repeat`
    }

    /// Runs all operations of the batch that have not failed, once; adds those that fail to `failures`.
    private func run(
        _ batch: [Operation], _ closed: [ServerNumber: UInt64], sparing failures: inout [Int: any Error],
        _ db: Database
    ) -> Attempt {
        let transaction = Transaction(db, history: historyLimits.withLock(\.self))
        var completions: [Int: @Sendable () -> Void] = [:]
        // A single write needs no savepoint, which would keep a copy of every page that the write touches.
        let writers = batch.indices.count { batch[$0].writes && failures[$0] == nil }
        do {
            if db.isInsideTransaction { try db.rollback() }
            if writers > 0, let identity, !identity.holds { throw StoreError.deleted }
            try db.beginTransaction(writers > 0 ? .immediate : .deferred)
            for (index, operation) in batch.enumerated() where failures[index] == nil {
                do {
                    completions[index] =
                        operation.writes && writers > 1
                        ? try transaction.inSavepoint { try operation.run(transaction) }
                        : try operation.run(transaction)
                } catch {
                    failures[index] = error
                    if operation.writes, writers == 1 { try? db.rollback() }
                    if !db.isInsideTransaction { return .repeat }
                }
            }
            let gone = writers > 0 ? closed : [:]
            // An operation that ends an occurrence adds the occurrence's number to `unclosed`, so closed numbers are
            // deleted from that table after all operations.
            try transaction.forgetUnclosed(gone.keys)
            // A number that an occurrence still has stays in `closed`: the occurrence's end adds it to `unclosed`.
            let spent = try gone.filter { try !transaction.isShown($0.key) }
            try transaction.prune()
            try db.commit()
            line.withLock { line in
                for (place, note) in spent where line.closed[place] == note { line.closed[place] = nil }
            }
            return .committed(completions, events: transaction.events)
        } catch {
            try? db.rollback()
            let rest = batch.indices.filter { failures[$0] == nil }
            guard writers > 0, rest.contains(where: { !batch[$0].writes }) else { return .failed(error) }
            // Reads do not need a writable store, so they run again without the writes.
            for index in rest where batch[index].writes { failures[index] = error }
            return .repeat
        }
    }
}

/// An operation in the queue: its work in the transaction, and the reply to its caller.
struct Operation: Sendable {
    /// Whether the operation may write; reads need no savepoint.
    let writes: Bool
    /// Does the operation's work, and returns a closure that completes the call after the commit.
    let run: @Sendable (Transaction) throws -> @Sendable () -> Void
    /// Completes the call with an error; none of the operation's changes are in the database.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        writes: Bool, _ body: @escaping @Sendable (Transaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.writes = writes
        run = { transaction in
            let value = try body(transaction)
            return { completion(.success(value)) }
        }
        fail = { completion(.failure($0)) }
    }
}
