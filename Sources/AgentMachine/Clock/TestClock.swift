// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import Foundation
import FoundationEssentials
import Glibc
import Synchronization
package import Triggers

/// A clock that moves only when a test moves it: `belfryd --test-clock`.
///
/// ``TestClockControl`` moves the clock by calls on the bus. All of the agent's waits for a time of day use this clock.
package final class TestClock: WallClock {
    private struct Waiting {
        /// The due moment; nil for never. For an alarm, the exact reference time of its `Date`: a rounded time would
        /// make the alarm fire early and be set again for ever. For a timer, seconds since boot without sleep.
        var moment: TimeInterval?
        var isAlarm: Bool
        var handler: @Sendable (AlarmSource.Event) -> Void
    }

    private struct State {
        var now: Date
        var sinceBoot: TimeInterval
        var timeZone: Zone
        var isAsleep = false
        /// Seconds that the machine has slept since boot, in which timers stand still.
        var slept: TimeInterval = 0
        var waiting: [Int: Waiting] = [:]
        var lastNumber = 0

        /// Returns the date of the wall clock at which an alarm or timer is due; nil for never.
        func date(of waiting: Waiting) -> Date? {
            guard let moment = waiting.moment else { return nil }
            return waiting.isAlarm ? Date(timeIntervalSinceReferenceDate: moment) : now + (moment - sinceBoot + slept)
        }
    }

    private let state: Mutex<State>
    package let boot: String

    /// - Parameters:
    ///   - now: The initial wall-clock time.
    ///   - timeZone: The person's time zone.
    ///   - boot: The boot id; nil for a new one, so that a restarted agent sees a shutdown.
    ///   - uptime: Seconds since boot.
    package init(now: Date, timeZone: Zone, boot: String? = nil, uptime: TimeInterval = 1000) {
        Zone.current = timeZone
        state = Mutex(State(now: now, sinceBoot: uptime, timeZone: timeZone))
        self.boot = boot ?? UUID().uuidString
    }

    package var now: Date { state.withLock { $0.now } }
    package var sinceBoot: TimeInterval { state.withLock { $0.sinceBoot } }
    package var timeZone: Zone { state.withLock { $0.timeZone } }

    package func alarm(
        on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
    ) throws -> any Alarm {
        TestAlarm(clock: self, number: add(Waiting(moment: nil, isAlarm: true, handler: handler)), loop: loop)
    }

    package func timer(
        after delay: Duration, on loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) -> any ClockTimer {
        let (seconds, attoseconds) = delay.components
        let awake = state.withLock { $0.sinceBoot - $0.slept }
        let moment = awake + max(0, Double(seconds) + Double(attoseconds) * 1e-18)
        return TestTimer(clock: self, number: add(Waiting(moment: moment, isAlarm: false) { _ in handler() }))
    }

    private func add(_ waiting: Waiting) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.waiting[state.lastNumber] = waiting
            return state.lastNumber
        }
    }

    // MARK: - Alarms, timers and control of the time, on the loop

    func set(_ number: Int, at date: Date?) {
        state.withLock { $0.waiting[number]?.moment = date?.timeIntervalSinceReferenceDate }
    }

    func remove(_ number: Int) { state.withLock { $0.waiting[number] = nil } }

    /// Returns when the next alarm or timer is due, at or before `end`; nil while the machine sleeps.
    package func nextMoment(through end: Date) -> Date? {
        state.withLock { state in
            guard !state.isAsleep else { return nil }
            let next = state.waiting.values.compactMap(state.date).min()
            return next.flatMap { $0 <= end ? max($0, state.now) : nil }
        }
    }

    /// Moves time forward, and fires the alarms and timers that are due at `date` or before.
    package func advance(to date: Date) {
        state.withLock { state in
            let passed = max(0, date.timeIntervalSince(state.now))
            state.now += passed
            state.sinceBoot += passed
            if state.isAsleep { state.slept += passed }
        }
        ringDue()
    }

    /// Sets the wall clock, as a person would.
    package func jump(to date: Date) { tell(.clockChanged) { $0.now = date } }

    /// Sets the person's zone; ``TestClockControl`` tells the agent about the change.
    package func setZone(_ timeZone: Zone) {
        state.withLock { $0.timeZone = timeZone }
        // Code that uses the process's own time zone must use the new zone, too.
        Zone.current = timeZone
        setenv("TZ", timeZone.identifier, 1)
        tzset()
    }

    /// Puts the machine to sleep: nothing fires until ``wake()``.
    package func sleep() { state.withLock { $0.isAsleep = true } }

    /// Wakes the machine, and reports the end of sleep as the kernel does, as if the clock had been set.
    package func wake() {
        tell(.clockChanged) { $0.isAsleep = false }
        ringDue()
    }

    /// Calls the handlers of due alarms and timers.
    func ringDue() {
        let due = state.withLock { state -> [Waiting] in
            guard !state.isAsleep else { return [] }
            let due = state.waiting.filter { entry in state.date(of: entry.value).map { $0 <= state.now } ?? false }
            for (number, waiting) in due {
                if waiting.isAlarm { state.waiting[number]?.moment = nil } else { state.waiting[number] = nil }
            }
            return due.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiting in due { waiting.handler(.fired) }
    }

    private func tell(_ event: AlarmSource.Event, _ change: (inout State) -> Void) {
        let alarms = state.withLock { state in
            change(&state)
            return state.waiting.values.filter(\.isAlarm)
        }
        for alarm in alarms { alarm.handler(event) }
    }
}

final class TestAlarm: Alarm {
    private let clock: TestClock
    private let number: Int
    private let loop: EventLoop

    init(clock: TestClock, number: Int, loop: EventLoop) {
        self.clock = clock
        self.number = number
        self.loop = loop
    }

    func set(at date: Date?) {
        clock.set(number, at: date)
        // An alarm that is already due fires in a later turn of the event loop, although nobody moves the clock.
        if let date, date <= clock.now { loop.perform { [clock] in clock.ringDue() } }
    }

    func cancel() { clock.remove(number) }
}

final class TestTimer: ClockTimer {
    private let clock: TestClock
    private let number: Int

    init(clock: TestClock, number: Int) {
        self.clock = clock
        self.number = number
    }

    deinit { clock.remove(number) }

    func cancel() { clock.remove(number) }
}
