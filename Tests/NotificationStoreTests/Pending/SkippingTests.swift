// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers

/// Occurrences of repeating requests that are left out.
@Suite struct SkippingTests {
    private let store: NotificationStore
    private let repeating = Trigger.timeInterval(.seconds(3600), repeats: true)

    init() throws { store = try .inMemory() }

    private func skip(_ identifier: String, _ count: Int = 1, isTrial: Bool = false) async throws -> [Date] {
        try await store.skip(
            app: app, identifier: identifier, count: count, skipping: .hourly, isTrial: isTrial, at: noon
        ).dates
    }

    @Test func `the next occurrences are left out, and the log says so`() async throws {
        try await store.add(request("tea", trigger: repeating))

        #expect(try await skip("tea", 2) == [noon, noon + 3600])

        #expect(try await store.nextDue() == noon + 7200)
        #expect(try await store.story() == ["skipped tea"])
    }

    @Test func `a trial has the same result, and changes nothing`() async throws {
        try await store.add(request("tea", trigger: repeating))
        try await store.snooze(app: app, identifier: "tea", until: noon - 5, at: noon - 10)
        let before = try await store.pending(app: app)
        let story = try await store.story()

        #expect(try await skip("tea", 2, isTrial: true) == [noon - 5, noon + 3600])

        #expect(try await store.pending(app: app) == before)
        #expect(try await store.story() == story)
    }

    @Test func `a snoozed copy is an occurrence`() async throws {
        try await store.add(request("tea", trigger: repeating), due: .at(noon + 3600))
        try await store.snooze(app: app, identifier: "tea", until: noon + 600, at: noon)

        #expect(try await skip("tea") == [noon + 600])
        #expect(try await store.pendingNames() == ["tea"])
        #expect(try await store.nextDue() == noon + 7200)
    }

    @Test func `a request that is not pending can't be skipped`() async throws {
        let refusal = await #expect(throws: Refusal.self) { try await skip("tea") }
        #expect(refusal?.code == .noSuchRequest)

        try await store.add(request("once"))
        try await store.snooze(app: app, identifier: "once", until: noon + 5, at: noon)
        let snoozed = await #expect(throws: Refusal.self) { try await skip("once") }
        #expect(snoozed?.code == .invalidTrigger)
    }
}
