// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CConcurrency
import EventLoop
import Foundation
import Synchronization

// A program can't be asked whether it has a main loop, so a block is enqueued on the main queue. If the block doesn't
// run soon, the kernel's counters tell a blocked main thread from one that is busy starting and may still reach its
// loop. The finding (whether the main thread runs a loop) is used until it turns out to be wrong.

/// Calls delegates on the main thread if it runs a loop, and otherwise on a queue of this module.
package final class MainLoop: Sendable {
    /// A thread for a delegate's call.
    package struct Place: Sendable {
        package let isMainThread: Bool
        /// Executor for the nonisolated parts of the task in which the delegate is called.
        package let executor: any TaskExecutor
    }

    package typealias Work = @Sendable (Place) -> Void

    private enum Finding {
        case unknown
        /// Dispatch's main queue is served, by a run loop, `dispatchMain()`, an async main function, or by GLib's loop
        /// with ``MainQueueSource``.
        case dispatch
        case nothing
    }

    private struct State {
        var finding = Finding.unknown
        /// True while the probes (blocks that show whether a queue is served) wait on their queues; a queue that nobody
        /// serves never runs its probe.
        var isProbing = false
        var isWatched = false
        /// The delegate's calls that wait until it is known whether the main thread runs a loop, in order.
        var waiting: [Work] = []
    }

    private let state = Mutex(State())
    private let grace: Duration
    private let queue = DispatchQueue(label: "org.belfry.UserNotifications.delegate")
    private let main = Place(isMainThread: true, executor: QueueExecutor(.main))
    private let own: Place

    /// Interval in seconds between checks of the main thread, and the number of checks without progress after which it
    /// counts as blocked.
    private static let interval = 0.1
    private static let stillness = 2

    package init(grace: Duration) {
        self.grace = grace
        own = Place(isMainThread: false, executor: QueueExecutor(queue))
    }

    /// Runs `work`, after all earlier work, on the main thread if it runs a loop, or else on this module's queue.
    package func perform(_ work: @escaping Work) {
        state.withLock { state in
            switch state.finding {
            case .unknown:
                state.waiting.append(work)
                probe(&state)
                watch(&state)
            case .nothing:
                // The main thread may still start its loop: a probe finds out whether it has, for later calls.
                probe(&state)
                send(work, to: .nothing)
            case .dispatch:
                send(work, to: .dispatch)
            }
        }
    }

    /// Discards the finding that the main thread runs a loop: the main thread didn't begin a delegate's call in time.
    package func doubt() {
        state.withLock { state in
            if state.finding != .nothing { state.finding = .unknown }
        }
    }

    /// Runs `work` on the main thread as soon as the main thread runs a loop, which may be never.
    package func whenMainThreadRuns(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

    private func send(_ work: @escaping Work, to finding: Finding) {
        switch finding {
        case .dispatch: DispatchQueue.main.async { [main] in work(main) }
        case .nothing, .unknown: queue.async { [own] in work(own) }
        }
    }

    private func probe(_ state: inout State) {
        guard !state.isProbing else { return }
        state.isProbing = true
        DispatchQueue.main.async {
            self.state.withLock { state in
                state.isProbing = false
                self.settle(&state, .dispatch)
            }
        }
        EventLoop.main.perform {
            // If another thread runs GLib's main context, the main queue can't be served by that context.
            guard Thread.isMainThread, self.state.withLock({ $0.finding != .dispatch }) else { return }
            MainActor.assumeIsolated { MainQueueSource.attach() }
        }
    }

    private func settle(_ state: inout State, _ finding: Finding) {
        state.finding = finding
        for work in state.waiting { send(work, to: finding) }
        state.waiting = []
    }

    // MARK: - Busy or blocked main thread

    private func watch(_ state: inout State) {
        guard !state.isWatched else { return }
        state.isWatched = true
        let end = ContinuousClock.now + grace
        look(until: end, MainThread.progress(), unmoved: 0)
    }

    private func look(until end: ContinuousClock.Instant, _ before: String?, unmoved: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) {
            let now = MainThread.progress()
            let unmoved = now == before ? unmoved + 1 : 0
            self.state.withLock { state in
                guard state.finding == .unknown else {
                    state.isWatched = false
                    return
                }
                if unmoved >= Self.stillness || ContinuousClock.now >= end {
                    state.isWatched = false
                    self.settle(&state, .nothing)
                } else {
                    self.look(until: end, now, unmoved: unmoved)
                }
            }
        }
    }
}

/// The main thread's state as seen by the kernel.
private enum MainThread {
    /// Returns a value that changes only if the main thread does any work.
    ///
    /// The value is nil, and never changes, if the kernel doesn't report the thread's state.
    static func progress() -> String? {
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(getpid())/status", encoding: .utf8) else {
            return nil
        }
        let lines = text.split(separator: "\n")
        let isRunning = lines.contains { $0.hasPrefix("State:\tR") }
        let switches = lines.filter { $0.contains("voluntary_ctxt_switches") }
        // A thread that computes may have no context switches, so its value is new each time.
        return isRunning ? UUID().uuidString : switches.joined()
    }
}

/// Runs nonisolated parts of tasks on a dispatch queue.
private final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Makes GLib's main loop serve Dispatch's main queue, as Foundation's run loop does.
///
/// A GTK program runs only GLib's loop, but the main actor's jobs are in Dispatch's queue, which GLib's loop alone
/// would never run. The source lasts as long as the process, on the main thread.
@MainActor
private enum MainQueueSource {
    private static var source: FileDescriptorSource?

    /// Serves the main queue from now on, including jobs that are enqueued already; another call does nothing.
    static func attach() {
        guard source == nil else { return }
        let handle = _dispatch_get_main_queue_handle_4CF()
        source = FileDescriptorSource(handle, .readable, on: .main) { _ in serve(handle) }
        // Jobs enqueued before the handle existed may not have made it readable.
        EventLoop.main.perform { serve(handle) }
    }

    nonisolated private static func serve(_ handle: Int32) {
        // Reading resets the non-blocking eventfd to 0 until there are new jobs.
        var count: UInt64 = 0
        read(handle, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
    }
}
