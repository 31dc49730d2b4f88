// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentSchedule
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import Testing
import TestSupport
import Triggers

/// The scheduler: the alarm that it sets, the requests that fire, and the effect of a set clock.
@Suite struct SchedulerTests {
    /// Saturday 2026-11-21, 12:00 UTC.
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private struct Room {
        let clock: ManualClock
        let store: NotificationStore
        let scheduler: Scheduler
        let fired: Mailbox<Occurrence>
        let isStarted: Bool

        /// Adds a request and notifies the scheduler, as the inbox does.
        ///
        /// Waits until the scheduler is idle first, because a busy scheduler would set its alarm a second time
        /// afterwards.
        func add(_ identifier: String, _ trigger: Trigger) async throws {
            let now = clock.now
            let request = Request(identifier: identifier, content: Content(title: identifier), trigger: trigger)
            let due = try trigger.firstDate(after: now, in: clock.timeZone)
            let addition = Addition(
                app: "a", request: request, due: .at(due), addedAt: now, quota: Quota(requests: 1000))
            _ = try await store.add([addition], atomically: true)
            if isStarted {
                try await withDeadline { while !(await scheduler.isIdle) { try await yieldUntilDeadline() } }
            }
            await scheduler.expect(due)
        }

        func nextFired() async throws -> String { try await fired.next().identifier }
    }

    private func withScheduler(
        starts: Bool = true, _ body: (Room) async throws -> Void
    ) async throws {
        let loop = EventLoop.onOwnThread(named: "scheduler")
        defer { loop.stop() }
        let store = try NotificationStore.inMemory()
        defer { store.close() }
        let clock = ManualClock(noon)
        let fired = Mailbox<Occurrence>()
        let scheduler = Scheduler(
            store: store, clock: clock, loop: loop, logger: Logger(label: "test"),
            dependencies: Scheduler.Dependencies(
                present: { occurrences in for occurrence in occurrences { fired.put(occurrence) } }, later: { _ in }))
        let room = Room(clock: clock, store: store, scheduler: scheduler, fired: fired, isStarted: starts)
        if starts {
            try await scheduler.start()
            #expect(try await clock.nextDeadline() == nil)
        }
        try await body(room)
        await scheduler.stop()
    }

    private func daily(_ hour: Int) -> Trigger {
        var components = CalendarComponents()
        components.hour = hour
        return .calendar(components, repeats: true)
    }

    @Test func `a request fires at its time, not before`() async throws {
        try await withScheduler { room in
            try await room.add("tea", .timeInterval(.seconds(60), repeats: false))
            #expect(try await room.clock.nextDeadline() == noon + 60)

            room.clock.advance(to: noon + 59.9)
            #expect(room.fired.takeAll().isEmpty)
            room.clock.advance(to: noon + 60)

            let occurrence = try await room.fired.next()
            #expect(occurrence.identifier == "tea")
            #expect(occurrence.notification.due == noon + 60)
            #expect(occurrence.notification.late == 0)
            #expect(try await room.clock.nextDeadline() == nil)
        }
    }

    @Test func `the alarm is set for the soonest request only, and not changed for a later one`() async throws {
        try await withScheduler { room in
            try await room.add("second", .timeInterval(.seconds(120), repeats: false))
            #expect(try await room.clock.nextDeadline() == noon + 120)
            try await room.add("third", .timeInterval(.seconds(180), repeats: false))
            try await room.add("first", .timeInterval(.seconds(60), repeats: false))
            #expect(try await room.clock.nextDeadline() == noon + 60)

            room.clock.advance(to: noon + 60)
            #expect(try await room.nextFired() == "first")
            #expect(try await room.clock.nextDeadline() == noon + 120)
        }
    }

