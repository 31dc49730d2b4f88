// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMachine
import EventLoop
import FoundationEssentials
import Synchronization
import TestSupport
import Triggers

/// A clock that the test moves: it reports the alarm that is set, and the alarm goes off when the test moves the clock.
final class ManualClock: WallClock, Alarm {
    private struct State {
        var now: Date
        var timeZone = Zone.gmt
        var alarm: Date?
        var loop: EventLoop?
        var handler: (@Sendable (AlarmSource.Event) -> Void)?
    }

    private let state: Mutex<State>
    private let settings = Mailbox<Date?>()

    init(_ now: Date) { state = Mutex(State(now: now)) }

    var now: Date { state.withLock { $0.now } }
    var timeZone: Zone { state.withLock { $0.timeZone } }

    /// The next alarm that somebody sets; nil means that no alarm is set. Waits until the deadline.
    ///
    /// Alarms that have gone off by now are skipped: a slow scheduler may have set such an alarm twice.
    func nextDeadline() async throws -> Date? {
        while let date = try await settings.next() {
            if date > now { return date }
        }
        return nil
    }

    /// Lets time pass; an alarm that is due goes off.
    func advance(to date: Date) {
        let due = state.withLock { state in
            state.now = date
            return state.alarm.map { $0 <= date } ?? false
        }
        if due { tell(.fired) }
    }

    /// Sets the wall clock, or the zone.
    func change(to date: Date, _ timeZone: Zone = .gmt) {
        state.withLock { ($0.now, $0.timeZone) = (date, timeZone) }
        tell(.clockChanged)
    }

    func alarm(
        on loop: EventLoop, handler: @escaping @Sendable (AlarmSource.Event) -> Void
    ) throws -> any Alarm {
        state.withLock { ($0.loop, $0.handler) = (loop, handler) }
        return self
    }

    func set(at date: Date?) {
        let due = state.withLock { state in
            state.alarm = date
            return date.map { $0 <= state.now } ?? false
        }
        settings.put(date)
        if due { tell(.fired) }
    }

    func cancel() { state.withLock { $0.handler = nil } }

    private func tell(_ event: AlarmSource.Event) {
        let (loop, handler) = state.withLock { state in
            if case .fired = event { state.alarm = nil }
            return (state.loop, state.handler)
        }
        loop?.perform { handler?(event) }
    }
}
