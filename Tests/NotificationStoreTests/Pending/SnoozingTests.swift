// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers

@Suite struct SnoozingTests {
    private let store: NotificationStore
    private let repeating = Trigger.timeInterval(.seconds(3600), repeats: true)

    init() throws { store = try .inMemory() }

    @Test func `a delivered request is shown again once, as it was`() async throws {
        let original = request("tea", trigger: repeating)
        let shown = try await store.show(original)

        let ended = try await store.snooze(app: app, identifier: "tea", until: noon + 300, at: noon)

        #expect(ended?.id == shown.id)
        #expect(ended?.server == server)
        #expect(try await store.delivered(app: app) == [])
        let pending = try await store.pending(app: app)
        #expect(pending.map(\.request) == [original])
        #expect(pending.map(\.isSnoozed) == [true])
        #expect(pending.map(\.due) == [noon + 300])

        let fired = try await store.fireDue(at: noon + 300, limit: 10) { _, _, _ in noon + 9999 }
        #expect(fired.map(\.notification.request) == [original])
        #expect(try await store.nextDue() == nil)
        #expect(try await store.story().suffix(2) == ["snoozed tea", "fired tea"])
    }

    @Test func `a snooze leaves a repeating request's own dates unchanged`() async throws {
        try await store.add(request("tea", trigger: repeating), due: .at(noon))
        _ = try await store.fireDue(at: noon, limit: 1) { _, _, _ in noon + 3600 }

        try await store.snooze(app: app, identifier: "tea", until: noon + 300, at: noon)

        #expect(try await store.pending(app: app).map(\.due) == [noon + 300, noon + 3600])
        #expect(try await store.pendingNames() == ["tea (snoozed)", "tea"])
    }

    // Before, the next date stayed, so that the request was shown twice: C12.
    @Test func `a pending request waits longer, and of a repeating one the next date moves`() async throws {
        try await store.add(request("once"), due: .at(noon))
        try await store.add(request("often", trigger: repeating), due: .at(noon + 1))

        #expect(try await store.snooze(app: app, identifier: "once", until: noon + 300, at: noon) == nil)
        #expect(try await store.snooze(app: app, identifier: "often", until: noon + 400, at: noon) == nil)
        #expect(try await store.pendingNames() == ["once (snoozed)", "often (snoozed)", "often"])
        #expect(try await store.pending(app: app, identifiers: ["often"]).map(\.due) == [noon + 400, noon + 3601])

        try await store.snooze(app: app, identifier: "once", until: noon + 500, at: noon)
        #expect(try await store.pendingNames() == ["often (snoozed)", "once (snoozed)", "often"])
        #expect(try await store.counts().pending == 3)

        // A second snooze moves the same occurrence once more, and not the next one.
        try await store.snooze(app: app, identifier: "often", until: noon + 600, at: noon)
        #expect(try await store.pending(app: app, identifiers: ["often"]).map(\.due) == [noon + 600, noon + 3601])
    }

    @Test func `a snooze is about the nearer occurrence: the answered one, or the next`() async throws {
        for (delay, moved) in [(60, nil), (3000, noon + 3600)] as [(Double, Date?)] {
            let store = try NotificationStore.inMemory()
            try await store.add(request("tea", trigger: repeating), due: .at(noon))
            let fired = try await store.fireDue(at: noon, limit: 1) { _, _, _ in noon + 3600 }
            let shown = try #require(fired.first)
            #expect(try await store.markGone(shown.id, event: .dismissed, at: noon))

            let snoozed = try await store.snooze(
                app: app, identifier: "tea", until: noon + 3300, skipping: .hourly, at: noon + delay)

            #expect(snoozed.moved == moved)
            let own = moved == nil ? noon + 3600 : noon + 7200
            #expect(try await store.pending(app: app).map(\.due) == [noon + 3300, own])
        }
    }

