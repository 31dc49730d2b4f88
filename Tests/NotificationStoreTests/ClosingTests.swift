// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Synchronization
import Testing
import Triggers

@testable import NotificationStore

/// Numbers of notifications that are over and may still be on a screen.
@Suite struct ClosingTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    private func unclosed(on owner: String = server.owner) async throws -> [UInt32] {
        try await store.unclosed(on: owner, limit: 100).map(\.number)
    }

    @Test func `whatever ends a shown notification leaves its number to be closed`() async throws {
        let removed = try await store.show(request("removed"), number: 1)
        let gone = try await store.show(request("gone"), number: 2)
        let answered = try await store.show(request("answered"), number: 3)
        let snoozed = try await store.show(request("snoozed"), number: 4)
        let expired = try await store.show(request("expired"), number: 5)
        let unpresented = try await store.show(request("unpresented"), number: 6)
        #expect(try await unclosed() == [])

        _ = try await store.removeDelivered(app: app, identifiers: [removed.identifier], at: noon)
        try await store.markGone(gone.id, event: .gone, at: noon)
        _ = try await store.answer(answered.id, with: response(to: answered), receivers: [], at: noon)
        try await store.snooze(occurrence: snoozed.id, until: noon + 60, at: noon)
        _ = try await store.expire(expired.id, with: response(to: expired, .expired, ""), receivers: [], at: noon)
        try await store.markUnpresented(unpresented.id, event: .gone, at: noon)

        #expect(try await unclosed() == [1, 2, 3, 4, 5, 6])
        // The numbers have no meaning for another server.
        #expect(try await unclosed(on: ":1.8") == [])
    }

    // A new agent never closed a notification that was redrawn under another number after it had been edited.
    @Test func `a number that comes after the end is to be closed, unless another occurrence has it`() async throws {
        let number = { ServerNumber(owner: server.owner, number: $0) }
        let redrawn = try await store.show(request("redrawn"), number: 1)
        let sent = try await store.present(request("sent"))
        let edited = try await store.show(request("edited"), number: 4)
        _ = try await store.removeDelivered(app: app, identifiers: ["redrawn", "sent"], at: noon)
        let newer = try await store.present(request("edited"))

        #expect(try await store.markRedrawn(redrawn.id, server: number(2), buttons: nil) == false)
        #expect(try await store.markShown(sent.id, server: number(3), at: noon) == .ended)
        // The newer occurrence is about to take this number over, and then has it.
        #expect(try await store.markRedrawn(edited.id, server: number(4), buttons: nil) == false)
        #expect(try await unclosed() == [1, 2, 3])
        try await store.markShown(newer.id, server: number(4), at: noon)
        #expect(try await store.markRedrawn(edited.id, server: number(4), buttons: nil) == false)
        #expect(try await unclosed() == [1, 2, 3])

        store.noteClosed(number(2))
        store.noteClosed(number(3))
        try await store.markGone(newer.id, event: .gone, at: noon)
        #expect(try await unclosed() == [1, 4])
    }

    @Test func `a number that a newer showing has replaced is not closed`() async throws {
        _ = try await store.show(request("tea"), number: 1)

        let newer = try await store.present(request("tea"))
        #expect(try await unclosed() == [], "it is about to be replaced")
        try await store.markShown(newer.id, server: ServerNumber(owner: server.owner, number: 1), at: noon)

        #expect(try await unclosed() == [])
    }

    @Test func `an older number is closed if it was not replaced, or if the newer one was never shown`()
        async throws
    {
        _ = try await store.show(request("beside"), number: 1)
        let beside = try await store.present(request("beside"))
        try await store.markShown(beside.id, server: ServerNumber(owner: server.owner, number: 7), at: noon)
        #expect(try await unclosed() == [1])

        _ = try await store.show(request("removed"), number: 2)
        _ = try await store.present(request("removed"))
        _ = try await store.removeDelivered(app: app, identifiers: ["removed"], at: noon)
        #expect(try await unclosed() == [1, 2])
    }

    @Test func `a number that belongs to another notification by now is not closed`() async throws {
        let tea = try await store.show(request("tea"), number: 1)
        try await store.markGone(tea.id, event: .gone, at: noon)
        #expect(try await unclosed() == [1])

        _ = try await store.show(request("coffee"), number: 1)

        #expect(try await unclosed() == [])
    }

    @Test func `a closed number leaves the list with the next change, even with the change that adds it`()
        async throws
    {
        let tea = try await store.show(request("tea"), number: 1)
        let coffee = try await store.show(request("coffee"), number: 2)
        try await store.markGone(tea.id, event: .gone, at: noon)
        store.noteClosed(ServerNumber(owner: server.owner, number: 1))
        store.noteClosed(ServerNumber(owner: server.owner, number: 2))
        #expect(try await unclosed() == [1])

        try await store.markGone(coffee.id, event: .gone, at: noon)

        #expect(try await unclosed() == [])
    }

    // A note of a closed number that came during another transaction was consumed by that transaction: the number
    // stayed in the list.
    @Test func `a closed number is deleted, in whatever order its note and its end come`() async throws {
        let tea = try await store.show(request("tea"), number: 1)
        try await store.add(request("coffee"))
        let end = Mutex<Task<Bool, any Error>?>(nil)

        _ = try await store.fireDue(at: noon, limit: 1) { [store] _, _, _ in
            // During a transaction the next operation is queued, and then the note.
            end.withLock { $0 = Task.immediate { try await store.markGone(tea.id, event: .gone, at: noon) } }
            store.noteClosed(ServerNumber(owner: server.owner, number: 1))
            return nil
        }
        #expect(try await end.withLock { $0 }?.value == true)

        #expect(try await unclosed() == [])
    }

    // The first change after a note consumed it, although the notification ended later, such as after a prompt: its
    // number stayed in the list for the agent's life.
    @Test func `a closed number is deleted, however long its notification still uses it`() async throws {
        let asked = try await store.show(request("asked"), number: 1)
        let rests = try await store.show(request("rests"), number: 2)
        store.noteClosed(ServerNumber(owner: server.owner, number: 1))
        store.noteClosed(ServerNumber(owner: server.owner, number: 2))
        for name in ["a", "b"] { try await store.add(request(name)) }

        #expect(try await store.markAwaiting(asked.id, buttons: nil))
        try await store.markShown(rests.id, server: ServerNumber(owner: server.owner, number: 3), at: noon)
        #expect(try await unclosed() == [])

        // That consumes the note.
        try await store.markShown(asked.id, server: ServerNumber(owner: server.owner, number: 2), at: noon)
        try await store.markShown(rests.id, server: ServerNumber(owner: server.owner, number: 1), at: noon)
        try await store.markGone(asked.id, event: .gone, at: noon)
        try await store.markGone(rests.id, event: .gone, at: noon)
        #expect(try await unclosed() == [1, 2, 3])
    }

    @Test func `a notification that gets a closed number must be closed itself`() async throws {
        let tea = try await store.show(request("tea"), number: 1)
        store.noteClosed(ServerNumber(owner: server.owner, number: 1))
        try await store.add(request("coffee"))

        try await store.markShown(tea.id, server: ServerNumber(owner: server.owner, number: 1), at: noon)
        try await store.markGone(tea.id, event: .gone, at: noon)

        #expect(try await unclosed() == [1])
    }

    @Test func `another server has no numbers of a former one to close`() async throws {
        let tea = try await store.show(request("tea"), number: 1)
        try await store.markGone(tea.id, event: .gone, at: noon)

        try await store.setPresenter(nil)
        #expect(try await unclosed() == [1], "it may be the same that comes back")
        try await store.setPresenter(":1.8")

        #expect(try await store.run("SELECT * FROM unclosed") == [])
    }

    @Test func `an expired notification in no list ends in the same transaction, with its command`() async throws {
        let tea = try await store.show(request("tea"), number: 1)
        let commits = Mutex<[[String]]>([])
        store.setEventHandler { events in commits.withLock { $0.append(events.map(\.kind.rawValue)) } }

        let items = try await store.expire(
            tea.id, with: response(to: tea, .expired, ""), receivers: [.command(.shell("true"))], staysListed: false,
            at: noon)

        #expect(commits.withLock { $0 } == [["expired", "gone"]])
        #expect(items?.map(\.event) == ["expire"])
        #expect(try await store.outbox(for: .command, app: nil, limit: 9) == items)
        #expect(try await store.delivered(app: app) == [])
    }

    // It ended without its command if the presentation noticed the expiry before the schedule.
    @Test func `an expired notification ends once, with its command, whichever part notices`() async throws {
        var tea = request("tea", on: ["expire": .shell("true")])
        tea.policy.expires = noon
        let shown = try await store.show(tea)

        let outcome = try await store.expireInTime(shown.id, at: noon)

        guard case .expired(let ended, let items) = outcome else { throw StoreError("it is \(outcome as Any)") }
        #expect(ended.id == shown.id && items.map(\.event) == ["expire"])
        #expect(try await store.outbox(for: .command, app: nil, limit: 9) == items)
        #expect(try await store.expireInTime(shown.id, at: noon) == nil)
        #expect(try await store.doLater(at: noon, limit: 9) { _, _ in false }.count == 0)
        #expect(try await store.story() == ["fired tea", "shown tea", "expired tea"])
    }
}
