// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing
import Triggers

@testable import NotificationStore

/// Rows that can't be read, such as a later version's: set aside and logged, and the other rows are used.
@Suite struct UnreadableTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    private func damage(_ table: String, _ identifier: String) async throws {
        _ = try await store.run("UPDATE \(table) SET request = x'7b' WHERE identifier = '\(identifier)'")
    }

    @Test func `unreadable rows of the presentation queue delay no others, even a page of them`() async throws {
        for number in 1...5 { _ = try await store.present(request("\(number)")) }
        for number in 1...3 { try await damage("occurrence", "\(number)") }

        #expect(try await store.presenting(limit: 2).map(\.identifier) == ["4", "5"])

        #expect(try await store.run("SELECT identifier FROM unreadable") == [["1"], ["2"], ["3"]])
        #expect(try await store.counts().unreadable == 3)
        #expect(try await store.counts().delivered == 2)
        #expect(try await store.story().suffix(3) == ["dropped 1", "dropped 2", "dropped 3"])
        let detail = try await store.events(app: app, limit: 1, newestFirst: true).first?.detail
        #expect(detail == ["reason": .string("unreadable")])
    }

    // Pending, and so `belfry list`, failed as a whole.
    @Test func `an unreadable pending request is set aside by the list, which has the others`() async throws {
        for (identifier, minutes) in [("bad", 1.0), ("good", 2), ("later", 3)] {
            try await store.add(request(identifier), due: .at(noon + minutes * 60))
        }
        try await damage("pending", "bad")

        #expect(try await store.pendingNames() == ["good", "later"])

        #expect(try await store.run("SELECT identifier FROM unreadable") == [["bad"]])
        #expect(try await store.counts().unreadable == 1)
        #expect(try await store.counts().pending == 2)
        #expect(try await store.story() == ["dropped bad"])
        #expect(try await store.pendingNames(app: nil) == ["good", "later"])
    }

    @Test func `an unreadable pending request is set aside by a list of outlines, too`() async throws {
        for (identifier, minutes) in [("bad", 1.0), ("good", 2)] {
            try await store.add(request(identifier), due: .at(noon + minutes * 60))
        }
        try await damage("pending", "bad")

        let page = try await store.pendingOutlines(app: app, page: ListPage(limit: 10))

        #expect(page.outlines.map(\.identifier) == ["good"] && page.end == nil)
        #expect(try await store.run("SELECT identifier FROM unreadable") == [["bad"]])
        #expect(try await store.counts().pending == 1)
    }

    @Test func `a page of pending requests ends in the same place with an unreadable row`() async throws {
        for number in 1...5 { try await store.add(request("\(number)"), due: .at(noon + Double(number))) }
        try await damage("pending", "1")
        var pages: [[String]] = []
        var after: ListPosition?
        repeat {
            let page = try await store.pending(app: app, page: ListPage(limit: 2, after: after))
            pages.append(page.requests.map(\.request.identifier))
            after = page.end
        } while after != nil

        #expect(pages == [["2"], ["3", "4"], ["5"]])
        #expect(try await store.run("SELECT identifier FROM unreadable") == [["1"]])
    }

    @Test func `a request that was edited since it was read stays`() async throws {
        try await store.add(request("tea"))
        try await damage("pending", "tea")
        let row = try #require(
            try await store.read { try $0.pendingTable.pending(app: app, page: ListPage(limit: 1)).rows }.first)
        try await store.add(request("tea"), due: .unchanged)

        try await store.write { try row.setAside(in: $0, at: noon) }

        #expect(try await store.pendingNames() == ["tea"])
        #expect(try await store.counts().unreadable == 0)
    }

    @Test func `an unreadable shown one leaves the lists, which have the others`() async throws {
        _ = try await store.show(request("bad"), number: 1)
        let good = try await store.show(request("good"), number: 2)
        try await damage("occurrence", "bad")

        #expect(try await store.shown(on: server.owner, limit: 10).map(\.id) == [good.id])
        #expect(try await store.deliveredNames() == ["good"])
        #expect(try await store.run("SELECT identifier FROM unreadable") == [["bad"]])
    }

    @Test func `an unreadable one is removed with the others`() async throws {
        _ = try await store.show(request("bad"), number: 1)
        _ = try await store.show(request("good"), number: 2)
        try await damage("occurrence", "bad")

        #expect(try await store.removeDelivered(app: app, at: noon).map(\.identifier) == ["good"])
        #expect(try await store.counts().delivered == 0)
    }

    @Test func `an unreadable response and command are set aside with all their data`() async throws {
        for identifier in ["bad", "good"] {
            let occurrence = try await store.show(request(identifier))
            _ = try await store.answer(
                occurrence.id, with: response(to: occurrence), receivers: [.delegate, .command(.shell("true"))],
                at: noon)
        }
        try await damage("outbox", "bad")

        #expect(try await store.outbox(for: .delegate, app: app, limit: 1).map(\.identifier) == ["good"])
        #expect(try await store.outbox(for: .command, app: nil, limit: 1).map(\.identifier) == ["good"])
        let kept = try await store.run("SELECT event, command IS NULL, response IS NULL FROM unreadable ORDER BY id")
        #expect(kept == [["ok", "1", "0"], ["ok", "0", "0"]])
        #expect(try await store.counts().outbox == 2)
    }
}