    // Before, the copy had the text of the pending request.
    @Test func `an edit does not change the text of the occurrence that was answered before and is snoozed`()
        async throws
    {
        let original = request("tea", trigger: repeating)
        try await store.add(original, due: .at(noon))
        let shown = try #require(try await store.fireDue(at: noon, limit: 1) { _, _, _ in noon + 3600 }.first)
        #expect(try await store.markGone(shown.id, event: .dismissed, at: noon))
        var edited = original
        edited.content.title = "Coffee"
        try await store.add(edited, due: .at(noon + 3600))

        try await store.snooze(app: app, identifier: "tea", until: noon + 300, skipping: .hourly, at: noon + 60)

        #expect(try await store.pending(app: app).map(\.request) == [original, edited])
        #expect(try await store.pending(app: app).map(\.due) == [noon + 300, noon + 3600])
    }

    @Test func `a copy that is due together with its request is shown once`() async throws {
        try await store.add(request("tea", trigger: repeating), due: .at(noon))
        _ = try await store.fireDue(at: noon, limit: 1) { _, _, _ in noon + 3600 }
        try await store.snooze(app: app, identifier: "tea", until: noon + 3600, at: noon)

        let fired = try await store.fireDue(at: noon + 3600, limit: 10) { _, _, _ in noon + 7200 }

        #expect(fired.count == 1)
        #expect(try await store.pendingNames() == ["tea"])
    }

    @Test func `an early warning of a date that has moved does not come`() async throws {
        try await store.add(request("tea", trigger: repeating), due: .at(noon + 3600))
        try await store.add(request("tea~5m", trigger: repeating, warnsOf: "tea"), due: .at(noon + 3300))

        try await store.snooze(app: app, identifier: "tea", until: noon + 4000, at: noon)

        #expect(try await store.pending(app: app, identifiers: ["tea~5m"]).map(\.due) == [noon + 6900])
    }

    @Test func `an answered notification can be snoozed, by occurrence and by identifier`() async throws {
        let first = try await store.show(request("first"))
        _ = try await store.answer(first.id, with: response(to: first, .action, "snooze"), receivers: [], at: noon)
        let second = try await store.show(request("second"))
        #expect(try await store.markGone(second.id, event: .dismissed, at: noon))

        #expect(try await store.snooze(occurrence: first.id, until: noon + 1, at: noon) == nil)
        #expect(try await store.snooze(app: app, identifier: "second", until: noon + 2, at: noon) == nil)

        #expect(try await store.pendingNames() == ["first (snoozed)", "second (snoozed)"])
    }

    @Test func `an occurrence is snoozed while it is delivered`() async throws {
        let shown = try await store.show(request("tea"))

        #expect(try await store.snooze(occurrence: shown.id, until: noon + 1, at: noon)?.id == shown.id)

        #expect(try await store.answer(shown.id, with: response(to: shown), receivers: [.delegate], at: noon) == nil)
        #expect(try await store.pendingNames() == ["tea (snoozed)"])
    }

    @Test func `a removed or unknown request can't be snoozed`() async throws {
        let shown = try await store.show(request("tea"))
        _ = try await store.removeDelivered(app: app, at: noon)

        for identifier in ["tea", "unknown"] {
            let refusal = await #expect(throws: Refusal.self) {
                try await store.snooze(app: app, identifier: identifier, until: noon + 1, at: noon)
            }
            #expect(refusal?.code == .noSuchRequest)
        }
        await #expect(throws: Refusal.self) { try await store.snooze(occurrence: shown.id, until: noon + 1, at: noon) }
    }

    @Test func `only the newest ended requests are remembered`() async throws {
        var occurrences: [Occurrence] = []
        for number in 1...250 {
            let occurrence = try await store.present(request("\(number)"))
            #expect(try await store.markGone(occurrence.id, event: .dismissed, at: noon))
            occurrences.append(occurrence)
        }

        await #expect(throws: Refusal.self) {
            try await store.snooze(occurrence: occurrences[49].id, until: noon + 1, at: noon)
        }
        try await store.snooze(occurrence: occurrences[50].id, until: noon + 1, at: noon)
        #expect(try await store.pendingNames() == ["51 (snoozed)"])
    }
}
