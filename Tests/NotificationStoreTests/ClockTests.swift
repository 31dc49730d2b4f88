// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing

@Suite struct ClockTests {
    private let store: NotificationStore
    private let daily = Trigger.calendar(DateComponents(hour: 9), repeats: true)

    init() throws { store = try .inMemory() }

    @Test func `a set clock moves intervals and snoozed requests, and no calendar dates`() async throws {
        try await store.add(request("interval", trigger: .timeInterval(.seconds(60), repeats: false)))
        try await store.add(request("daily", trigger: daily))
        try await store.snooze(app: app, identifier: "daily", until: noon + 5, at: noon)

        try await store.shiftIntervals(by: 3600)

        let pending = try await store.pending(app: app)
        #expect(pending.map(\.due) == [noon, noon + 3600, noon + 3605])
        #expect(try await store.pendingNames() == ["daily", "interval", "daily (snoozed)"])
        #expect(pending[1].addedAt == noon - 60 + 3600)
        try await store.shiftIntervals(by: -3600)
        #expect(try await store.pending(app: app).map(\.due) == [noon, noon, noon + 5])
    }

    @Test func `calendar dates are worked out anew, and nothing else`() async throws {
        try await store.add(request("interval", trigger: .timeInterval(.seconds(60), repeats: false)))
        try await store.add(request("plain"))
        try await store.add(request("daily", trigger: daily))
        try await store.snooze(app: app, identifier: "daily", until: noon + 5, at: noon)

        try await store.recomputeCalendarDates { request, addedAt, lastFired in
            #expect(request.identifier == "daily")
            #expect(addedAt == noon - 60)
            #expect(lastFired == nil)
            return noon + 7200
        }

        #expect(try await store.pending(app: app).map(\.due) == [noon, noon, noon + 5, noon + 7200])
    }

    @Test func `a date that has fired already is not taken again`() async throws {
        try await store.add(request("daily", trigger: daily))
        _ = try await store.fireDue(at: noon, limit: 1) { _, _, _ in noon + 86_400 }

        for date in [noon, noon - 3600] {
            try await store.recomputeCalendarDates { _, _, lastFired in
                #expect(lastFired == noon)
                return date
            }
            #expect(try await store.nextDue() == noon + 86_400)
        }
        try await store.recomputeCalendarDates { _, _, _ in nil }
        #expect(try await store.nextDue() == noon + 86_400)
        try await store.recomputeCalendarDates { _, _, _ in noon + 82_800 }
        #expect(try await store.nextDue() == noon + 82_800)
    }

    @Test func `every batch is worked out`() async throws {
        let additions = (0..<2500).map {
            Addition(app: app, request: request("\($0)", trigger: daily), due: .at(noon), addedAt: noon)
        }
        _ = try await store.add(additions, atomically: true)

        try await store.recomputeCalendarDates { _, _, _ in noon + 1 }

        #expect(try await store.pending(app: app).allSatisfy { $0.due == noon + 1 })
    }
}
