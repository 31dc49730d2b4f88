// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers

@Suite struct AddingTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    @Test func `a request is read as it was added`() async throws {
        var tea = request("tea", trigger: .timeInterval(.seconds(600), repeats: true), on: ["go": .shell("true")])
        tea.content.userInfo = ["cup": .dictionary(["size": .integer(2), "hot": .boolean(true)])]
        tea.display.hints = ["x": .real(0.5)]

        let outcome = try await store.add(tea)

        #expect(outcome == .pending(due: noon, replaced: false))
        let pending = try await store.pending(app: app)
        #expect(pending.map(\.request) == [tea])
        #expect(pending.first?.due == noon)
        #expect(pending.first?.addedAt == noon - 60)
        #expect(pending.first?.isSnoozed == false)
    }

    @Test func `an added request replaces the pending one, its snoozed copy and its warnings`() async throws {
        try await store.add(request("tea", title: "Old", trigger: .timeInterval(.seconds(60), repeats: true)))
        try await store.add(request("tea-early", warnsOf: "tea"))
        try await store.snooze(app: app, identifier: "tea", until: noon + 5, at: noon)
        try await store.add(request("coffee"))

        let outcome = try await store.add(request("tea", title: "New"), due: .at(noon + 60))

        #expect(outcome == .pending(due: noon + 60, replaced: true))
        #expect(try await store.pendingNames() == ["coffee", "tea"])
        #expect(try await store.pending(app: app, identifiers: ["tea"]).map(\.request.content.title) == ["New"])
    }

    @Test func `the same identifier of another application is another request`() async throws {
        try await store.add(request("tea"))
        try await store.add(request("tea"), app: "org.example.Other")

        #expect(try await store.pendingNames() == ["tea"])
        #expect(try await store.pendingNames(app: nil) == ["tea", "tea"])
    }

    @Test func `a delivered request stays until the new one fires`() async throws {
        let shown = try await store.show(request("tea"))

        try await store.add(request("tea"), due: .at(noon))

        #expect(try await store.delivered(app: app).map(\.id) == [shown.id])
        let fired = try await store.fire()
        #expect(fired.map(\.replaces) == [server])
        #expect(try await store.delivered(app: app).map(\.id) == fired.map(\.id))
    }

    @Test func `a request without a trigger is presented at once`() async throws {
        try await store.add(request("tea"))

        let occurrence = try await store.present(request("tea", title: "Now"))

        #expect(try await store.pendingNames() == [])
        #expect(occurrence.state == .presenting)
        #expect(occurrence.notification.due == noon - 60)
        #expect(try await store.presenting(limit: 10) == [occurrence])
        #expect(try await store.story() == ["fired tea"])
    }

    @Test func `over the quota a new request is refused, and a replacement is accepted`() async throws {
        try await store.add(request("one"), quota: Quota(requests: 2))
        try await store.add(request("two"), quota: Quota(requests: 2))

        let refusal = await #expect(throws: Refusal.self) {
            try await store.add(request("three"), quota: Quota(requests: 2))
        }
        #expect(refusal?.code == .tooManyRequests)
        #expect(
            refusal?.message
                == "app \"\(app)\" has 2 requests that wait; the limit is 2: remove some, or raise quota in config.toml"
        )
        #expect(try await store.add(request("two"), quota: Quota(requests: 2)) == .pending(due: noon, replaced: true))
        try await store.add(request("three"), app: "org.example.Other", quota: Quota(requests: 2))
        #expect(try await store.removePending(app: app, identifiers: ["one"], at: noon) == ["one"])
        #expect(
            try await store.add(request("three"), quota: Quota(requests: 2)) == .pending(due: noon, replaced: false))
    }

    @Test func `requests that wait for a server count for the quota`() async throws {
        let first = try await store.present(request("one"))

        await #expect(throws: Refusal.self) {
            try await store.add(request("two"), due: .now, quota: Quota(requests: 1))
        }
        await #expect(throws: Refusal.self) { try await store.add(request("two"), quota: Quota(requests: 1)) }
        try await store.markShown(first.id, server: server, at: noon)
        try await store.add(request("two"), due: .now, quota: Quota(requests: 1))
    }

    @Test func `a list stops at the quota, with one error for each further request`() async throws {
        let additions = (1...5).map {
            Addition(app: app, request: request("\($0)"), due: .at(noon), addedAt: noon, quota: Quota(requests: 3))
        }

        let results = try await store.add(additions, atomically: false)

        #expect(results.map { (try? $0.get()) != nil } == [true, true, true, false, false])
        #expect(try await store.pendingNames() == ["1", "2", "3"])
    }

    @Test func `a request and its early warnings are refused as one`() async throws {
        func addition(_ identifier: String, warnsOf parent: String = "") -> Addition {
            Addition(
                app: app, request: request(identifier, warnsOf: parent), due: .at(noon), addedAt: noon,
                quota: Quota(requests: 4))
        }
        let additions = [
            addition("1"), addition("2"), addition("2~1d", warnsOf: "2"), addition("3"),
            addition("3~1d", warnsOf: "3"), addition("4"),
        ]

        let results = try await store.add(additions, atomically: false)

        #expect(results.map { (try? $0.get()) != nil } == [true, true, true, false, false, true])
        #expect(try await store.pendingNames() == ["1", "2", "2~1d", "4"])
        #expect(try await store.events(app: app, limit: 9).map(\.identifier) == ["1", "2", "2~1d", "4"])
        // The replaced request is kept if one of its warnings exceeds the quota.
        let again = try await store.add(
            [addition("1"), addition("1~1d", warnsOf: "1")], atomically: false)
        #expect(again.allSatisfy { (try? $0.get()) == nil })
        #expect(try await store.pendingNames() == ["1", "2", "2~1d", "4"])
    }

    @Test func `a list with allOrNothing is rolled back at the first error`() async throws {
        try await store.add(request("1", title: "Old"))
        let additions = (1...5).map {
            Addition(
                app: app, request: request("\($0)", title: "New"), due: .at(noon), addedAt: noon,
                quota: Quota(requests: 3))
        }

        let refusal = await #expect(throws: Refusal.self) { try await store.add(additions, atomically: true) }

        #expect(refusal?.code == .tooManyRequests)
        #expect(try await store.pending(app: app).map(\.request.content.title) == ["Old"])
        #expect(try await store.events(app: app, limit: 10).count == 1)
    }

    @Test func `an edit keeps the trigger, the date and the moment of adding`() async throws {
        let trigger = Trigger.timeInterval(.seconds(600), repeats: true)
        try await store.add(request("tea", title: "Old", trigger: trigger), due: .at(noon + 540))
        try await store.add(request("tea-early", warnsOf: "tea"))
        let edited = Addition(
            app: app, request: request("tea", title: "New"), due: .unchanged, addedAt: noon + 7)

        let results = try await store.add([edited], atomically: true)

        #expect(try results[0].get() == .pending(due: noon + 540, replaced: true))
        let pending = try #require(try await store.pending(app: app, identifiers: ["tea"]).first)
        #expect(pending.request == request("tea", title: "New", trigger: trigger))
        #expect(pending.addedAt == noon - 60)
        #expect(try await store.pendingNames() == ["tea-early", "tea"])
    }

    @Test func `an edit of a request that is not pending is refused`() async throws {
        _ = try await store.show(request("tea"))

        let refusal = await #expect(throws: Refusal.self) { try await store.add(request("tea"), due: .unchanged) }

        #expect(refusal?.code == .noSuchRequest)
    }

    @Test func `a number that JSON can't contain is a refusal, not a failure`() async throws {
        var tea = request("tea")
        tea.display.hints = ["x": .real(.nan)]

        let results = try await store.add(
            [
                Addition(app: app, request: tea, due: .at(noon), addedAt: noon),
                Addition(app: app, request: request("coffee"), due: .at(noon), addedAt: noon),
            ], atomically: false)

        #expect(throws: Refusal.self) { try results[0].get() }
        #expect(try await store.pendingNames() == ["coffee"])
    }

    @Test func `an invalid date is a failure and traps nowhere`() async throws {
        for date in [Double.nan, .infinity, 1e300] {
            await #expect(throws: StoreError.self) {
                try await store.add(request("tea"), due: .at(Date(timeIntervalSince1970: date)))
            }
        }
        #expect(try await store.pendingNames() == [])
    }
}
