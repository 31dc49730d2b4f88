// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Synchronization
import Testing
import Triggers

@Suite struct EventTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    @Test func `the log is read from a cursor on, in both orders`() async throws {
        for name in ["a", "b", "c"] { try await store.add(request(name)) }
        try await store.add(request("d"), app: "org.example.Other")

        let all = try await store.events(app: nil, limit: 100)
        #expect(all.map(\.identifier) == ["a", "b", "c", "d"])
        #expect(all.map(\.cursor) == [1, 2, 3, 4])
        #expect(all.first?.date == noon - 60)
        #expect(try await store.events(app: nil, since: 2, limit: 1).map(\.identifier) == ["c"])
        #expect(try await store.events(app: app, limit: 2, newestFirst: true).map(\.identifier) == ["c", "b"])
        #expect(try await store.events(app: app, since: 2, limit: 9, newestFirst: true).map(\.identifier) == ["c"])
        #expect(try await store.events(app: nil, limit: 1, newestFirst: true).map(\.identifier) == ["d"])
    }

    @Test func `the agent's own events are logged with their detail`() async throws {
        let detail: [String: PropertyListValue] = ["status": .integer(1), "signal": .string("TERM")]
        try await store.note(
            EventRecord(cursor: 77, app: app, identifier: "tea", kind: .command, date: noon, detail: detail))

        let events = try await store.events(app: app, limit: 10)

        #expect(
            events == [EventRecord(cursor: 1, app: app, identifier: "tea", kind: .command, date: noon, detail: detail)])
    }

    @Test func `a NUL that an earlier version logged is not returned`() async throws {
        let told: PropertyListValue = .array([.string("a\0b"), .dictionary(["c": .string("\0")]), .integer(0)])
        try await store.note(
            EventRecord(
                app: app, identifier: "tea", kind: .command, date: noon,
                detail: ["output": .string("\0a\0b"), "more": told])
        )

        let detail = try #require(try await store.events(app: nil, limit: 10).first?.detail)

        #expect(detail["output"] == .string("\u{FFFD}a\u{FFFD}b"))
        #expect(
            detail["more"] == .array([.string("a\u{FFFD}b"), .dictionary(["c": .string("\u{FFFD}")]), .integer(0)]))
    }

    @Test func `the handler gets each commit's events before the call returns`() async throws {
        let commits = Mutex<[[EventRecord]]>([])
        store.setEventHandler { events in commits.withLock { $0.append(events) } }

        _ = try await store.present(request("tea"))

        let told = commits.withLock { $0 }
        #expect(told.map { $0.map(\.kind) } == [[.set, .fired]])
        #expect(told.flatMap(\.self) == (try await store.events(app: nil, limit: 10)))
        #expect(commits.withLock { $0.count } == 1)
    }

    @Test func `rolled back events are neither logged nor reported`() async throws {
        let told = Mutex<[EventRecord]>([])
        store.setEventHandler { events in told.withLock { $0 += events } }
        let additions = ["a", "b"].map {
            Addition(app: app, request: request($0), due: .at(noon), addedAt: noon, quota: Quota(requests: 1))
        }

        await #expect(throws: Refusal.self) { try await store.add(additions, atomically: true) }
        try await store.add(request("c"))

        #expect(told.withLock { $0.map(\.identifier) } == ["c"])
        #expect(try await store.events(app: nil, limit: 10).map(\.cursor) == [1])
    }

    @Test func `the log keeps the newest 10,000`() async throws {
        let additions = (1...10_050).map {
            Addition(app: app, request: request("\($0)"), due: .at(noon), addedAt: noon)
        }
        _ = try await store.add(additions, atomically: true)

        let events = try await store.events(app: nil, limit: 20_000)
        #expect(events.count == 10_000)
        #expect(events.first?.cursor == 51)
        #expect(events.last?.cursor == 10_050)
    }
}
