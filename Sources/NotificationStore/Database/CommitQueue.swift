// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Synchronization

// A commit costs one wait for the disk, so operations that arrive while one is under way share the next.
// The queue takes everything that waits and runs it, in the order of arrival, inside one transaction:
// each write in a savepoint of its own, so that one that fails takes back its own work and nobody
// else's. Then it commits, hands over the events that were logged, and completes the operations, still
// in order. Reads stand in the same line: they see what was asked for before them, and nothing is
// told to anyone before it is on disk.
//
// Two things can go wrong beyond a single operation. SQLite may take back the whole transaction when a
// statement fails (a full disk, a failed read); then the one who failed is told so, and the others run
// again from the start, which they can because they only touch the database. And the beginning or the
// commit may fail, as the file is locked or the disk full; then it has failed for all who write, and
// who only reads runs again without them.

/// The one line in front of the database.
final class CommitQueue: Sendable {
    private struct Line {
        var waiting: [Operation] = []
        var isScheduled = false
        var isClosed = false
        /// Server numbers closed since the last commit, each with its sequence number; the next write deletes them.
        var closed: [ServerNumber: UInt64] = [:]
        var lastNote: UInt64 = 0
    }

    private let database: DatabaseQueue
    private let line = Mutex(Line())
    private let identity: StoreIdentity?
    private let eventHandler = Mutex(EventHandler())
    private let faultHandler = Mutex(FaultHandler())

    /// A closure that is the mutex's own value comes out, and goes back in, wrapped once more each time.
    private struct EventHandler {
        var call: (@Sendable ([EventRecord]) -> Void)?
    }

    /// As ``EventHandler``.
    private struct FaultHandler {
        var call: (@Sendable (StoreError) -> Void)?
    }

    /// A database that is open; `identity` is nil in memory.
    init(_ database: DatabaseQueue, identity: StoreIdentity?) {
        self.database = database
        self.identity = identity
    }

    func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        faultHandler.withLock { $0.call = handler }
    }

    func setEventHandler(_ handler: @escaping @Sendable ([EventRecord]) -> Void) {
        eventHandler.withLock { $0.call = handler }
    }

    /// Notes that a number is off the screen; see ``NotificationStore/noteClosed(_:)``.
    func noteClosed(_ place: ServerNumber) {
        line.withLock { line in
            line.lastNote += 1
            line.closed[place] = line.lastNote
        }
    }

    /// Drops the note that a number is closed: something is shown under it again.
    func forgetNote(of place: ServerNumber) { line.withLock { $0.closed[place] = nil } }

    /// Puts an operation at the end of the line; it is completed exactly once, on the queue.
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

    /// Finishes what waits, then closes the file. Not from the queue itself.
    func close() {
        line.withLock { $0.isClosed = true }
        database.writeWithoutTransaction { drain($0) }
        // A close that fails leaves a file that SQLite recovers when it is opened next.
        try? database.close()
    }

    /// Takes nothing more, finishes what waits, and writes all of it into a new file. Not from the queue itself.
    func save(to path: String) throws {
        line.withLock { $0.isClosed = true }
        try database.writeWithoutTransaction { db in
            drain(db)
            try SyncedFile.vacuum(db, into: path)
        }
    }

    private func drain(_ db: Database) {
        while true {
            // The notes with the line: what is noted from now on may be of an operation that is in the next batch.
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

    /// Reports damage or deletion, which retrying cannot fix, to the fault handler.
    func tellOfFault(_ error: any Error) {
        let error = StoreError(error)
        if error.isDamage || error == .deleted { faultHandler.withLock { $0.call }?(error) }
    }

    private enum Attempt {
        case committed([Int: @Sendable () -> Void], events: [EventRecord])
        case failed(any Error)
        /// SQLite took back everything because of an operation that is now among the failures.
        case `repeat`
    }

    /// Runs the batch but for the failures once; adds to the failures.
    private func run(
        _ batch: [Operation], _ closed: [ServerNumber: UInt64], sparing failures: inout [Int: any Error],
        _ db: Database
    ) -> Attempt {
        let transaction = Transaction(db)
        var completions: [Int: @Sendable () -> Void] = [:]
        // A writer alone needs no savepoint, which would keep a copy of every page that it touches.
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
            // After the operations: it may be this very transaction that ends what was shown under the number.
            try transaction.forgetUnclosed(gone.keys)
            // As long as something has the number, its end is still to come: it would bring the number into the list again.
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
            // What only reads is none the worse for a store that can't be written: it runs again without the others.
            for index in rest where batch[index].writes { failures[index] = error }
            return .repeat
        }
    }
}

/// An operation in the queue: its work in the transaction, and the reply to its caller.
struct Operation: Sendable {
    /// Whether it may write; reads need no savepoint.
    let writes: Bool
    /// Does the work and returns how to tell the caller, once the transaction is committed.
    let run: @Sendable (Transaction) throws -> @Sendable () -> Void
    /// Tells the caller that nothing was done.
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
