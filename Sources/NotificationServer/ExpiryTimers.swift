// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop

/// Source of a server's expiry timers; tests use their own.
package protocol ExpiryTimers: Sendable {
    /// Calls `expire` once on the server's loop after this time, unless the timer is cancelled.
    func start(after delay: Duration, expire: @escaping @Sendable () -> Void) -> any ExpiryTimer
}

/// A running timer.
package protocol ExpiryTimer: AnyObject {
    /// Stops the timer; has no effect after it fired.
    func cancel()
}

extension TimerSource: ExpiryTimer {}

/// Timers of an event loop.
package struct LoopTimers: ExpiryTimers {
    private let loop: EventLoop

    package init(_ loop: EventLoop) { self.loop = loop }

    package func start(after delay: Duration, expire: @escaping @Sendable () -> Void) -> any ExpiryTimer {
        TimerSource(after: delay, on: loop, handler: expire)
    }
}
