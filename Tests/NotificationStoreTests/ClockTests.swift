// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import NotificationStore
import Testing
import Triggers

@Suite struct ClockTests {
    private let store: NotificationStore
    private let daily = Trigger.calendar(CalendarComponents(hour: 9), repeats: true)

    init() throws { store = try .inMemory() }

    /// Takes the agent's clock, in a boot of the machine, and whether it was set.
    private func see(_ run: String, movedBy seconds: Double = 0, at now: Date = noon) async throws {
        try await store.setClockRecord(
            ClockRecord(boot: run, offset: 0, zone: "GMT"), movingBy: seconds, at: now + seconds)
    }

    @Test func `a set clock moves intervals and snoozed requests, and no calendar dates`() async throws {
        try await see("a")
        try await store.add(request("interval", trigger: .timeInterval(.seconds(60), repeats: false)))
        try await store.add(request("daily", trigger: daily))
        try await store.putOff(app: app, identifier: "daily", until: noon + 5, alone: false, at: noon)

        try await see("a", movedBy: 3600)

        let pending = try await store.pending(app: app)
        #expect(pending.map(\.due) == [noon, noon + 3600, noon + 3605])
        #expect(try await store.pendingNames() == ["daily", "interval", "daily (snoozed)"])
        #expect(pending[1].addedAt == noon - 60 + 3600)
        try await see("a", movedBy: -3600)
        #expect(try await store.pending(app: app).map(\.due) == [noon, noon, noon + 5])
    }

    @Test func `calendar dates are computed again, and nothing else`() async throws {
        try await store.add(request("interval", trigger: .timeInterval(.seconds(60), repeats: false)))
        try await store.add(request("plain"))
        try await store.add(request("daily", trigger: daily))
        try await store.putOff(app: app, identifier: "daily", until: noon + 5, alone: false, at: noon)

        try await store.recomputeCalendarDates { request, addedAt, lastFired in
            #expect(request.identifier == "daily")
            #expect(addedAt == noon - 60)
            #expect(lastFired == nil)
            return noon + 7200
        }

        #expect(try await store.pending(app: app).map(\.due) == [noon, noon, noon + 5, noon + 7200])
    }

    @Test func `a request keeps the local time up to which it is dealt with`() async throws {
        let reading = try #require(LocalTime("2027-01-15T08:59:00"))
        let addition = Addition(
            app: app, request: request("daily", trigger: daily), due: .at(noon), addedAt: noon - 60, reading: reading)
        _ = try await store.add([addition], atomically: true)
        try await store.recomputeCalendarDates { wait -> (due: Date, settled: LocalTime?)? in
            #expect(wait.settled == reading)
            #expect(wait.due == noon)
            return nil
        }
        _ = try await store.fireDue(at: noon, limit: 1) { _ in
            Firing(next: noon + 86_400, settled: reading.adding(seconds: 60))
        }

        try await store.recomputeCalendarDates { wait -> (due: Date, settled: LocalTime?)? in
            #expect(wait.lastFired == noon)
            #expect(wait.settled == reading.adding(seconds: 60))
            return (noon + 7200, reading.adding(seconds: 61))
        }

        #expect(try await store.nextDue() == noon + 7200)
        let settled = try await store.run("SELECT settled FROM pending")
        #expect(settled == [["\(reading.seconds + 61)"]])
    }

    @Test func `an occurrence that fires after a set clock counts from the moved date`() async throws {
        try await see("a")
        try await store.add(request("pulse", trigger: .timeInterval(.seconds(60), repeats: true)), due: .at(noon))
        try await see("a", movedBy: 0.1)
        try await see("a", movedBy: 3600)

        let next = try #require(try await store.nextDue())
        #expect(abs(next.timeIntervalSince(noon + 3600.1)) < 0.000_01)
        let fired = try await store.fireDue(at: next, limit: 1) { due in Firing(next: due.due + 60) }.fired

        #expect(fired.map(\.identifier) == ["pulse"])
        let then = try #require(try await store.nextDue())
        #expect(abs(then.timeIntervalSince(noon + 3660.1)) < 0.000_01)
    }

    @Test func `the last known clock is kept`() async throws {
        #expect(try await store.clockRecord() == nil)
        let record = ClockRecord(boot: "b", offset: 12.5, zone: "Asia/Tokyo")
        try await store.add(request("interval", trigger: .timeInterval(.seconds(60), repeats: false)))

        try await store.setClockRecord(record, movingBy: 5, at: noon)

        #expect(try await store.clockRecord() == record)
        #expect(try await store.pending(app: app).map(\.due) == [noon + 5])
    }

    // The dates moved with the clock: on a machine without a battery each start sets the clock, and so delayed the
    // intervals.
    @Test func `dates from an earlier boot keep their wall-clock time when the clock is set`() async throws {
        try await see("a")
        try await store.add(request("tea", trigger: .timeInterval(.seconds(60), repeats: false)))
        try await see("b")
        try await store.add(request("new", trigger: .timeInterval(.seconds(60), repeats: false)))

        try await see("b", movedBy: 3600)

        #expect(try await store.pendingNames() == ["tea", "new"])
        #expect(try await store.pending(app: app).map(\.due) == [noon, noon + 3600])
        try await see("b", movedBy: -3600, at: noon + 3600)
        #expect(try await store.pending(app: app).map(\.due) == [noon, noon])
    }

    @Test func `no wait begins in the future, and a fired interval moves with the clock`() async throws {
        try await see("a")
        let pulse = request("pulse", trigger: .timeInterval(.seconds(60), repeats: true))
        _ = try await store.add(
            [Addition(app: app, request: pulse, due: .at(noon + 60), addedAt: noon)], atomically: true)
        try await see("b")

        // A day back: it fires a minute from then, and not a day and a minute.
        try await see("b", movedBy: -86_400, at: noon + 10)
        #expect(try await store.nextDue() == noon - 86_400 + 10 + 60)
        #expect(try await store.pending(app: app).first?.addedAt == noon - 86_400 + 10)
        // From there on it counts real time.
        try await see("b", movedBy: 500, at: noon - 86_400 + 10)
        #expect(try await store.nextDue() == noon - 86_400 + 570)

        try await see("c", at: noon - 86_400)
        _ = try await store.fireDue(at: noon - 86_400 + 570, limit: 1) { Firing(next: $0.due + 60) }
        try await see("c", movedBy: 7, at: noon - 86_400 + 570)
        #expect(try await store.nextDue() == noon - 86_400 + 637)
    }

    @Test func `leeway delays the date, and never past the next one without leeway`() async throws {
        for (name, due, leeway) in [("a", 0.0, 600), ("b", 60, 300), ("c", 120, 0), ("d", 500, 0)] {
            try await store.add(request(name), due: .at(noon + due))
            _ = try await store.run("UPDATE pending SET leeway = \(leeway) WHERE identifier = '\(name)'")
        }

        #expect(try await store.nextDue() == noon + 120)
        _ = try await store.fireDue(at: noon + 120, limit: 9) { _ in Firing(next: nil) }
        #expect(try await store.nextDue() == noon + 500)
    }

    @Test func `all batches are computed again`() async throws {
        let additions = (0..<2500).map {
            Addition(app: app, request: request("\($0)", trigger: daily), due: .at(noon), addedAt: noon)
        }
        _ = try await store.add(additions, atomically: true)

        try await store.recomputeCalendarDates { _, _, _ in noon + 1 }

        #expect(try await store.pending(app: app).allSatisfy { $0.due == noon + 1 })
    }
}
