// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import NotificationModel
import Synchronization
import Testing
import Triggers

@testable import NotificationStore

/// How queued operations affect each other.
@Suite struct CommitTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    /// Blocks the queue, lets the body submit operations, and waits until all are done.
    private func together(_ body: (CommitQueue) throws -> Void) async throws {
        let gate = DispatchSemaphore(value: 0)
        // Opens for good, because an operation may run more than once.
        store.queue.enqueue(
            Operation(writes: false) { _ in
                gate.wait()
                gate.signal()
            } completion: { _ in
            })
        try body(store.queue)
        gate.signal()
        _ = try await store.counts()
    }

    private func adding(_ name: String, due: Date = noon, quota: Quota = Quota(requests: 100)) throws
        -> @Sendable (Transaction) throws -> Void
    {
        let addition = Addition(app: app, request: request(name), due: .at(due), addedAt: noon, quota: quota)
        let stored = try StoredRequest(addition.request)
        return { transaction in
            var waiting: [String: WaitingLoad] = [:]
            _ = try transaction.pendingTable.add(addition, stored, waiting: &waiting).get()
        }
    }

    // Each commit wrapped the handler once more: calls became ever deeper, up to the end of the stack.
    @Test func `the event handler is called in the same way after many commits`() async throws {
        let depths = Mutex<[Int]>([])
        store.setEventHandler { _ in depths.withLock { $0.append(Thread.callStackReturnAddresses.count) } }

        for number in 0..<40 { try await store.add(request("\(number)")) }

        let all = depths.withLock { $0 }
        #expect(all.count == 40)
        #expect(try #require(all.max()) - #require(all.min()) < 10, "\(all)")
    }

    @Test func `operations that wait together share one commit and end in their order`() async throws {
        let commits = Mutex<[Int]>([])
        let ends = Mutex<[Int]>([])
        store.setEventHandler { events in commits.withLock { $0.append(events.count) } }

        try await together { queue in
            for number in 0..<100 {
                queue.enqueue(
                    Operation(writes: true, try adding("\(number)")) { _ in ends.withLock { $0.append(number) } })
            }
        }

        // The queue may begin while the last ones still arrive; operations that wait by then go into its next commit.
        let batches = commits.withLock { $0 }
        #expect(batches.count <= 3)
        #expect(batches.reduce(0, +) == 100)
        #expect(ends.withLock { $0 } == Array(0..<100))
        #expect(try await store.pending(app: app).count == 100)
    }

    @Test func `concurrent callers share commits`() async throws {
        let commits = Mutex(0)
        store.setEventHandler { _ in commits.withLock { $0 += 1 } }

        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            store.setEventHandler { _ in commits.withLock { $0 += 1 } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 { group.addTask { try await store.add(request("\(number)")) } }
                try await group.waitForAll()
            }
            #expect(try await store.counts().pending == 200)
        }

        #expect(commits.withLock { $0 } < 100)
    }

    @Test func `a read sees earlier operations, and not later ones`() async throws {
        let seen = Mutex<[Int]>([])

        try await together { queue in
            for number in 0..<3 {
                queue.enqueue(Operation(writes: true, try adding("\(number)")) { _ in })
                queue.enqueue(
                    Operation(writes: false) {
                        try $0.texts("SELECT id FROM pending").count
                    } completion: {
                        result in
                        seen.withLock { $0.append((try? result.get()) ?? -1) }
                    })
            }
        }

        #expect(seen.withLock { $0 } == [1, 2, 3])
    }

    // A read failed together with the writes in its batch.
    @Test func `a read succeeds while another program holds the store locked`() async throws {
        try await withFolder { folder in
            let (store, other) = (try NotificationStore(at: folder), try NotificationStore(at: folder))
            try await store.add(request("tea"))
            let release = DispatchSemaphore(value: 0)
            await withCheckedContinuation { held in
                other.queue.enqueue(
                    Operation(writes: true) { transaction in
                        _ = try transaction.texts("UPDATE presenter SET owner = 'x'")
                        held.resume()
                        release.wait()
                    } completion: { _ in
                    })
            }
            let failures = Mutex(0)

            let rows = try await withCheckedThrowingContinuation { continuation in
                // The second write is in one batch with the reads.
                for name in ["a", "b"] {
                    store.queue.enqueue(
                        Operation(writes: true) {
                            _ = try $0.texts("INSERT INTO pause VALUES ('\(name)', 1)")
                        } completion: { result in
                            if case .failure = result { failures.withLock { $0 += 1 } }
                        })
                }
                store.queue.enqueue(
                    Operation(writes: false) {
                        try $0.texts("SELECT identifier FROM pending")
                    } completion: {
                        continuation.resume(with: $0)
                    })
            }

            #expect(rows == [["tea"]])
            #expect(failures.withLock { $0 } == 2)
            release.signal()
            _ = try await other.counts()
            #expect(try await store.pauses().isEmpty)
            try await store.add(request("coffee"))
        }
    }

    @Test func `a failing operation rolls back its own work and no other's`() async throws {
        let outcomes = Mutex<[String]>([])
        let told = Mutex<[String]>([])
        store.setEventHandler { events in told.withLock { $0 += events.map(\.identifier) } }

        try await together { queue in
            for name in ["a", "bad", "b"] {
                let add = try adding(name)
                let body: @Sendable (Transaction) throws -> Void = { transaction in
                    try add(transaction)
                    if name == "bad" { throw StoreError("no") }
                }
                queue.enqueue(
                    Operation(writes: true, body) { result in
                        outcomes.withLock { $0.append("\(name) \((try? result.get()) != nil)") }
                    })
            }
        }

        #expect(outcomes.withLock { $0 } == ["a true", "bad false", "b true"])
        #expect(told.withLock { $0 } == ["a", "b"])
        #expect(try await store.pendingNames() == ["a", "b"])
        #expect(try await store.events(app: app, limit: 10).map(\.cursor) == [1, 2])
    }

    @Test func `a transaction that SQLite rolls back is repeated without the operation at fault`() async throws {
        let outcomes = Mutex<[String]>([])

        try await together { queue in
            for name in ["a", "bad", "b"] {
                let add = try adding(name)
                let body: @Sendable (Transaction) throws -> Void = { transaction in
                    try add(transaction)
                    if name == "bad" {
                        _ = try transaction.texts("ROLLBACK")
                        throw StoreError("as a full disk would")
                    }
                }
                queue.enqueue(
                    Operation(writes: true, body) { result in
                        outcomes.withLock { $0.append("\(name) \((try? result.get()) != nil)") }
                    })
            }
        }

        #expect(outcomes.withLock { $0 } == ["a true", "bad false", "b true"])
        #expect(try await store.pendingNames() == ["a", "b"])
        #expect(try await store.events(app: app, limit: 10).map(\.identifier) == ["a", "b"])
    }

    @Test func `a single refusal in its commit changes nothing`() async throws {
        let answered = Mutex(false)

        try await together { queue in
            queue.enqueue(
                Operation(writes: false) {
                    try $0.texts("SELECT due FROM pending")
                } completion: { _ in
                })
            queue.enqueue(
                Operation(writes: true, try adding("a", quota: Quota(requests: 0))) { result in
                    answered.withLock { $0 = (try? result.get()) == nil }
                })
        }

        #expect(answered.withLock { $0 })
        #expect(try await store.pendingNames() == [])
    }

    @Test func `after closing, operations fail and nothing traps`() async throws {
        try await store.add(request("tea"))
        store.close()

        let error = await #expect(throws: StoreError.self) { try await store.add(request("coffee")) }
        #expect(error == StoreError("the store is closed"))
        await #expect(throws: StoreError.self) { try await store.nextDue() }
        store.close()
    }
}
