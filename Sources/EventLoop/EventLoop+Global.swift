// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CConcurrency
@_spi(ExperimentalScheduling) import _Concurrency

// Swift's own global executor is libdispatch's pool. Two things are wrong with it in an agent: once it has run a single
// job, libdispatch wakes the process every second for the rest of its life to count its threads; and the runtime resumes
// every continuation there first, from where the task goes on to its actor: each wait for the store woke one more
// thread. The runtime has a hook for hosts with a loop of their own; JavaScriptKit uses it, too. `Task.sleep` asks the
// executor it is called on, if that is a scheduling one; the protocol has no final name yet.

extension EventLoop {
    /// Runs what would hold up the other loops: files, pictures. Its thread starts when it is first used.
    ///
    ///     try await withTaskExecutorPreference(EventLoop.worker) { ... }
    package static let worker = onOwnThread(named: "worker")

    /// Makes this loop Swift's global executor: jobs that belong to no actor and prefer no executor run on it.
    ///
    /// Call it once, at the start of the program, before any task is made. What must not hold up the loop has to say
    /// so: ``worker``.
    package func becomeGlobalExecutor() {
        precondition(Self.global == nil, "There is one global executor.")
        Self.global = self
        let enqueue: Enqueue = { job, _ in EventLoop.global?.enqueue(job) }
        concurrency_set_global_hook(unsafeBitCast(enqueue, to: UnsafeMutableRawPointer.self))
    }

    // The runtime's function in its own calling convention; the last argument is what it would do without the hook.
    private typealias Enqueue = @convention(thin) (UnownedJob, OpaquePointer) -> Void

    // Written once, before there is a second thread.
    private nonisolated(unsafe) static var global: EventLoop?
}

extension EventLoop: SchedulingExecutor {
    /// Runs a job later, on the monotonic clock: `Task.sleep` on this loop.
    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        // Swift's two clocks count in `Duration`; another one sleeps in its own way.
        let delay = delay as? Duration ?? .zero
        let job = UnownedJob(job)
        perform { [self] in
            let sleeper = Sleeper()
            // Each keeps the other until the timer has fired.
            sleeper.timer = TimerSource(after: delay, on: self) { [self] in
                sleeper.timer = nil
                enqueue(job)
            }
        }
    }

    /// Runs a job at a moment of `clock`.
    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }

    // Only touched on the loop.
    private final class Sleeper: @unchecked Sendable {
        var timer: TimerSource?
    }
}
