// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
package import FoundationEssentials

/// One timer for the earliest of several moments, and none where nothing waits.
package struct DeadlineTimer {

    package init() {}
    private var armed: (at: TimeInterval, timer: any ClockTimer)?

    /// Waits for a moment in place of the one before; the same moment changes nothing.
    ///
    /// - Parameters:
    ///   - next: In seconds since the machine's start, by ``WallClock/sinceBoot``; nil for no moment.
    ///   - clock: The clock whose time counts. Its timers stand still while the machine sleeps.
    ///   - loop: Where `handler` is called.
    ///   - handler: Called once, unless another moment takes the place of this one.
    package mutating func wait(
        until next: TimeInterval?, by clock: any WallClock, on loop: EventLoop, handler: @escaping @Sendable () -> Void
    ) {
        guard next != armed?.at else { return }
        cancel()
        guard let next else { return }
        armed = (next, clock.timer(after: .seconds(max(0, next - clock.sinceBoot)), on: loop, handler: handler))
    }

    /// Waits for nothing any more; a timer that has fired counts as gone, too.
    package mutating func cancel() {
        armed?.timer.cancel()
        armed = nil
    }
}
