// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import NotificationServer
import Synchronization

/// Timers that expire when a test says so.
final class ManualTimers: ExpiryTimers {
    final class Timer: ExpiryTimer, Sendable {
        let delay: Duration
        let expire: @Sendable () -> Void
        private let cancelled = Mutex(false)

        init(_ delay: Duration, _ expire: @escaping @Sendable () -> Void) {
            self.delay = delay
            self.expire = expire
        }

        var isCancelled: Bool { cancelled.withLock { $0 } }
        func cancel() { cancelled.withLock { $0 = true } }
    }

    private let timers = Mutex<[Timer]>([])

    func start(after delay: Duration, expire: @escaping @Sendable () -> Void) -> any ExpiryTimer {
        let timer = Timer(delay, expire)
        timers.withLock { $0.append(timer) }
        return timer
    }

    /// The times of the running timers, the oldest first.
    var running: [Duration] { timers.withLock { $0.filter { !$0.isCancelled }.map(\.delay) } }

    /// Lets all running timers expire.
    func fireAll(on loop: EventLoop) {
        let due = timers.withLock { timers in
            defer { timers = [] }
            return timers.filter { !$0.isCancelled }
        }
        loop.perform { for timer in due where !timer.isCancelled { timer.expire() } }
    }
}
