// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import FoundationEssentials

/// A timer for the earliest of several deadlines; it doesn't run without a deadline.
package struct DeadlineTimer {

    package init() {}
    private var armed: (at: TimeInterval, timer: any ClockTimer)?

    /// Sets the deadline in place of the previous one; an equal deadline changes nothing.
    ///
    /// - Parameters:
    ///   - next: Seconds since boot, by ``WallClock/sinceBoot``; nil for no deadline.
    ///   - clock: The clock that counts the seconds; its timers stand still while the machine sleeps.
    ///   - loop: The loop on which `handler` is called.
    ///   - handler: Called once, unless another deadline replaces this one.
    package mutating func wait(
        until next: TimeInterval?, by clock: any WallClock, on loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) {
        guard next != armed?.at else { return }
        cancel()
        guard let next else { return }
        armed = (next, clock.timer(after: .seconds(max(0, next - clock.sinceBoot)), on: loop, handler: handler))
    }

    /// Clears the deadline; must also be called once the timer has fired.
    package mutating func cancel() { armed.take()?.timer.cancel() }
}
