// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers

@Suite struct PresentingTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    @Test func `the presentation queue is read in pages, the oldest first`() async throws {
        for number in 1...5 { _ = try await store.present(request("\(number)")) }

        let first = try await store.presenting(limit: 2)
        let second = try await store.presenting(after: try #require(first.last).id, limit: 10)

        #expect(first.map(\.identifier) == ["1", "2"])
        #expect(second.map(\.identifier) == ["3", "4", "5"])
    }

    @Test func `a shown occurrence is found by its server and number`() async throws {
        let occurrence = try await store.present(request("tea"))

        #expect(try await store.markShown(occurrence.id, server: server, at: noon) != .ended)

        let shown = try #require(try await store.occurrence(at: server))
        #expect(shown.id == occurrence.id)
        #expect(shown.state == .shown)
        #expect(shown.server == server)
        #expect(try await store.occurrence(at: ServerNumber(owner: ":1.8", number: 1)) == nil)
        #expect(try await store.presenting(limit: 10) == [])
    }

    @Test func `offered buttons are read with the shown notification`() async throws {
        let occurrence = try await store.present(request("tea"))
        #expect(try await store.occurrence(occurrence.id)?.buttons == nil)
        try await store.markShown(occurrence.id, server: server, buttons: Data("b".utf8), at: noon)
        #expect(try await store.shown(on: server.owner, limit: 1).first?.buttons == Data("b".utf8))
        try await store.markUnpresented(occurrence.id, event: .expired, at: noon)
        #expect(try await store.occurrence(occurrence.id)?.buttons == Data("b".utf8))
    }

    @Test func `R7: an occurrence without list stays in no list, whatever happens on the screen`() async throws {
        let tea = try await store.present(request("tea"))
        #expect(tea.isListed)
        try await store.markShown(tea.id, server: server, isListed: false, at: noon)
        #expect(try await store.shown(on: server.owner, limit: 1).map(\.isListed) == [false])

        // No later call lists it again: neither a redraw without this value, nor another occurrence of the same
        // showing.
        try await store.markShown(tea.id, server: server, at: noon)
        let newer = try #require(try await store.repost(tea.id, because: "room", at: noon)).newer
        #expect(!newer.isListed)
        #expect(try await store.occurrence(newer.id)?.isListed == false)
        // The application is asked again about a new firing.
        #expect(try await store.present(request("tea")).isListed)
    }

    @Test func `the largest number of a server is stored`() async throws {
        let largest = ServerNumber(owner: ":1.7", number: .max)
        _ = try await store.show(request("tea"), number: .max)

        let newer = try await store.present(request("tea"))

        #expect(newer.replaces == largest)
        #expect(try await store.occurrence(newer.id)?.replaces == largest)
    }

    @Test func `what a server shows is read in pages, of one server or of any`() async throws {
        for number in 1...3 { _ = try await store.show(request("\(number)"), number: UInt32(number)) }
        let other = try await store.present(request("other"))
        try await store.markShown(other.id, server: ServerNumber(owner: ":1.8", number: 1), at: noon)

        let first = try await store.shown(on: server.owner, limit: 2)
        let second = try await store.shown(on: server.owner, after: try #require(first.last).id, limit: 2)

        #expect(first.map(\.identifier) == ["1", "2"])
        #expect(second.map(\.identifier) == ["3"])
        #expect(try await store.shown(on: nil, limit: 10).map(\.identifier) == ["1", "2", "3", "other"])
    }

    @Test func `an expired occurrence keeps its number until another has that number`() async throws {
        let tea = try await store.show(request("tea"))
        _ = try await store.expire(tea.id, with: response(to: tea, .expired, ""), receivers: [], at: noon)

        let expired = try #require(try await store.occurrence(tea.id))
        #expect(expired.state == .unpresented)
        #expect(expired.server == nil)
        #expect(expired.kept == server)

        _ = try await store.show(request("coffee"))
        #expect(try await store.occurrence(tea.id)?.kept == nil)
        // An occurrence that ended for another reason is not listed.
        let cocoa = try await store.show(request("cocoa"), number: 2)
        try await store.markUnpresented(cocoa.id, event: .gone, at: noon)
        #expect(try await store.occurrence(cocoa.id)?.kept == nil)
    }

    @Test func `whether a client is told of the expiry is stored with it`() async throws {
        let tea = try await store.show(request("tea"))
        let command = Receiver.command(.shell("true"))

        let items = try await store.expire(
            tea.id, with: response(to: tea, .expired, ""), receivers: [command], at: noon)

        #expect(items?.map(\.event) == ["expire"])
        #expect(try await store.outbox(for: .command, app: nil, limit: 9) == items)
        #expect(try await store.story() == ["fired tea", "shown tea", "expired tea"])
        _ = try await store.removeDelivered(app: app, at: noon)
        #expect(try await store.expire(tea.id, with: response(to: tea, .expired, ""), receivers: [], at: noon) == nil)
    }

    @Test func `a number that is used again is taken from the occurrence that had it`() async throws {
        let former = try await store.show(request("former"))

        let newer = try await store.show(request("newer"))

        #expect(try await store.occurrence(at: server)?.id == newer.id)
        #expect(try await store.occurrence(former.id)?.state == .unpresented)
        #expect(try await store.story().suffix(2) == ["gone former", "shown newer"])
    }

    @Test func `an occurrence off the screen is delivered until it is gone`() async throws {
        let occurrence = try await store.show(request("tea"))

        #expect(
            try await store.markUnpresented(occurrence.id, event: .expired, detail: ["reason": .integer(1)], at: noon))
        #expect(try await store.occurrence(at: server) == nil)
        #expect(try await store.delivered(app: app).map(\.state) == [.unpresented])
        #expect(try await store.markGone(occurrence.id, event: .dismissed, at: noon))
        #expect(try await store.delivered(app: app) == [])
        #expect(try await store.story() == ["fired tea", "shown tea", "expired tea", "dismissed tea"])
    }

    @Test func `every step of an occurrence that has ended reports that and changes nothing`() async throws {
        let occurrence = try await store.show(request("tea"))
        #expect(try await store.markGone(occurrence.id, event: .gone, at: noon))
        let story = try await store.story()

        #expect(try await store.markShown(occurrence.id, server: server, at: noon) == .ended)
        #expect(try await store.markUnpresented(occurrence.id, event: .expired, at: noon) == false)
        #expect(try await store.markGone(occurrence.id, event: .gone, at: noon) == false)
        #expect(try await store.story() == story)
    }

    @Test func `an occurrence whose Notify was in flight when the agent ended is marked, and no other`() async throws {
        try await withFolder { folder in
            let first = try NotificationStore(at: folder)
            _ = try await first.present(request("waits for a server"))
            first.close()

            let second = try NotificationStore(at: folder)
            #expect(try await second.presenting(limit: 10).map(\.wasInterrupted) == [false])
            try await second.setPresenter(server.owner)
            second.close()

            let third = try NotificationStore(at: folder)
            let occurrence = try #require(try await third.presenting(limit: 10).first)
            #expect(occurrence.wasInterrupted)
            try await third.markShown(occurrence.id, server: server, at: noon)
            try await third.setPresenter(nil)
            _ = try await third.present(request("waits again"))
            third.close()

            let fourth = try NotificationStore(at: folder)
            #expect(try await fourth.delivered(app: app).map(\.wasInterrupted) == [false, false])
        }
    }
}
