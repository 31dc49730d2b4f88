// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A one-shot timer that doesn't count time while the machine sleeps.
///
/// It is created, set and cancelled on the loop's thread; it may be set again after it fired.
///
/// The loop has a source for it only while it is set, because a loop checks all its sources in every turn.
package final class TimerSource {
    private let loop: EventLoop
    /// Nil once the timer is cancelled.
    private var handler: (@Sendable () -> Void)?
    private var source: Source?

    /// Creates and sets a timer.
    ///
    /// - Parameters:
    ///   - delay: Time to wait, to the microsecond; nil waits for ``set(after:)``.
    ///   - loop: The loop on which the handler is called.
    ///   - handler: Called once each time the timer is set.
    package init(after delay: Duration?, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        precondition(loop.isCurrent, "Sources are created on the loop's thread.")
        (self.loop, self.handler) = (loop, handler)
        set(after: delay)
    }

    deinit { cancel() }

    /// Sets the timer again, replacing the previous time; has no effect after ``cancel()``.
    ///
    /// - Parameter delay: Time from now; zero or less is at once, nil never.
    package func set(after delay: Duration?) {
        guard let delay, handler != nil else {
            unset()
            return
        }
        let (seconds, attoseconds) = delay.components
        // A century stands for never, and keeps the sum in range.
        let microseconds = min(max(seconds, 0), 3_200_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
        let source = source ?? Source(context: loop.context) { [weak self] in self?.fire() }
        source.setReadyTime(Int64(g_get_monotonic_time()) + max(microseconds, 0))
        self.source = source
    }

    /// Stops the timer permanently.
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
