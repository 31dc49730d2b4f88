// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Testing

@testable import NotificationStore

/// The history of ended notifications: who writes it, its limits and its pages.
@Suite struct HistoryTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    private func list(
        _ filter: HistoryFilter = HistoryFilter(), of owner: String? = app, at now: Date = noon
    ) async throws -> [HistoryEntry] {
        try await store.history(app: owner, filter, page: ListPage(limit: 10_000), at: now).entries
    }

    /// The list as `status identifier`, the newest first.
    private func words(_ filter: HistoryFilter = HistoryFilter(), at now: Date = noon) async throws -> [String] {
        try await list(filter, at: now).map { "\($0.status) \($0.notification.request.identifier)" }
    }

    @Test func `an entry has the texts, the dates and the answer`() async throws {
        let occurrence = try await store.show(request("tea", title: "Tea is ready"))
        #expect(try await words() == ["shown tea"])
        _ = try await store.answer(occurrence.id, with: response(to: occurrence), receivers: [], at: noon + 5)

        let entry = try #require(try await list().first)

        #expect(entry.status == .answered && entry.action == "ok")
        #expect(entry.notification.request.content.title == "Tea is ready")
        #expect(entry.shown == noon && entry.ended == noon + 5)
        #expect(try await list().count == 1)
    }

    @Test func `each way to end leaves one entry`() async throws {
        let dismissed = try await store.show(request("dismissed"), number: 1)
        _ = try await store.answer(
            dismissed.id, with: response(to: dismissed, .dismiss, ""), receivers: [], at: noon)
        _ = try await store.show(request("removed"), number: 2)
        _ = try await store.removeDelivered(app: app, identifiers: ["removed"], at: noon)
        _ = try await store.show(request("snoozed"), number: 3)
        try await store.snooze(app: app, identifier: "snoozed", until: noon + 60, at: noon)
        let gone = try await store.show(request("gone"), number: 4)
        try await store.markGone(gone.id, event: .gone, at: noon)
        _ = try await store.show(request("replaced"), number: 5)
        _ = try await store.present(request("replaced", title: "newer"))

        #expect(
            try await Set(words()) == [
                "dismissed dismissed", "removed removed", "snoozed snoozed", "gone gone", "replaced replaced",
                "presenting replaced",
            ])
        #expect(try await list().count == 6)
    }

    @Test func `what was snoozed after its answer is snoozed`() async throws {
        let occurrence = try await store.show(request("tea"))
        _ = try await store.answer(occurrence.id, with: response(to: occurrence), receivers: [], at: noon)

        try await store.snooze(occurrence: occurrence.id, until: noon + 60, at: noon)

        #expect(try await words() == ["snoozed tea"])
    }

    @Test func `a repeated presentation is no end, and keeps the date at which it was shown first`() async throws {
        let occurrence = try await store.show(request("tea"))
        let newer = try #require(try await store.repost(occurrence.id, because: "test", at: noon + 1)).newer
        try await store.markShown(newer.id, server: server, at: noon + 2)
        try await store.markGone(newer.id, event: .dismissed, at: noon + 3)

        #expect(try await words() == ["dismissed tea"])
        #expect(try await list().first?.shown == noon)
    }

    private func end(_ count: Int, from first: Int = 0, at date: Date = noon) async throws {
        for number in first..<first + count {
            let occurrence = try await store.present(request("r\(number)", title: String(repeating: "x", count: 100)))
            try await store.markGone(occurrence.id, event: .dismissed, at: date)
        }
    }

    @Test func `the oldest entries over the number are deleted when one is added`() async throws {
        store.setHistoryLimits(HistoryLimits(entries: 3))
        try await end(5)
        #expect(try await Set(words()) == ["dismissed r2", "dismissed r3", "dismissed r4"])
    }

    @Test func `the oldest entries over the size are deleted`() async throws {
        try await end(1)
        let bytes = try #require(Int(try await store.run("SELECT bytes FROM history_size").first?.first ?? ""))
        store.setHistoryLimits(HistoryLimits(bytes: bytes * 2))
        try await end(4, from: 1)
        #expect(try await Set(words()) == ["dismissed r3", "dismissed r4"])
        #expect(try await store.run("SELECT entries, bytes FROM history_size") == [["2", "\(bytes * 2)"]])
    }

    @Test func `an entry that is too old is in no list, and the next end or start deletes it`() async throws {
        store.setHistoryLimits(HistoryLimits(days: 2))
        try await end(1)
        #expect(try await words(at: noon + 2 * 86400) == ["dismissed r0"])
        #expect(try await words(at: noon + 2 * 86400 + 1) == [])
        #expect(try await store.run("SELECT count(*) FROM history") == [["1"]])

        try await end(1, from: 1, at: noon + 3 * 86400)
        #expect(try await store.run("SELECT identifier FROM history") == [["r1"]])
        try await store.pruneHistory(at: noon + 9 * 86400)
        #expect(try await store.run("SELECT count(*) FROM history") == [["0"]])
    }

    @Test func `with none nothing is kept, and the start deletes what was`() async throws {
        try await end(2)
        store.setHistoryLimits(.nothing)
        try await store.pruneHistory(at: noon)
        try await end(1)
        #expect(try await store.run("SELECT count(*) FROM history") == [["0"]])
    }

    @Test func `pages come to the same list, across ended and delivered ones of one date`() async throws {
        try await end(300)
        for number in 0..<20 { _ = try await store.show(request("s\(number)"), number: UInt32(number + 1)) }
        let whole = try await words()
        #expect(whole.count == 320)

        var paged: [String] = []
        var after: ListPosition?
        repeat {
            let page = ListPage(limit: 7, after: after)
            let (entries, end) = try await store.history(app: app, HistoryFilter(), page: page, at: noon)
            paged += entries.map { "\($0.status) \($0.notification.request.identifier)" }
            after = end.flatMap { ListPosition($0.text) }
            #expect(after == end)
        } while after != nil

        #expect(paged == whole)
    }

    @Test func `filters choose by text, status, identifier and date`() async throws {
        let milk = try await store.show(request("milk", title: "Buy MILK"), number: 1)
        try await store.markGone(milk.id, event: .dismissed, at: noon)
        _ = try await store.show(request("milky", title: "Way"), number: 2)

        #expect(try await words(HistoryFilter(text: "milk")) == ["dismissed milk"])
        #expect(try await words(HistoryFilter(statuses: [.shown])) == ["shown milky"])
        #expect(try await words(HistoryFilter(identifier: "milk", isExact: true)) == ["dismissed milk"])
        #expect(try await words(HistoryFilter(identifier: "milk")).count == 2)
        let fired = try #require(try await list().first).notification.date
        #expect(try await words(HistoryFilter(since: fired + 1)) == [])
        #expect(try await words(HistoryFilter(until: fired - 1)) == [])
        #expect(try await words(HistoryFilter(since: fired, until: fired)).count == 2)
    }

    @Test func `an application's history is its own, and so is clearing it`() async throws {
        try await end(2)
        let other = try await store.present(request("other"), app: "org.example.Other")
        try await store.markGone(other.id, event: .dismissed, at: noon)
        #expect(try await list(of: nil).count == 3)
        #expect(try await list().count == 2)

        #expect(try await store.clearHistory(app: app) == 2)
        #expect(try await list(of: nil).map(\.notification.app) == ["org.example.Other"])
        #expect(try await store.clearHistory(app: nil) == 1)
        #expect(try await store.run("SELECT entries, bytes FROM history_size") == [["0", "0"]])
    }

    @Test func `a store of the version before is migrated with what is on the screen`() throws {
        let database = try DatabaseQueue()
        try Schema.migrator.migrate(database, upTo: "19")
        try database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO occurrence (app, identifier, state, date, due, request)
                    VALUES ('a', 'tea', 0, 1, 1, CAST('{"identifier":"tea","title":"Tea"}' AS BLOB))
                    """)
        }

        try Schema.migrate(database)

        try database.write { db in
            try Transaction(db).end(1, app: "a", identifier: "tea", event: .dismissed, at: noon)
            #expect(try String.fetchAll(db, sql: "SELECT identifier || status FROM history") == ["teadismissed"])
        }
    }

    @Test func `an entry written before a crash is there exactly once`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            let occurrence = try await store.show(request("tea"))
            try await store.markGone(occurrence.id, event: .dismissed, at: noon)
            store.close()

            let again = try NotificationStore(at: folder)
            #expect(try await again.run("SELECT identifier, status FROM history") == [["tea", "dismissed"]])
            again.close()
        }
    }
}