    @Test func `missed requests fire late, oldest first, and with their delay`() async throws {
        try await withScheduler(starts: false) { room in
            for (name, seconds) in [("b", 20), ("a", 10), ("c", 30)] {
                try await room.add(name, .timeInterval(.seconds(seconds), repeats: false))
            }
            room.clock.advance(to: noon + 3600)

            try await room.scheduler.start()

            let all = [try await room.fired.next(), try await room.fired.next(), try await room.fired.next()]
            #expect(all.map(\.identifier) == ["a", "b", "c"])
            #expect(all.map(\.notification.late) == [3590, 3580, 3570])
        }
    }

    @Test func `a repeating request keeps its schedule, and several missed occurrences fire once`() async throws {
        try await withScheduler { room in
            try await room.add("pulse", .timeInterval(.seconds(60), repeats: true))
            #expect(try await room.clock.nextDeadline() == noon + 60)
            room.clock.advance(to: noon + 60)
            #expect(try await room.nextFired() == "pulse")
            #expect(try await room.clock.nextDeadline() == noon + 120)

            room.clock.advance(to: noon + 601)
            #expect(try await room.fired.next().notification.due == noon + 120)
            #expect(try await room.clock.nextDeadline() == noon + 660)
            #expect(room.fired.takeAll().isEmpty)
        }
    }

    @Test func `more requests than a batch holds all fire`() async throws {
        try await withScheduler { room in
            for number in 0..<150 { try await room.add("n\(number)", .timeInterval(.seconds(60), repeats: false)) }
            room.clock.advance(to: noon + 60)
            for number in 0..<150 { #expect(try await room.nextFired() == "n\(number)") }
        }
    }

    @Test func `an interval counts real time when the clock is set`() async throws {
        for jump in [3600.0, -3600] {
            let start = ContinuousClock.now
            try await withScheduler { room in
                try await room.add("tea", .timeInterval(.seconds(600), repeats: false))
                #expect(try await room.clock.nextDeadline() == noon + 600)

                room.clock.change(to: noon + jump)

                let deadline = try #require(try await room.clock.nextDeadline())
                // The real time that this test has taken is not part of the jump, because the test's clock stood still.
                let difference = abs(deadline.timeIntervalSince(noon + 600 + jump))
                #expect(.seconds(difference) <= ContinuousClock.now - start)
                #expect(room.fired.takeAll().isEmpty)
            }
        }
    }

    @Test func `a calendar request follows a clock that is set forward, and is not lost`() async throws {
        try await withScheduler { room in
            try await room.add("supper", daily(18))
            #expect(try await room.clock.nextDeadline() == noon + 6 * 3600)

            room.clock.change(to: noon + 7 * 3600)

            let occurrence = try await room.fired.next()
            #expect(occurrence.notification.due == noon + 6 * 3600)
            #expect(try await room.clock.nextDeadline() == noon + 30 * 3600)
        }
    }

    @Test func `a calendar request does not fire twice when the clock is set back`() async throws {
        try await withScheduler { room in
            try await room.add("lunch", daily(13))
            #expect(try await room.clock.nextDeadline() == noon + 3600)
            room.clock.advance(to: noon + 3600)
            #expect(try await room.nextFired() == "lunch")
            #expect(try await room.clock.nextDeadline() == noon + 25 * 3600)

            room.clock.change(to: noon)

            #expect(try await room.clock.nextDeadline() == noon + 25 * 3600)
            #expect(room.fired.takeAll().isEmpty)
        }
    }

    @Test func `a calendar request follows the person's zone`() async throws {
        let tokyo = try #require(Zone(identifier: "Asia/Tokyo"))
        try await withScheduler { room in
            try await room.add("supper", daily(22))
            #expect(try await room.clock.nextDeadline() == noon + 10 * 3600)

            // Noon in London is nine in the evening in Tokyo.
            room.clock.change(to: noon, tokyo)

            #expect(try await room.clock.nextDeadline() == noon + 3600)
        }
    }

    @Test func `a stopped scheduler fires no request`() async throws {
        try await withScheduler { room in
            try await room.add("tea", .timeInterval(.seconds(60), repeats: false))
            await room.scheduler.stop()
            room.clock.advance(to: noon + 60)
            await room.scheduler.ring()
            #expect(room.fired.takeAll().isEmpty)
        }
    }
}
