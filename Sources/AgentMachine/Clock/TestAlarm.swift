// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import FoundationEssentials

/// An alarm on a ``TestClock``.
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
        // One that is due already goes off later, not within this call; nobody has to move the clock for it.
        if let date, date <= clock.now { loop.perform { [clock] in clock.ringDue() } }
    }

    func cancel() { clock.remove(number) }
}

/// A timer on a ``TestClock``.
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
