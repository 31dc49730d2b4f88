// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Testing
import Triggers

@testable import NotificationStore

/// The agent's actors use one thread, and rely on it after each call of the store.
///
/// Swift 6.3's optimizer once removed the hop back as dead code: run these tests with `-c release`, too.
@Suite struct ExecutorTests {
    @Test func `each call returns on its caller's executor`() async throws {
        let strays = try await Caller().strays(try .inMemory())

        #expect(strays == [])
    }

    // The rows of a long list were decoded on the agent's loop, where all other calls waited meanwhile.
    @Test func `many rows are decoded on the worker thread`() async throws {
        let names = try await NotificationStore.inMemory().list(
            decode: { (_: Int) in Thread.current.name }, fetch: { _ in Array(0..<100) })

        #expect(names.count == 100 && Set(names) == ["worker"])
    }
}

private final class QueueExecutor: SerialExecutor {
    static let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "caller")

    init() { queue.setSpecific(key: Self.key, value: true) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

private actor Caller {
    private let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var found: Set<String> = []

    /// The number of calls that returned on another thread.
    func strays(_ store: NotificationStore) async throws -> Set<String> {
        for _ in 0..<10 {
            _ = try await store.add(additions(40), atomically: true)
            note("a long list of additions")
            _ = try await store.add(additions(2), atomically: true)
            note("a short list of additions")
            _ = try await store.pending(app: app)
            note("a long list")
            _ = try await store.pendingOutlines(app: app, page: ListPage(limit: 100))
            note("a long page")
            _ = try await store.pending(app: app, identifiers: ["1"])
            note("a short list")
            _ = try await store.nextDue()
            note("a value")
            try await store.setPresenter(nil)
            note("nothing")
            try await store.recomputeCalendarDates { _, _, _ in nil }
            note("several transactions")
            _ = try? await store.snooze(app: app, identifier: "unknown", until: noon, at: noon)
            note("a refusal")
        }
        return found
    }

    private func additions(_ count: Int) -> [Addition] {
        (0..<count).map { Addition(app: app, request: request("\($0)"), due: .at(noon), addedAt: noon) }
    }

    private func note(_ call: String) {
        if DispatchQueue.getSpecific(key: QueueExecutor.key) == nil { found.insert(call) }
    }
}
