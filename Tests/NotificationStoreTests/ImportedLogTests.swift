// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Synchronization
import Testing

/// The log of another machine is past: it stands before the events of this machine, and is deleted first.
@Suite struct ImportedLogTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    /// Imports numbered events, the latest last.
    @discardableResult
    private func take(_ numbers: ClosedRange<Int>) async throws -> ImportOutcome {
        let stage = try ImportStage()
        for number in numbers {
            let date = noon - 100_000 + Double(number)
            let event = EventRecord(app: app, identifier: "\(number)", kind: .answered, date: date)
            try stage.append(.event(event), line: number)
        }
        return try await store.take(stage.seal(), ImportOptions(file: ""), at: noon)
    }

    private func log(since cursor: Int64 = .min) async throws -> [String] {
        try await store.events(app: nil, since: cursor, limit: 20_000).map(\.identifier)
    }

    // It stood behind: the newest events were those of the other machine, and this machine's were deleted first.
    @Test func `an imported log stands before the existing one, and after earlier imports`() async throws {
        try await store.add(request("own"))

        #expect(try await take(1...3).imported == [.event: 3])
        #expect(try await log() == ["1", "2", "3", "own"])
        let again = try await take(2...5)
        #expect(again.imported == [.event: 2] && again.kept == 0)
        try await store.add(request("next"))

        let events = try await store.events(app: nil, limit: 10)
        #expect(events.map(\.identifier) == ["1", "2", "3", "4", "5", "own", "next"])
        #expect(events.map(\.cursor) == [-4, -3, -2, -1, 0, 1, 2])
        #expect(
            try await store.events(app: nil, limit: 2, newestFirst: true).map(\.identifier) == ["next", "own"])
        #expect(try await log(since: 0) == ["own", "next"])
    }

    @Test func `after an import into an empty log, this machine's events begin at 1`() async throws {
        try await take(1...3)
        try await store.add(request("own"))

        #expect(try await store.events(app: nil, limit: 10).map(\.cursor) == [-2, -1, 0, 1])
    }

    @Test func `no client is told of imported events`() async throws {
        let told = Mutex<[EventRecord]>([])
        store.setEventHandler { events in told.withLock { $0 += events } }

        try await take(1...3)

        #expect(told.withLock { $0.isEmpty })
    }

    @Test func `without room the oldest events are not imported, and are the first to be deleted`() async throws {
        try await store.add(request("own"))
        try await take(1...4)
        // 5 events exist, and 10,000 are kept.
        #expect(try await take(5...10_004).imported == [.event: 9995])

        #expect(try await log() == ["1", "2", "3", "4"] + (10...10_004).map { "\($0)" } + ["own"])
        _ = try await store.add([request("a"), request("b")].map(addition), atomically: true)
        #expect(try await log() == ["3", "4"] + (10...10_004).map { "\($0)" } + ["own", "a", "b"])
        #expect(try await take(10_005...10_006).imported == [:])
    }

    // Events that existed already were counted as if they needed room.
    @Test func `existing events take no room`() async throws {
        try await store.add(request("own"))
        try await take(6...10_000)

        #expect(try await take(1...10_000).imported == [.event: 4])

        let log = try await log()
        #expect(log.count == 10_000 && Set(log) == Set((2...10_000).map { "\($0)" } + ["own"]))
    }

    private func addition(_ request: Request) -> Addition {
        Addition(app: app, request: request, due: .at(noon), addedAt: noon)
    }
}
