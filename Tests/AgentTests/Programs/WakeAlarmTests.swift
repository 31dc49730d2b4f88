// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMachine
@testable import AgentSchedule
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import Testing
import TestSupport
import Triggers

/// The alarm that wakes the machine, with the kernel's own clock.
@Suite struct WakeAlarmTests {
    /// The machine's clock, with an ordinary alarm that never goes off, as in suspend.
    private final class SleepingClock: WallClock {
        private final class NoAlarm: Alarm {
            func set(at date: Date?) {}
            func cancel() {}
        }

        private let real = SystemClock()
        var now: Date { real.now }
        var timeZone: Zone { real.timeZone }

        func alarm(
            on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
        ) throws -> any Alarm { NoAlarm() }

        func wakeAlarm(
            on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
        ) -> (any Alarm)? { real.wakeAlarm(on: loop, handler: handler) }
    }

    @Test func `a request fires by the alarm that wakes the machine, if there is one`() async throws {
        let loop = EventLoop.onOwnThread(named: "waking")
        defer { loop.stop() }
        let store = try NotificationStore.inMemory()
        defer { store.close() }
        let clock = SleepingClock()
        let fired = Mailbox<String>()
        let scheduler = Scheduler(
            store: store, clock: clock, loop: loop, logger: Logger(label: "test"),
            dependencies: Scheduler.Dependencies(
                present: { occurrences in for one in occurrences { fired.put(one.identifier) } }, later: { _ in }))
        for (name, isWaking, delay) in [("plain", false, 0.1), ("train", true, 0.3)] {
            var request = Request(
                identifier: name, content: Content(title: name),
                trigger: .timeInterval(.seconds(delay), repeats: false))
            request.policy.isWaking = isWaking
            let now = clock.now
            let addition = Addition(
                app: "a", request: request, due: .at(now + delay), addedAt: now, quota: Quota(requests: 9))
            _ = try await store.add([addition], atomically: true)
        }

        try await scheduler.start()

        if await scheduler.canWake {
            // Only the wake alarm goes off; a request that was due before fires with it.
            #expect(try await fired.next() == "plain")
            #expect(try await fired.next() == "train")
        } else {
            #expect(fired.takeAll().isEmpty)
        }
        await scheduler.stop()
    }
}
