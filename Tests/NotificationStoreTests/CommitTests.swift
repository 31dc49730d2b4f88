// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import NotificationModel
import Synchronization
import Testing

@testable import NotificationStore

/// What operations that wait in line together do to each other.
@Suite struct CommitTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    /// Holds the line up, lets the body put operations into it, and waits until all are done.
    private func together(_ body: (CommitQueue) throws -> Void) async throws {
        let gate = DispatchSemaphore(value: 0)
        // Opens for good: an operation may run more than once.
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
            _ = try transaction.add(addition, stored, waiting: &waiting).get()
        }
    }

    // Each commit wrapped the handler once more: calls became ever deeper, up to the end of the stack.
    @Test func `the event handler is called the same way after many commits`() async throws {
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

        // The queue may begin while the last ones still arrive; what waits by then goes into its next commit.
        let batches = commits.withLock { $0 }
        #expect(batches.count <= 3)
        #expect(batches.reduce(0, +) == 100)
        #expect(ends.withLock { $0 } == Array(0..<100))
        #expect(try await store.pending(app: app).count == 100)
    }

    @Test func `callers that come at once share commits`() async throws {
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

    @Test func `a read sees what was asked for before it, and not what came later`() async throws {
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

    @Test func `one that fails takes back its own work and nobody else's`() async throws {
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

    @Test func `a transaction that SQLite takes back is done again without the one who caused it`() async throws {
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

    @Test func `a refusal alone in its commit changes nothing`() async throws {
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
