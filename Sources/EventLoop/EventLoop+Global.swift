// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CConcurrency
@_spi(ExperimentalScheduling) import _Concurrency

// Swift's own global executor is libdispatch's thread pool, which has two disadvantages for an agent. After the pool's
// first job, libdispatch wakes the process every second to count the threads. And the runtime resumes every
// continuation on the pool before the task continues on its actor, so each wait for the store wakes another thread. The
// runtime has a hook for hosts with their own loop, which JavaScriptKit uses too. `Task.sleep` leaves the wait to the
// executor on which it is called, if that executor is a `SchedulingExecutor`; this protocol has no final name yet.

extension EventLoop {
    /// Loop for work that would block other loops, such as reading files or pictures; its thread starts at first use.
    ///
    ///     try await withTaskExecutorPreference(EventLoop.worker) { ... }
    package static let worker = onOwnThread(named: "worker")

    /// Makes this loop Swift's global executor, which runs all jobs without an actor or a preferred executor.
    ///
    /// The method must be called once, at the start of the program, before any task is created. Work that would block
    /// the loop must then use ``worker``.
    package func becomeGlobalExecutor() {
        precondition(Self.global == nil, "Only one loop can be the global executor.")
        Self.global = self
        let enqueue: Enqueue = { job, _ in EventLoop.global?.enqueue(job) }
        concurrency_set_global_hook(unsafeBitCast(enqueue, to: UnsafeMutableRawPointer.self))
    }

    // The type of the runtime's hook, in Swift's calling convention. The last argument is the default implementation.
    private typealias Enqueue = @convention(thin) (UnownedJob, OpaquePointer) -> Void

    // The variable is written once, before there is a second thread.
    private nonisolated(unsafe) static var global: EventLoop?
}

extension EventLoop: SchedulingExecutor {
    /// Runs a job after a delay on the monotonic clock; `Task.sleep` calls this method for tasks on this loop.
    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        // Swift's two clocks count in `Duration`. Other clocks have a sleep of their own and don't call this method.
        let delay = delay as? Duration ?? .zero
        let job = UnownedJob(job)
        perform { [self] in
            let sleeper = Sleeper()
            // The sleeper and the timer keep each other alive until the timer has fired.
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

    // The sleeper is accessed on the loop only, hence the `@unchecked`.
    private final class Sleeper: @unchecked Sendable {
        var timer: TimerSource?
    }
}
