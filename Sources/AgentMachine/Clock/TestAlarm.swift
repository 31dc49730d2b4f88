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
        // An alarm that is due already fires in a later turn of the loop, although the clock isn't moved.
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
