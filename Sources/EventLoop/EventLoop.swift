// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc
import Synchronization

// A single loop with one thread handles all events in one order. Every kind of event (bus messages, alarms, signals) is
// a GLib source, and the actors that handle events run on this executor. So a source's callback is already isolated to
// the actor (`assumeIsolated`), without a hop or a lock, and events keep their order. Jobs and closures go through one
// queue and one GLib source without prepare and check functions. The source is ready at its ready time, and
// `g_source_set_ready_time` wakes the loop from any thread. Each dispatch of the source runs one batch, so a job that
// enqueues further jobs doesn't starve the file descriptors.

/// A GLib main context that runs the jobs of Swift actors and tasks on one thread, in order.
///
/// A ``LoopActor`` runs on the loop, and so do the nonisolated parts of a `Task(executorPreference: loop)`.
package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// GLib's default context, for the program's main thread.
    ///
    /// The main actor doesn't run while the main thread is inside ``run()``.
    package static let main = EventLoop(context: g_main_context_ref(g_main_context_default()))

    // The context is thread-safe, hence the `@unchecked`.
    let context: OpaquePointer
    private let queue = Mutex(Queue())
    private let stopRequested = Atomic(false)
    /// The thread that is inside ``run()``; 0 if no thread is.
    private let thread = Atomic<UInt>(0)
    // The variable is written once in `init`, before the loop is shared.
    private nonisolated(unsafe) var queueSource: Source?

    private enum Work: Sendable {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    private struct Queue {
        var work: [Work] = []
    }

    /// Creates a loop with a new context; the thread that calls ``run()`` becomes its thread.
    package convenience init() { self.init(context: g_main_context_new()) }

    private init(context: OpaquePointer) {
        self.context = context
        // `unowned` is safe: only `run()` dispatches the source and keeps the loop alive. `deinit` destroys the source.
        queueSource = Source(context: context) { [unowned self] in runBatch() }
    }

    deinit {
        queueSource?.destroy()
        g_main_context_unref(context)
    }

    /// Starts a thread that runs a new loop until ``stop()``.
    ///
    /// - Parameter name: The thread's name; the kernel keeps the first 15 bytes.
    /// - Returns: The loop, which queues work until its thread runs.
    package static func onOwnThread(named name: String) -> EventLoop {
        guard let loop = onOwnThreadIfPossible(named: name) else { preconditionFailure("The thread can't start.") }
        return loop
    }

    /// Starts a thread that runs a new loop until ``stop()``; returns nil if the system has too many threads.
    package static func onOwnThreadIfPossible(named name: String) -> EventLoop? {
        let loop = EventLoop(context: g_main_context_new())
        let thread = g_thread_try_new(
            name,
            { argument in
                guard let argument else { return nil }
                Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(loop).toOpaque(), nil)
        guard thread != nil else {
            Unmanaged.passUnretained(loop).release()
            return nil
        }
        // The thread is never joined.
        g_thread_unref(thread)
        return loop
    }

    /// Runs jobs and sources on this thread until ``stop()``.
    ///
    /// If ``stop()`` was called before, the method returns at once. The method may be called again after its return.
    package func run() {
        precondition(g_main_context_acquire(context) != 0, "Another thread runs this loop.")
        let outer = thread.exchange(UInt(pthread_self()), ordering: .acquiringAndReleasing)
        g_main_context_push_thread_default(context)
        defer {
            g_main_context_pop_thread_default(context)
            thread.store(outer, ordering: .releasing)
            g_main_context_release(context)
        }
        while !stopRequested.exchange(false, ordering: .acquiringAndReleasing) { g_main_context_iteration(context, 1) }
    }

    /// Makes ``run()`` return after the current iteration of the loop; may be called from any thread.
    package func stop() {
        stopRequested.store(true, ordering: .releasing)
        g_main_context_wakeup(context)
    }

    /// Tells whether the caller is on the loop's thread, inside ``run()`` or a GLib loop that runs this context.
    package var isCurrent: Bool {
        thread.load(ordering: .acquiring) == UInt(pthread_self()) || g_main_context_is_owner(context) != 0
    }

    /// Runs `work` on the loop, after all earlier work; may be called from any thread.
    ///
    /// - Parameter work: Called once, and only after this method has returned if the caller is on the loop.
    package func perform(_ work: @escaping @Sendable () -> Void) { add(.closure(work)) }

    /// Runs a job of an actor or a task on the loop, in order with ``perform(_:)``.
    package func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// Returns the executor of a ``LoopActor``.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Traps unless the caller is on the loop, which makes `assumeIsolated` work in the callbacks of sources.
    package func checkIsolated() { precondition(isCurrent, "This must be called on the event loop's thread.") }

    /// Returns whether code isolated to an actor of this loop may run on the current thread.
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    private func add(_ work: Work) {
        let wasEmpty = queue.withLock { queue in
            queue.work.append(work)
            return queue.work.count == 1
        }
        // The first item in the empty queue wakes the loop; later items run in the same batch.
        if wasEmpty { queueSource?.setReadyTime(0) }
    }

    private func runBatch() {
        // The ready time is reset before the queue is emptied, so that items added afterwards wake the loop again.
        queueSource?.setReadyTime(nil)
        let batch = queue.withLock { queue in
            let batch = queue.work
            queue.work = []
            return batch
        }
        for work in batch {
            switch work {
            case .job(let job):
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .closure(let closure):
                closure()
            }
        }
    }
}

/// An actor whose code runs on an event loop: callbacks of the loop's sources enter the actor with `assumeIsolated`.
package protocol LoopActor: Actor {
    nonisolated var loop: EventLoop { get }
}

extension LoopActor {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
}
