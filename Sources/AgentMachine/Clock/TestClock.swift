// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import Foundation
import Glibc
import Synchronization
package import Triggers

/// A clock that stands still until somebody moves it: `belfryd --test-clock`.
///
/// ``TestClockControl`` moves it, over the bus. Everything in the agent that waits for a time of day waits for it.
package final class TestClock: WallClock {
    private struct Waiting {
        /// When it goes off, on the wall clock as a `Date` counts it for an alarm (to the last bit, or it would ring
        /// before its date for ever), and since boot without sleep for a timer; nil is never.
        var moment: TimeInterval?
        var isAlarm: Bool
        var handler: @Sendable (AlarmSource.Event) -> Void
    }

    private struct State {
        var now: Date
        var sinceBoot: TimeInterval
        var timeZone: Zone
        var isAsleep = false
        /// Seconds since boot in which the machine slept: timers stand still then.
        var slept: TimeInterval = 0
        var waiting: [Int: Waiting] = [:]
        var lastNumber = 0

        /// The moment of what waits, on the wall clock.
        func date(of waiting: Waiting) -> Date? {
            guard let moment = waiting.moment else { return nil }
            return waiting.isAlarm ? Date(timeIntervalSinceReferenceDate: moment) : now + (moment - sinceBoot + slept)
        }
    }

    private let state: Mutex<State>
    package let boot: String

    /// - Parameters:
    ///   - now: Where the wall clock stands.
    ///   - timeZone: The person's.
    ///   - boot: The machine's run; nil is a new one, so that the time between two agents is a shutdown.
    ///   - uptime: For how many seconds that has been going on.
    package init(now: Date, timeZone: Zone, boot: String? = nil, uptime: TimeInterval = 1000) {
        Zone.current = timeZone
        state = Mutex(State(now: now, sinceBoot: uptime, timeZone: timeZone))
        self.boot = boot ?? UUID().uuidString
    }

    package var now: Date { state.withLock { $0.now } }
    package var sinceBoot: TimeInterval { state.withLock { $0.sinceBoot } }
    package var timeZone: Zone { state.withLock { $0.timeZone } }
    var isAsleep: Bool { state.withLock { $0.isAsleep } }

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

    // MARK: - On the loop, for the alarms and for the control

    func set(_ number: Int, at date: Date?) {
        state.withLock { $0.waiting[number]?.moment = date?.timeIntervalSinceReferenceDate }
    }

    func remove(_ number: Int) { state.withLock { $0.waiting[number] = nil } }

    /// When the next alarm or timer goes off, at or before `end`; nil while asleep.
    package func nextMoment(through end: Date) -> Date? {
        state.withLock { state in
            guard !state.isAsleep else { return nil }
            let next = state.waiting.values.compactMap(state.date).min()
            return next.flatMap { $0 <= end ? max($0, state.now) : nil }
        }
    }

    /// Time goes by, and what was due on the way goes off.
    package func advance(to date: Date) {
        state.withLock { state in
            let passed = max(0, date.timeIntervalSince(state.now))
            state.now += passed
            state.sinceBoot += passed
            if state.isAsleep { state.slept += passed }
        }
        ringDue()
    }

    /// Somebody sets the clock.
    package func jump(to date: Date) {
        tell(.clockChanged) { $0.now = date }
    }

    /// The person is in another zone; who follows it is told by the control.
    package func setZone(_ timeZone: Zone) {
        state.withLock { $0.timeZone = timeZone }
        // What is written with the process's own zone follows too.
        Zone.current = timeZone
        setenv("TZ", timeZone.identifier, 1)
        tzset()
    }

    /// Nothing goes off until ``wake()``.
    package func sleep() { state.withLock { $0.isAsleep = true } }

    /// The machine is awake again, and tells so as the kernel does: as a clock that was set.
    package func wake() {
        tell(.clockChanged) { $0.isAsleep = false }
        ringDue()
    }

    /// Calls the handlers of what is due.
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
