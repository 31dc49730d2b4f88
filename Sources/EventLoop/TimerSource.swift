// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A one-shot timer that stands still while the machine sleeps.
///
/// Created, set and cancelled on the loop's thread; it may be set again after it fired.
package final class TimerSource {
    private var source: Source?

    /// Starts a timer.
    ///
    /// - Parameters:
    ///   - delay: How long to wait, in steps of a microsecond; nil waits for ``set(after:)``.
    ///   - loop: Where the handler is called.
    ///   - handler: Called once for each time the timer is set.
    package init(after delay: Duration?, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        precondition(loop.isCurrent, "Sources are created on the loop's thread.")
        let state = State()
        let source = Source(context: loop.context) { [weak state] in
            state?.source?.setReadyTime(nil)
            handler()
        }
        state.source = source
        self.source = source
        self.state = state
        set(after: delay)
    }

    private final class State {
        weak var source: Source?
    }

    private let state: State

    deinit { cancel() }

    /// Sets the timer anew, in place of what it was set to.
    ///
    /// - Parameter delay: From now; zero or less is at once, nil is never.
    package func set(after delay: Duration?) {
        guard let delay else {
            source?.setReadyTime(nil)
            return
        }
        let (seconds, attoseconds) = delay.components
        // A century is as good as never, and keeps the sum in range.
        let microseconds = min(max(seconds, 0), 3_200_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
        source?.setReadyTime(Int64(g_get_monotonic_time()) + max(microseconds, 0))
    }

    /// Stops the timer for good.
    package func cancel() {
        source?.destroy()
        source = nil
    }
}
