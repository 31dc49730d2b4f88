// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CConcurrency
import CGLib
import Glibc

// Swift's own global executor is libdispatch's pool. Two things are wrong with it in an agent: once it has run a single
// job, libdispatch wakes the process every second for the rest of its life to count its threads; and the runtime resumes
// every continuation there first, from where the task goes on to its actor: each wait for the store cost two more
// threads' wake-ups. The runtime has hooks for hosts with a loop of their own; these are what JavaScriptKit uses, too.

extension EventLoop {
    /// Runs what would hold up the other loops: files, pictures. Its thread starts when it is first used.
    ///
    ///     try await withTaskExecutorPreference(EventLoop.worker) { ... }
    package static let worker = onOwnThread(named: "worker")

    /// Makes this loop Swift's global executor: jobs that belong to no actor and prefer no executor run on it.
    ///
    /// So do the timers of `Task.sleep`. Call it once, at the start of the program, before any task is made. What must
    /// not hold up the loop has to say so: ``worker``.
    package func becomeGlobalExecutor() {
        precondition(Self.global == nil, "There is one global executor.")
        Self.global = self
        let enqueue: Enqueue = { job, _ in EventLoop.global?.enqueue(job) }
        let enqueueAfter: EnqueueAfter = { nanoseconds, job, _ in
            EventLoop.global?.enqueue(job, after: .nanoseconds(Int64(clamping: nanoseconds)))
        }
        let enqueueAt: EnqueueAt = { seconds, nanoseconds, _, _, clock, job, _ in
            let moment = Duration.seconds(seconds) + .nanoseconds(nanoseconds)
            EventLoop.global?.enqueue(job, after: moment - EventLoop.now(clock))
        }
        concurrency_set_global_hooks(
            unsafeBitCast(enqueue, to: UnsafeMutableRawPointer.self),
            unsafeBitCast(enqueueAfter, to: UnsafeMutableRawPointer.self),
            unsafeBitCast(enqueueAt, to: UnsafeMutableRawPointer.self))
    }

    // The runtime's functions in its own calling convention; the last argument is what it would do without the hook.
    private typealias Enqueue = @convention(thin) (UnownedJob, OpaquePointer) -> Void
    private typealias EnqueueAfter = @convention(thin) (UInt64, UnownedJob, OpaquePointer) -> Void
    private typealias EnqueueAt =
        @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob, OpaquePointer) -> Void

    // Written once, before there is a second thread.
    private nonisolated(unsafe) static var global: EventLoop?

    private func enqueue(_ job: UnownedJob, after delay: Duration) {
        perform { [self] in
            let sleeper = Sleeper()
            // Each keeps the other until the timer has fired.
            sleeper.timer = TimerSource(after: delay, on: self) { [self] in
                sleeper.timer = nil
                enqueue(job)
            }
        }
    }

    // Only touched on the loop.
    private final class Sleeper: @unchecked Sendable {
        var timer: TimerSource?
    }

    /// What a clock of Swift's runtime says: 2 is the suspending one, 1 the continuous.
    private static func now(_ clock: Int32) -> Duration {
        var time = timespec()
        clock_gettime(clock == 2 ? CLOCK_MONOTONIC : CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
