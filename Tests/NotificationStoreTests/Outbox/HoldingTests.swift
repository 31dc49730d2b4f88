// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing

/// Responses that a content extension gets before their receivers.
@Suite struct HoldingTests {
    private let store: NotificationStore
    private let receivers: [Receiver] = [.delegate, .command(.shell("echo"))]

    init() throws { store = try .inMemory() }

    private func held() async throws -> (Occurrence, Response, [Int64]) {
        var tea = request("tea")
        tea.instance = "first"
        let occurrence = try await store.show(tea)
        let answer = response(to: occurrence)
        let items = try #require(try await store.hold(occurrence.id, answer, receivers: receivers))
        #expect(items.count == receivers.count)
        return (occurrence, answer, items)
    }

    private func waiting() async throws -> [OutboxItem] {
        try await store.outbox(for: .delegate, app: app, limit: 10)
            + store.outbox(for: .command, app: nil, limit: 10)
    }

    @Test func `a held response is on disk, and is not delivered`() async throws {
        let (occurrence, _, _) = try await held()
        #expect(try await waiting() == [])
        #expect(try await store.delivered(app: app).map(\.id) == [occurrence.id])
    }

    @Test func `a forwarded response is delivered, and its notification ends`() async throws {
        let (occurrence, answer, items) = try await held()
        let settled = try await store.settle(occurrence.id, answer, items, .forwarded, at: noon)
        #expect(settled.items.map(\.receiver) == receivers)
        #expect(settled.items.first?.response == answer)
        #expect(try await waiting() == settled.items)
        #expect(try await store.delivered(app: app) == [])
        #expect(try await store.story().last == "answered tea")
    }

    @Test func `a dismissed response goes to nobody, and its notification ends`() async throws {
        let (occurrence, answer, items) = try await held()
        let settled = try await store.settle(occurrence.id, answer, items, .dismissed, at: noon)
        #expect(settled.items == [] && settled.kept == nil)
        #expect(try await waiting() == [])
        #expect(try await store.delivered(app: app) == [])
        #expect(try await store.outboxApps() == [])
    }

    @Test func `a kept notification stays with its new drawing, and a snooze has the drawing`() async throws {
        let (occurrence, answer, items) = try await held()
        var drawing = Drawing()
        drawing.body = "paused"
        drawing.state = "{}"
        let settled = try await store.settle(occurrence.id, answer, items, .kept(drawing), at: noon)
        #expect(settled.kept?.id == occurrence.id && settled.kept?.drawing == drawing)
        #expect(try await waiting() == [])
        #expect(try await store.delivered(app: app).first?.drawing == drawing)
        #expect(try await store.originalRequest(app: app, identifier: "tea")?.drawing == nil)
        #expect(try await store.story().last == "extended tea")
        try await store.snooze(occurrence: occurrence.id, until: noon + 60, at: noon)
        #expect(try await store.pending(app: app).first?.request.drawing == drawing)
    }

    @Test func `a removed notification does not come back, and its response is not lost`() async throws {
        let (occurrence, answer, items) = try await held()
        _ = try await store.removeDelivered(app: app, identifiers: ["tea"], at: noon)
        #expect(try await store.settle(occurrence.id, answer, items, .kept(Drawing()), at: noon).kept == nil)
        let (other, reply, others) = try await held()
        _ = try await store.removeDelivered(app: app, identifiers: ["tea"], at: noon)
        #expect(try await store.settle(other.id, reply, others, .forwarded, at: noon).items.count == receivers.count)
    }

    @Test func `each of two responses that are held for a notification has its own decision`() async throws {
        let (occurrence, answer, items) = try await held()
        let second = response(to: occurrence, .action, "second")
        let others = try #require(try await store.hold(occurrence.id, second, receivers: [.delegate]))
        #expect(try await store.settle(occurrence.id, answer, items, .kept(Drawing()), at: noon).kept != nil)
        #expect(
            try await store.settle(occurrence.id, second, others, .forwarded, at: noon).items.map(\.response) == [
                second
            ])
    }

    @Test func `presented again while the extension decides, the newer presentation has the drawing`() async throws {
        let (occurrence, answer, items) = try await held()
        let newer = try #require(try await store.repost(occurrence.id, because: "nag", at: noon)).newer
        var drawing = Drawing()
        drawing.body = "paused"
        let settled = try await store.settle(occurrence.id, answer, items, .kept(drawing), at: noon)
        #expect(settled.kept?.id == newer.id && settled.kept?.drawing == drawing)
        #expect(try await store.delivered(app: app).map(\.drawing) == [drawing])
    }

    @Test func `a notification that has ended holds no response`() async throws {
        let occurrence = try await store.show(request("tea"))
        _ = try await store.markGone(occurrence.id, event: .dismissed, at: noon)
        #expect(try await store.hold(occurrence.id, response(to: occurrence), receivers: receivers) == nil)
        #expect(try await store.draw(occurrence.id, Drawing()) == nil)
    }

    @Test func `the next agent delivers what was held`() async throws {
        let (_, answer, _) = try await held()
        try await store.releaseHeldResponses(at: noon)
        #expect(try await waiting().map(\.response) == [answer, answer])
        #expect(try await store.delivered(app: app) == [])
        let events = try await store.events(app: app, limit: 1, newestFirst: true)
        #expect(events.first?.kind == .answered && events.first?.detail["reason"] == .string("restart"))
        try await store.releaseHeldResponses(at: noon)
        #expect(try await waiting().count == 2)
    }
}
