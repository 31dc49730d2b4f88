// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
@testable import NotificationStore
import Testing
import Triggers

@Suite struct ListingTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    @Test func `pending requests are listed by due date, then by order of adding`() async throws {
        for (name, offset) in [("c", 0.0), ("d", 0), ("a", -20), ("e", 1)] {
            try await store.add(request(name), due: .at(noon + offset))
        }
        try await store.add(request("b"), app: "org.example.Other", due: .at(noon - 10))

        #expect(try await store.pendingNames() == ["a", "c", "d", "e"])
        #expect(try await store.pendingNames(app: nil) == ["a", "b", "c", "d", "e"])
        #expect(try await store.pendingNames(app: "org.example.Nobody") == [])
        #expect(
            try await store.pending(app: app, identifiers: ["e", "x", "a", "e"]).map(\.request.identifier) == [
                "a", "e",
            ])
        #expect(
            try await store.pending(app: nil, identifiers: ["b", "a"]).map(\.request.identifier) == ["a", "b"])
    }

    @Test func `a long list is as complete as a short one`() async throws {
        let names = (100..<300).map(String.init)
        let results = try await store.add(
            names.map { Addition(app: app, request: request($0), due: .at(noon), addedAt: noon) }, atomically: true)

        #expect(results.count == 200)
        #expect(try await store.pendingNames() == names)
        #expect(try await store.fire(limit: 150).map(\.identifier) == Array(names[..<150]))
        #expect(try await store.deliveredNames() == names[..<150].reversed())
    }

    @Test func `removed requests are deleted with their copies and warnings`() async throws {
        try await store.add(request("tea", trigger: .timeInterval(.seconds(60), repeats: true)))
        try await store.add(request("tea-early", warnsOf: "tea"))
        try await store.snooze(app: app, identifier: "tea", until: noon + 5, at: noon)
        try await store.add(request("coffee"))

        let removed = try await store.removePending(app: app, identifiers: ["tea", "tea", "unknown"], at: noon)

        #expect(removed == ["tea"])
        #expect(try await store.pendingNames() == ["coffee"])
        #expect(try await store.story() == ["snoozed tea", "removed tea"])
    }

    @Test func `all requests of an application are removed, and no other's`() async throws {
        try await store.add(request("tea"))
        try await store.add(request("tea-early", warnsOf: "tea"))
        try await store.add(request("coffee"))
        try await store.add(request("tea"), app: "org.example.Other")

        #expect(try await store.removePending(app: app, at: noon) == ["coffee", "tea"])
        #expect(try await store.removePending(app: app, at: noon) == [])
        #expect(try await store.pendingNames(app: nil) == ["tea"])
        #expect(try await store.counts().pending == 1)
    }

    @Test func `delivered occurrences are listed newest first, whatever their state`() async throws {
        let shown = try await store.show(request("shown"))
        let expired = try await store.show(request("expired"), number: 2)
        try await store.markUnpresented(expired.id, event: .expired, at: noon)
        _ = try await store.present(request("presenting"))
        _ = try await store.present(request("shown"), app: "org.example.Other")

        #expect(try await store.deliveredNames() == ["presenting", "expired", "shown"])
        #expect(try await store.delivered(app: app).map(\.state) == [.presenting, .unpresented, .shown])
        #expect(try await store.delivered(app: app, identifiers: ["shown", "x"]).map(\.id) == [shown.id])
        #expect(try await store.delivered(app: nil).count == 4)
        #expect(try await store.delivered(app: nil, identifiers: ["shown"]).count == 2)
    }

    @Test func `removed occurrences are returned for closing, once`() async throws {
        let first = try await store.show(request("first"))
        _ = try await store.present(request("second"))

        #expect(try await store.removeDelivered(app: app, identifiers: ["first"], at: noon).map(\.server) == [server])
        #expect(try await store.removeDelivered(app: app, identifiers: ["first"], at: noon) == [])
        #expect(try await store.removeDelivered(app: app, at: noon).map(\.identifier) == ["second"])
        #expect(try await store.markShown(first.id, server: server, at: noon) == .ended)
        #expect(try await store.story().suffix(2) == ["removed first", "removed second"])
    }

    @Test func `the delivered list of an application has a limit, and loses the unpresented first`() async throws {
        let limit = Limits.deliveredNotifications
        let additions = (1...limit).map {
            Addition(app: app, request: request("\($0)"), due: .now, addedAt: noon)
        }
        _ = try await store.add(additions, atomically: true)
        let occurrences = try await store.presenting(limit: limit)
        for (number, occurrence) in zip(UInt32(1)..., occurrences) {
            try await store.markShown(
                occurrence.id, server: ServerNumber(owner: server.owner, number: number), at: noon)
        }
        try await store.markUnpresented(occurrences[4].id, event: .expired, at: noon)

        _ = try await store.show(request("one more"), number: 5000)
        #expect(try await store.occurrence(occurrences[4].id) == nil)
        #expect(try await store.occurrence(occurrences[0].id) != nil)
        // An occurrence on the screen is returned, so that it is closed: a press on it would find nothing.
        let newest = try await store.present(request("and one more"))
        let outcome = try await store.markShown(
            newest.id, server: ServerNumber(owner: server.owner, number: 5001), at: noon)
        guard case .shown(let pushedOut) = outcome else { throw StoreError("it was not shown") }
        #expect(pushedOut.map(\.id) == [occurrences[0].id])
        #expect(pushedOut.first?.server?.number == 1)
        #expect(try await store.occurrence(occurrences[0].id) == nil)
        let waiting = try await store.present(request("not shown yet"))

        #expect(try await store.counts().delivered == limit + 1)
        #expect(try await store.occurrence(waiting.id) == waiting)
        let gone = try await store.events(app: app, limit: 100, newestFirst: true).filter { $0.kind == .gone }
        #expect(gone.map(\.identifier) == ["1", "5"])
        #expect(gone.map(\.detail) == [["reason": .string("limit")], ["reason": .string("limit")]])
    }

    @Test func `the counts follow every step`() async throws {
        try await store.add(request("tea"))
        try await store.add(request("coffee"), app: "org.example.Other")
        #expect(try await store.counts() == StoreCounts(pending: 2, delivered: 0, presenting: 0, outbox: 0))

        let fired = try await store.fire()
        #expect(try await store.counts() == StoreCounts(pending: 0, delivered: 2, presenting: 2, outbox: 0))

        try await store.markShown(fired[0].id, server: server, at: noon)
        #expect(try await store.counts() == StoreCounts(pending: 0, delivered: 2, presenting: 1, outbox: 0))

        let items = try await store.answer(
            fired[0].id, with: response(to: fired[0]), receivers: [.delegate, .command(.shell("true"))], at: noon)
        #expect(try await store.counts() == StoreCounts(pending: 0, delivered: 1, presenting: 1, outbox: 2))

        for item in items ?? [] { try await store.acknowledge(item.id, at: noon) }
        #expect(try await store.counts() == StoreCounts(pending: 0, delivered: 1, presenting: 1, outbox: 0))
        #expect(try await store.check() == [])
    }

    @Test func `a list over its limit is refused, and the message has the total and the remedy`() async throws {
        for number in 1...5 {
            try await store.add(request("\(number)"))
            _ = try await store.present(request("now \(number)"))
        }
        try await store.add(request("other"), app: "org.example.Other")

        func message(_ list: () async throws -> some Sendable) async -> String? {
            let refusal = await #expect(throws: Refusal.self) { _ = try await list() }
            #expect(refusal?.code == .contentTooLarge)
            return refusal?.message
        }
        let pending = await message { try await store.pending(app: app, upTo: 1000) }
        #expect(pending?.hasPrefix("app \"org.example.Tea\" has 5 requests pending, more than the 1000 bytes") == true)
        #expect(pending?.hasSuffix("read them page by page, with PendingPage or DeliveredPage") == true)
        let all = await message { try await store.pending(app: nil, upTo: 1000) }
        #expect(all?.hasPrefix("6 requests are pending, more than the 1000 bytes of one answer; ") == true)
        let delivered = await message { try await store.delivered(app: nil, upTo: 1000) }
        #expect(delivered?.hasPrefix("5 requests are delivered, more than the 1000 bytes of one answer; ") == true)
        _ = await message { try await store.delivered(app: app, upTo: 1000) }
        #expect(try await store.pending(app: "org.example.Other", upTo: 1000).count == 1)
        #expect(try await store.pending(app: app, upTo: 10_000).count == 5)
        #expect(try await store.delivered(app: app, upTo: 10_000).count == 5)
    }
}
