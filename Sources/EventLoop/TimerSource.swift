// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A one-shot timer that doesn't count time while the machine sleeps.
///
/// The timer must be created, set and cancelled on the loop's thread. It may be set again after it has fired.
///
/// The loop has a source for the timer only while the timer is set, as a loop checks all its sources in each iteration.
package final class TimerSource {
    private let loop: EventLoop
    /// The handler that is called when the timer fires; nil once the timer is cancelled.
    private var handler: (@Sendable () -> Void)?
    private var source: Source?

    /// Creates and sets a timer.
    ///
    /// - Parameters:
    ///   - delay: Time from now, rounded down to microseconds; nil doesn't set the timer.
    ///   - loop: The loop on which the handler is called.
    ///   - handler: Called once whenever the timer fires.
    package init(after delay: Duration?, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        precondition(loop.isCurrent, "Create event sources on the thread of their loop.")
        (self.loop, self.handler) = (loop, handler)
        set(after: delay)
    }

    deinit { cancel() }

    /// Sets the timer again, replacing the previous time; has no effect after ``cancel()``.
    ///
    /// - Parameter delay: Time from now. With zero or less the timer fires at once, with nil never.
    package func set(after delay: Duration?) {
        guard let delay, handler != nil else {
            unset()
            return
        }
        let (seconds, attoseconds) = delay.components
        // A delay of more than a century is cut to a century, so that the sum doesn't overflow.
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
