// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing

@testable import NotificationStore

/// Occurrences that wait for a service extension, and those that one has rewritten.
@Suite struct ExtendingTests {
    private let store: NotificationStore

    init() throws { store = try .inMemory() }

    private func mutable(_ identifier: String, title: String = "Original", nag: Nag? = nil) -> Request {
        var request = request(identifier, title: title)
        request.content.mutableContent = true
        request.policy.nag = nag
        return request
    }

    private func rewritten(_ title: String = "Rewritten") -> Content {
        var content = Content(title: title)
        content.mutableContent = true
        return content
    }

    @Test func `a mutable request waits from the transaction that fires it, and other requests do not`() async throws {
        let waiting = try await store.present(mutable("m"))
        let plain = try await store.present(request("p"))
        let badge = try await store.present(mutable("b", title: ""))

        #expect(waiting.isExtending && !plain.isExtending && !badge.isExtending)
        #expect(try await store.presenting(limit: 10).map(\.identifier) == ["p", "b"])
        #expect(try await store.delivered(app: app).map(\.identifier) == ["b", "p", "m"])
        #expect(try await store.extending([waiting.id, plain.id]) == [waiting.id])
    }

    @Test func `a rewritten request is presented, and its original is kept`() async throws {
        let fired = try await store.present(mutable("m"))

        let shown = try #require(try await store.rewrite(fired.id, content: rewritten(), at: noon))

        #expect(shown.notification.request.content == Content(title: "Rewritten"))
        #expect(try await store.presenting(limit: 10) == [shown])
        #expect(try await store.originalRequest(app: app, identifier: "m") == fired.notification.request)
        #expect(try await store.story().last == "extended m")
        // A late answer changes nothing.
        #expect(try await store.rewrite(fired.id, content: rewritten("Late"), at: noon) == nil)
        #expect(try await store.occurrence(fired.id) == shown)
        let load = try await store.load()
        #expect(load.bytes == (try StoredRequest(shown.notification.request)).size)
    }

    @Test func `a released request is presented as it is`() async throws {
        let fired = try await store.present(mutable("m"))
        let gone = try await store.present(mutable("gone"))
        _ = try await store.removeDelivered(app: app, identifiers: ["gone"], at: noon)

        let shown = try await store.release([(gone.id, nil), (fired.id, ["reason": .string("x")])], at: noon)

        #expect(shown.map(\.notification) == [fired.notification])
        #expect(try await store.presenting(limit: 10) == shown)
        #expect(try await store.originalRequest(app: app, identifier: "m") == fired.notification.request)
        #expect(try await store.originalRequest(app: app, identifier: "gone") == nil)
        #expect(try await store.events(app: app, limit: 100).filter { $0.kind == .extended }.count == 1)
    }

    @Test func `a request that has ended or was replaced is neither rewritten nor released`() async throws {
        let older = try await store.present(mutable("m"))
        let newer = try await store.present(mutable("m", title: "Newer"))

        #expect(try await store.rewrite(older.id, content: rewritten(), at: noon) == nil)
        #expect(try await store.release([(older.id, [:])], at: noon).isEmpty)
        #expect(try await store.extending([older.id, newer.id]) == [newer.id])
    }

    @Test func `a notification that is shown again keeps its original`() async throws {
        let fired = try await store.present(mutable("m", nag: Nag(interval: 60, count: nil)))
        _ = try await store.rewrite(fired.id, content: rewritten(), at: noon)
        try await store.markShown(fired.id, server: server, at: noon)

        let reposted = try await store.repost(app: app, identifiers: ["m"], limit: 1, at: noon).reposted
        let newer = try #require(reposted.first?.newer)
        try await store.markShown(newer.id, server: server, at: noon)
        let outcomes = try await store.doLater(at: noon + 120, limit: 10) { _, _ in false }.outcomes

        guard case .nagged(let nagged, _)? = outcomes.first else { throw StoreError("it did not nag") }
        #expect(!newer.isExtending && !nagged.isExtending)
        #expect(nagged.notification.request.content.title == "Rewritten")
        #expect(
            try await store.originalRequest(app: app, identifier: "m")?.content.title == "Original")
    }

    @Test func `the next agent presents the original of a run that it finds, as one that was never sent`() async throws
    {
        try await withFolder { folder in
            let first = try NotificationStore(at: folder)
            try await first.setPresenter(server.owner)
            let fired = try await first.present(mutable("m"))
            _ = try await first.present(request("sent"))
            first.close()

            let second = try NotificationStore(at: folder)
            defer { second.close() }

            let found = try await second.presenting(limit: 10)
            #expect(found.map(\.identifier) == ["m", "sent"])
            #expect(found.map(\.wasInterrupted) == [false, true])
            #expect(found.first?.notification.request == fired.notification.request)
            try await second.logInterruptedRuns(at: noon)
            let event = try await second.events(app: app, limit: 100).last
            #expect(event?.kind == .extended && event?.identifier == "m")
            #expect(event?.detail == ["result": .string("original"), "reason": .string("restart")])
            #expect(try await second.rewrite(fired.id, content: rewritten(), at: noon) == nil)
        }
    }

    @Test func `an export has the original of a rewritten request, and an import restores it`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            defer { store.close() }
            let fired = try await store.present(mutable("m"))
            _ = try await store.rewrite(fired.id, content: rewritten(), at: noon)
            _ = try await store.present(mutable("running"))
            var records: [StoreRecord] = []
            _ = try store.export(app: nil) { records.append($0) }

            let stage = try ImportStage()
            for (line, record) in records.enumerated() { try stage.append(record, line: line + 1) }
            let other = try NotificationStore.inMemory()
            _ = try await other.take(try stage.seal(), ImportOptions(file: ""), at: noon)

            #expect(
                try await other.presenting(limit: 10).map(\.notification.request.content.title).sorted() == [
                    "Original", "Rewritten",
                ])
            #expect(try await other.originalRequest(app: app, identifier: "m")?.content.title == "Original")
        }
    }

    @Test func `an extension is enabled until the person disables it`() async throws {
        #expect(try await store.isExtensionEnabled("service", of: app))
        for isEnabled in [false, false, true, true] {
            try await store.setExtension("service", of: app, isEnabled: isEnabled)
            #expect(try await store.isExtensionEnabled("service", of: app) == isEnabled)
            #expect(try await store.isExtensionEnabled("content", of: app))
            #expect(try await store.isExtensionEnabled("service", of: "other"))
        }
    }
}
