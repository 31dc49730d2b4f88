// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A one-shot timer that stands still while the machine sleeps.
///
/// Created, set and cancelled on the loop's thread; it may be set again after it fired.
///
/// The loop has a source for it only while it is set: a loop looks at each of its sources in every turn.
package final class TimerSource {
    private let loop: EventLoop
    /// Nil once it is cancelled.
    private var handler: (@Sendable () -> Void)?
    private var source: Source?

    /// Starts a timer.
    ///
    /// - Parameters:
    ///   - delay: How long to wait, in steps of a microsecond; nil waits for ``set(after:)``.
    ///   - loop: Where the handler is called.
    ///   - handler: Called once for each time the timer is set.
    package init(after delay: Duration?, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        precondition(loop.isCurrent, "Sources are created on the loop's thread.")
        (self.loop, self.handler) = (loop, handler)
        set(after: delay)
    }

    deinit { cancel() }

    /// Sets the timer anew, in place of what it was set to. After ``cancel()`` it does nothing.
    ///
    /// - Parameter delay: From now; zero or less is at once, nil is never.
    package func set(after delay: Duration?) {
        guard let delay, handler != nil else {
            unset()
            return
        }
        let (seconds, attoseconds) = delay.components
        // A century is as good as never, and keeps the sum in range.
        let microseconds = min(max(seconds, 0), 3_200_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
        let source = source ?? Source(context: loop.context) { [weak self] in self?.fire() }
        source.setReadyTime(Int64(g_get_monotonic_time()) + max(microseconds, 0))
        self.source = source
    }

    /// Stops the timer for good.
    package func cancel() {
        handler = nil
        unset()
    }

    private func fire() {
        unset()
        handler?()
    }

    private func unset() {
        source?.destroy()
        source = nil
    }
}
