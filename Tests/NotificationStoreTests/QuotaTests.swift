// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import TestSupport
import Testing
import Triggers

@testable import NotificationStore

/// The limit on the size of an application's pending requests.
@Suite struct QuotaTests {
    private let store: NotificationStore

    init() throws { store = try NotificationStore.inMemory() }

    private func large(_ identifier: String, _ bytes: Int = 10_000) -> Request {
        request(identifier, title: String(repeating: "x", count: bytes))
    }

    private let room = Quota(bytes: 25_000)

    @Test func `requests beyond the size limit are refused, and nothing is lost`() async throws {
        try await store.add(large("one"), quota: room)
        try await store.add(large("two"), quota: room)
        let before = try await store.load().bytes

        let refusal = await #expect(throws: Refusal.self) { try await store.add(large("three"), quota: room) }

        #expect(refusal?.code == .tooManyRequests)
        let size = try StoredRequest(large("three")).size
        #expect(
            refusal?.message == """
                app "\(app)" has \(before) bytes of requests that wait, and this is \(size) more; the limit is 25000 bytes: \
                remove some, or raise requestMiB in config.toml
                """)
        #expect(try await store.pendingNames() == ["one", "two"])
        try await store.add(large("three"), app: "org.example.Other", quota: room)
        #expect(try await store.removePending(app: app, identifiers: ["one"], at: noon) == ["one"])
        try await store.add(large("three"), quota: room)
    }

    // A program could have added many small requests, and replaced each of them by a large one.
    @Test func `a replacement gets the room of the old request, and no more`() async throws {
        try await store.add(large("one"), quota: room)
        try await store.add(large("two"), quota: room)

        #expect(try await store.add(large("two"), quota: room) == .pending(due: noon, replaced: true))
        #expect(try await store.add(large("two", 14_000), quota: room) == .pending(due: noon, replaced: true))
        await #expect(throws: Refusal.self) { try await store.add(large("two", 20_000), quota: room) }
        #expect(try await store.pending(app: app).map(\.request.content.title.utf8.count) == [10_000, 14_000])
        // Requests beyond a lowered limit may still become smaller.
        #expect(
            try await store.add(large("two", 9_000), quota: Quota(bytes: 10)) == .pending(due: noon, replaced: true))
    }

    @Test func `an edit that makes a request larger counts`() async throws {
        try await store.add(large("one"), quota: room)
        try await store.add(large("two", 10), quota: room)

        await #expect(throws: Refusal.self) { try await store.add(large("two", 20_000), due: .unchanged, quota: room) }
        try await store.add(large("two", 14_000), due: .unchanged, quota: room)
        try await store.add(large("two", 8_000), due: .unchanged, quota: Quota(bytes: 10))

        #expect(try await store.pending(app: app).map(\.request.content.title.utf8.count) == [10_000, 8_000])
    }

    @Test func `a list without room is refused from that request on`() async throws {
        let additions = (1...4).map {
            Addition(app: app, request: large("\($0)"), due: .at(noon), addedAt: noon, quota: room)
        }

        let results = try await store.add(additions, atomically: false)

        #expect(results.map { (try? $0.get()) != nil } == [true, true, false, false])
    }

    @Test func `requests that wait for a server count as pending ones do`() async throws {
        let first = try await store.present(large("one"))
        try await store.add(large("two"), due: .now, quota: room)

        await #expect(throws: Refusal.self) { try await store.add(large("three"), due: .now, quota: room) }
        try await store.markShown(first.id, server: server, at: noon)
        try await store.add(large("three"), due: .now, quota: room)
    }

    // During a pause or a flood a program could add as many requests as it wanted.
    @Test func `held-back notifications count until they are in a digest`() async throws {
        func hold(_ identifier: String, _ quota: Quota) async throws {
            let addition = Addition(
                app: app, request: large(identifier), due: .now, addedAt: noon, fate: .keep(reason: "paused"),
                quota: quota)
            _ = try await store.add([addition], atomically: true)[0].get()
        }
        try await hold("one", room)
        try await hold("two", room)
        await #expect(throws: Refusal.self) { try await hold("three", room) }
        await #expect(throws: Refusal.self) { try await hold("three", Quota(requests: 2)) }
        await #expect(throws: Refusal.self) { try await store.add(large("three"), quota: room) }
        let rules = NotificationStore.DigestRules(floodIdentifier: "flood", includesFlood: true) { _ in
            request("digest")
        }

        _ = try await store.deliverBacklog(app: app, at: noon, rules)

        try await hold("three", room)
        #expect(try await store.removePending(app: app, identifiers: ["three"], at: noon) == ["three"])
        let held = try await store.write { try $0.row(Query.held, [app]) { [$0[0] as Int, $0[1] as Int] } }
        #expect(held == [0, 0])
    }

    @Test func `beyond the limit the least urgent held-back ones are dropped, the oldest first`() async throws {
        let bytes = Limits.pendingBytes / 4
        let levels: [(String, InterruptionLevel)] = [("a", .critical), ("b", .active), ("c", .active), ("d", .active)]
        for (name, level) in levels + [("e", .active)] {
            var request = large(name, bytes - 10_000)
            request.content.interruptionLevel = level
            try await store.add(request, quota: Quota(bytes: .max))
        }
        let decide: @Sendable (PendingRequest) -> Firing = { _ in Firing(next: nil, fate: .keep(reason: "flood")) }

        _ = try await store.fireDue(at: noon, limit: 100, decide: decide)

        #expect(
            try await store.missed(app: app).filter(\.isWaiting).map(\.request.identifier).sorted() == [
                "a", "c", "d", "e",
            ])
        let dropped = try await store.events(app: app, limit: 100).filter { $0.kind == .dropped }
        #expect(dropped.map(\.identifier) == ["b"] && dropped.first?.detail["reason"] == .string("limit"))
    }

    @Test(arguments: 1...20)
    func `the counts equal those of the rows, whatever happens`(_ seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<60 {
            let name = "\(Int.random(in: 1...6, using: &generator))"
            let size = Int.random(in: 1...500, using: &generator)
            switch Int.random(in: 0...7, using: &generator) {
            case 0, 1: _ = try? await store.add(large(name, size))
            case 2: _ = try? await store.add(large(name, size), due: .unchanged)
            case 3:
                let addition = Addition(
                    app: app, request: large(name, size), due: .now, addedAt: noon, fate: .keep(reason: "paused"))
                _ = try? await store.add([addition], atomically: true)
            case 4: _ = try? await store.present(large(name, size))
            case 5: _ = try? await store.snooze(app: app, identifier: name, until: noon, at: noon - 60)
            case 6: _ = try await store.fire(limit: 3)
            default: _ = try await store.removePending(app: app, identifiers: [name], at: noon)
            }
            let counts = try await store.write { transaction in
                try transaction.row(
                    sql: """
                        SELECT (pending, pending_bytes, presenting, presenting_bytes, held, held_bytes) = (
                            (SELECT count(*) FROM pending),
                            (SELECT ifnull(sum(length(request) + ifnull(length(schedule), 0)), 0) FROM pending),
                            (SELECT count(*) FROM occurrence WHERE state = 0),
                            (SELECT ifnull(sum(length(request) + ifnull(length(schedule), 0)), 0) FROM occurrence
                                WHERE state = 0),
                            (SELECT count(*) FROM missed WHERE waits = 1),
                            (SELECT ifnull(sum(length(request) + ifnull(length(schedule), 0)), 0) FROM missed
                                WHERE waits = 1))
                        FROM application
                        """, []
                ) { $0[0] as Bool }
            }
            #expect(counts != false, "seed \(seed)")
        }
    }
}
