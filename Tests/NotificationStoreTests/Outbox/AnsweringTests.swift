// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing

@Suite struct AnsweringTests {
    private let store: NotificationStore
    private let receivers: [Receiver] = [
        .delegate, .command(.shell("echo")), .command(.arguments(["a", "b"])), .opening(.url("tea:hot")),
        .opening(.application("org.example.Pot")),
    ]

    init() throws { store = try .inMemory() }

    @Test func `a response is in the outbox for each receiver, and the occurrence has ended`() async throws {
        let occurrence = try await store.show(request("tea"))
        var answer = response(to: occurrence, .text, "reply")
        answer.userText = "milk, please"
        answer.activationToken = "token"

        let items = try #require(
            try await store.answer(occurrence.id, with: answer, receivers: receivers, at: noon))

        #expect(items.map(\.receiver) == receivers)
        #expect(items.map(\.event) == Array(repeating: "reply", count: receivers.count))
        #expect(try await store.delivered(app: app) == [])
        #expect(try await store.outbox(for: .delegate, app: app, limit: 10) == [items[0]])
        #expect(try await store.outbox(for: .command, app: app, limit: 10) == Array(items[1...]))
        #expect(try await store.outbox(for: .delegate, app: app, limit: 10).first?.response == answer)
        #expect(try await store.outboxApps() == [app])
        #expect(try await store.story().last == "answered tea")
    }

    @Test func `only the first end counts`() async throws {
        let occurrence = try await store.show(request("tea"))
        let answer = response(to: occurrence)
        #expect(try await store.answer(occurrence.id, with: answer, receivers: [.delegate], at: noon) != nil)

        #expect(try await store.answer(occurrence.id, with: answer, receivers: [.delegate], at: noon) == nil)
        #expect(try await store.markGone(occurrence.id, event: .dismissed, at: noon) == false)

        #expect(try await store.outbox(for: .delegate, app: nil, limit: 10).count == 1)
        #expect(try await store.story() == ["fired tea", "shown tea", "answered tea"])
    }

    @Test(arguments: [(Response.Kind.dismiss, "dismissed tea"), (.expired, "expired tea"), (.default, "answered tea")])
    func `the log distinguishes a dismissal from an answer`(_ kind: Response.Kind, _ line: String) async throws {
        let occurrence = try await store.show(request("tea"))

        let items = try await store.answer(occurrence.id, with: response(to: occurrence, kind), receivers: [], at: noon)

        #expect(items == [])
        #expect(try await store.story().last == line)
    }

    @Test func `an acknowledged item is deleted, once`() async throws {
        let occurrence = try await store.show(request("tea"))
        let items = try await store.answer(
            occurrence.id, with: response(to: occurrence), receivers: [.delegate, .command(.shell("true"))], at: noon)
        let (delegate, command) = (try #require(items?.first), try #require(items?.last))

        #expect(try await store.acknowledge(delegate.id, at: noon))
        #expect(try await store.acknowledge(delegate.id, at: noon) == false)
        #expect(try await store.acknowledge(command.id, event: .command, detail: ["status": .integer(3)], at: noon))

        #expect(try await store.outboxApps() == [])
        #expect(try await store.outbox(for: .command, app: nil, limit: 10) == [])
        #expect(try await store.story().suffix(2) == ["acknowledged tea", "command tea"])
        let events = try await store.events(app: app, limit: 1, newestFirst: true)
        #expect(events.first?.detail == ["status": .integer(3)])
    }

    @Test func `the outbox is read in pages, of one application or of all`() async throws {
        for name in ["a", "b", "c"] {
            for owner in [app, "org.example.Other"] {
                let occurrence = try await store.present(request(name), app: owner)
                _ = try await store.answer(
                    occurrence.id, with: response(to: occurrence), receivers: [.delegate], at: noon)
            }
        }

        let first = try await store.outbox(for: .delegate, app: app, limit: 2)
        let rest = try await store.outbox(for: .delegate, app: app, after: try #require(first.last).id, limit: 2)
        let all = try await store.outbox(for: .delegate, app: nil, limit: 100)

        #expect(first.map(\.identifier) == ["a", "b"])
        #expect(rest.map(\.identifier) == ["c"])
        #expect(all.map(\.identifier) == ["a", "a", "b", "b", "c", "c"])
        #expect(try await store.outboxApps() == ["org.example.Other", app])
    }

    // A thousand clicks on reminders without a question pushed out an answer that a caller waited for.
    @Test func `beyond the limit, responses of plain clicks are dropped first`() async throws {
        let limit = Limits.unclaimedResponses
        for number in 0...limit {
            let occurrence = try await store.present(request("\(number)"))
            let answer = number == 0 ? response(to: occurrence) : response(to: occurrence, .default, "")
            _ = try await store.answer(occurrence.id, with: answer, receivers: [.delegate], at: noon)
        }

        #expect(try await store.outbox(for: .delegate, app: app, limit: 2).map(\.identifier) == ["0", "2"])
        let dropped = try await store.events(app: app, limit: 1, newestFirst: true)
        #expect(dropped.map(\.identifier) == ["1"])
        #expect(dropped.first?.detail == ["reason": .string("limit")])
    }

    @Test func `an answer to a replaced request is stored for that request, and the newer one stays`()
        async throws
    {
        let older = try await store.show(request("tea", title: "Old"))
        let newer = try await store.present(request("tea", title: "New"))

        let items = try await store.answer(older.id, with: response(to: older), receivers: receivers, at: noon)

        #expect(items?.map(\.receiver) == receivers)
        let stored = try await store.outbox(for: .delegate, app: app, limit: 10)
        #expect(stored == items.map { [$0[0]] })
        #expect(stored.first?.notification.request.content.title == "Old")
        #expect(try await store.delivered(app: app).map(\.id) == [newer.id])
        let event = try await store.events(app: app, limit: 1, newestFirst: true).first
        #expect(event?.kind == .answered && event?.detail["replaced"] == .boolean(true))
        // The removed notification has left the screen.
        _ = try await store.removeDelivered(app: app, at: noon)
        #expect(try await store.answer(newer.id, with: response(to: newer), receivers: receivers, at: noon) == nil)
    }

    @Test func `an answer ends a notification that was just shown again, too`() async throws {
        var asked = request("tea", title: "Tea")
        asked.instance = "i1"
        let older = try await store.show(asked)
        let reposted = try #require(try await store.repost(older.id, because: "room", at: noon))

        let answered = try await store.answerAnyPresentation(
            older.id, with: response(to: older), receivers: receivers, at: noon)

        #expect(answered?.items.map(\.receiver) == receivers)
        #expect(answered?.newer?.id == reposted.newer.id)
        #expect(try await store.delivered(app: app).isEmpty)
        let answer = response(to: reposted.newer)
        #expect(try await store.answer(reposted.newer.id, with: answer, receivers: receivers, at: noon) == nil)
        let event = try await store.events(app: app, limit: 1, newestFirst: true).first
        #expect(event?.kind == .answered && event?.detail["replaced"] == nil)
    }

    @Test func `beyond the limit the oldest responses are dropped, and commands never`() async throws {
        let limit = Limits.unclaimedResponses
        for number in 1...limit + 2 {
            let occurrence = try await store.present(request("\(number)"))
            _ = try await store.answer(
                occurrence.id, with: response(to: occurrence), receivers: [.delegate, .command(.shell("true"))],
                at: noon)
        }

        let kept = try await store.outbox(for: .delegate, app: app, limit: 2 * limit)
        #expect(kept.count == limit)
        #expect(kept.first?.identifier == "3")
        #expect(try await store.counts().outbox == 2 * limit + 2)
        let dropped = try await store.events(app: app, limit: 10_000).filter { $0.kind == .dropped }
        #expect(dropped.map(\.identifier) == ["1", "2"])
    }
}
