// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop

/// Where a server's expiry timers come from; tests hand in their own.
package protocol ExpiryTimers: Sendable {
    /// Calls `expire` once on the server's loop when this time is over, unless it is cancelled before.
    func start(after delay: Duration, expire: @escaping @Sendable () -> Void) -> any ExpiryTimer
}

/// A running timer.
package protocol ExpiryTimer: AnyObject {
    /// Nothing happens any more; harmless after it fired.
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
