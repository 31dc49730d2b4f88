// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers

@Suite struct FiringTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    @Test func `the next due date is the earliest of all`() async throws {
        #expect(try await store.nextDue() == nil)

        try await store.add(request("later"), due: .at(noon + 10))
        try await store.add(request("sooner"), app: "org.example.Other", due: .at(noon))

        #expect(try await store.nextDue() == noon)
    }

    @Test func `due requests fire, the oldest first, and no others`() async throws {
        for (name, offset) in [("c", 0.0), ("a", -20), ("d", 0.001), ("b", -10)] {
            try await store.add(request(name), due: .at(noon + offset))
        }

        let fired = try await store.fire()

        #expect(fired.map(\.identifier) == ["a", "b", "c"])
        #expect(fired.map(\.notification.late) == [20, 10, 0])
        #expect(fired.map(\.state) == [.presenting, .presenting, .presenting])
        #expect(try await store.presenting(limit: 10) == fired)
        #expect(try await store.pendingNames() == ["d"])
        #expect(try await store.fire() == [])
        let events = try await store.events(app: app, limit: 100).filter { $0.kind == .fired }
        #expect(events.map { $0.detail["late"] } == [.integer(20), .integer(10), .integer(0)])
    }

    @Test func `a limit leaves the rest for the next call`() async throws {
        for number in 1...5 { try await store.add(request("\(number)"), due: .at(noon - 10 + Double(number))) }

        #expect(try await store.fire(limit: 2).map(\.identifier) == ["1", "2"])
        #expect(try await store.nextDue() == noon - 7)
        #expect(try await store.fire(limit: 2).map(\.identifier) == ["3", "4"])
        #expect(try await store.fire(limit: 2).map(\.identifier) == ["5"])
    }

    @Test func `a repeating request gets its next date and keeps its anchor`() async throws {
        try await store.add(request("tea", trigger: .timeInterval(.seconds(60), repeats: true)), due: .at(noon))

        let fired = try await store.fireDue(at: noon + 1, limit: 10) { request, anchor, due in
            #expect(request.identifier == "tea")
            #expect(anchor == noon - 60)
            #expect(due == noon)
            return noon + 60
        }

        #expect(fired.map(\.notification.due) == [noon])
        let pending = try await store.pending(app: app)
        #expect(pending.map(\.due) == [noon + 60])
        #expect(pending.map(\.addedAt) == [noon - 60])
    }

    @Test(arguments: [0.0, -5]) func `a next date that does not advance ends the request`(_ offset: Double) async throws
    {
        try await store.add(request("tea"), due: .at(noon))

        let fired = try await store.fireDue(at: noon, limit: 10) { _, _, due in due + offset }

        #expect(fired.count == 1)
        #expect(try await store.nextDue() == nil)
    }

    @Test func `a firing ends the shown notification, and returns its number on the server`() async throws {
        let shown = try await store.show(request("tea"))

        let newer = try await store.present(request("tea", title: "Again"))

        #expect(newer.replaces == server)
        #expect(try await store.occurrence(shown.id) == nil)
        #expect(try await store.story() == ["fired tea", "shown tea", "replaced tea", "fired tea"])
        #expect(try await store.occurrence(newer.id) == newer)
    }

    @Test func `an occurrence that was never shown passes on the number that it was to replace`() async throws {
        _ = try await store.show(request("tea"))
        _ = try await store.present(request("tea", title: "Second"))

        let third = try await store.present(request("tea", title: "Third"))

        #expect(third.replaces == server)
        #expect(try await store.presenting(limit: 10).map(\.notification.request.content.title) == ["Third"])
    }

    @Test func `an occurrence off the screen is replaced without a number`() async throws {
        let shown = try await store.show(request("tea"))
        try await store.markUnpresented(shown.id, event: .expired, at: noon)

        let newer = try await store.present(request("tea"))

        #expect(newer.replaces == nil)
        #expect(try await store.deliveredNames() == ["tea"])
    }

    @Test(arguments: ["fired", "any"]) func `a command of fired is in the outbox`(_ event: String) async throws {
        let command = Command.arguments(["play", "bell"])
        try await store.add(request("tea", on: [event: command]))

        let fired = try await store.fire()

        let items = try await store.outbox(for: .command, app: nil, limit: 10)
        #expect(items.map(\.receiver) == [.command(command)])
        #expect(items.map(\.event) == ["fired"])
        #expect(items.map(\.notification) == fired.map(\.notification))
        #expect(items.map(\.response) == [nil])
        #expect(try await store.outboxApps() == [])
    }
}
