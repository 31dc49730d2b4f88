// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMachine
import EventLoop
import FoundationEssentials
import NotificationModel
import Synchronization
import TestSupport

/// A clock that a test owns: it tells what it waits for, and goes off when it is told to.
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

    /// What the alarm is set to next; nil is "nothing". Waits until the deadline.
    ///
    /// Not what has gone off by now: a slow scheduler may have set that twice.
    func nextDeadline() async throws -> Date? {
        while let date = try await settings.next() {
            if date > now { return date }
        }
        return nil
    }

    /// Time goes by; the alarm goes off if it is due.
    func advance(to date: Date) {
        let due = state.withLock { state in
            state.now = date
            return state.alarm.map { $0 <= date } ?? false
        }
        if due { tell(.fired) }
    }

    /// Somebody sets the clock, or the zone.
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
