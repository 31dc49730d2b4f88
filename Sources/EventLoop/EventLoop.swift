// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc
import Synchronization

// Why a loop of our own: with one thread there is one order. Everything that reaches the process (bus
// messages, alarms, signals) is a GLib source, and every actor that cares runs on this executor, so a source's
// callback is already inside the actor (`assumeIsolated`): no hop, no lock, and nothing overtakes anything.
//
// Jobs and closures go through one queue and one GLib source. The source has no prepare or check: it is ready
// when its ready time has passed, and `g_source_set_ready_time` wakes the loop from any thread. One batch is run
// for each dispatch, so that a job that enqueues jobs does not starve the file descriptors.

/// A GLib main context that runs Swift actors and tasks, on one thread, in order.
///
/// An actor joins it with `nonisolated var unownedExecutor { loop.asUnownedSerialExecutor() }`; a task's
/// nonisolated parts join it with `Task(executorPreference: loop)`.
package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// GLib's default context, for the program's main thread.
    ///
    /// Nothing on the main actor runs while the main thread is inside ``run()``.
    package static let main = EventLoop(context: g_main_context_ref(g_main_context_default()))

    // The sources and GLib's own calls reach the context; it is thread-safe, hence the `@unchecked`.
    let context: OpaquePointer
    private let queue = Mutex(Queue())
    private let stopRequested = Atomic(false)
    /// The thread inside ``run()``; 0 while there is none.
    private let thread = Atomic<UInt>(0)
    // Written once, in `init`, before anybody else can see the loop.
    private nonisolated(unsafe) var queueSource: Source?

    private enum Work: Sendable {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    private struct Queue {
        var work: [Work] = []
    }

    /// A loop with a context of its own; whoever calls ``run()`` becomes its thread.
    package convenience init() {
        self.init(context: g_main_context_new())
    }

    private init(context: OpaquePointer) {
        self.context = context
        // `unowned` holds: only `run()` dispatches the source, and it keeps the loop alive; `deinit` destroys it.
        queueSource = Source(context: context) { [unowned self] in runBatch() }
    }

    deinit {
        queueSource?.destroy()
        g_main_context_unref(context)
    }

    /// Starts a thread that runs a new loop until ``stop()``.
    ///
    /// - Parameter name: The thread's name; the kernel keeps the first 15 bytes.
    /// - Returns: The loop; work handed to it before its thread is up waits for it.
    package static func onOwnThread(named name: String) -> EventLoop {
        guard let loop = onOwnThreadIfPossible(named: name) else { preconditionFailure("No thread could be started.") }
        return loop
    }

    /// The same for who can do without: nil when the system has no thread left.
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
        // Nobody joins it.
        g_thread_unref(thread)
        return loop
    }

    /// Runs jobs and sources on this thread until ``stop()``.
    ///
    /// A stop that came before makes it return at once. It may be called again afterwards.
    package func run() {
        precondition(g_main_context_acquire(context) != 0, "Another thread runs this loop.")
        let outer = thread.exchange(UInt(pthread_self()), ordering: .acquiringAndReleasing)
        g_main_context_push_thread_default(context)
        defer {
            g_main_context_pop_thread_default(context)
            thread.store(outer, ordering: .releasing)
            g_main_context_release(context)
        }
        while !stopRequested.exchange(false, ordering: .acquiringAndReleasing) {
            g_main_context_iteration(context, 1)
        }
    }

    /// Makes ``run()`` return after what it is at; from any thread.
    package func stop() {
        stopRequested.store(true, ordering: .releasing)
        g_main_context_wakeup(context)
    }

    /// Whether the caller is on the loop's thread, inside ``run()`` or inside a loop of GLib's that runs this context.
    package var isCurrent: Bool {
        thread.load(ordering: .acquiring) == UInt(pthread_self()) || g_main_context_is_owner(context) != 0
    }

    /// Runs `work` on the loop, after all that was handed over before; any thread.
    ///
    /// - Parameter work: Called once, also when the caller is on the loop already: later, not at once.
    package func perform(_ work: @escaping @Sendable () -> Void) {
        add(.closure(work))
    }

    /// Runs a job of an actor or a task on the loop, in order with ``perform(_:)``.
    package func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// What an actor returns as its `unownedExecutor`.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Traps unless the caller is on the loop.
    ///
    /// With it `assumeIsolated` works in the callbacks of sources.
    package func checkIsolated() {
        precondition(isCurrent, "This must be called on the event loop's thread.")
    }

    /// Whether code that is isolated to an actor of this loop may run here.
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    private func add(_ work: Work) {
        let wasEmpty = queue.withLock { queue in
            queue.work.append(work)
            return queue.work.count == 1
        }
        // The first one rings; the rest are taken along by the same batch.
        if wasEmpty { queueSource?.setReadyTime(0) }
    }

    private func runBatch() {
        // Quiet first, then take: what arrives after the taking finds an empty queue and rings again.
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
