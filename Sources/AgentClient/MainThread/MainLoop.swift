// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import EventLoop
import Foundation
import Synchronization

// Whether a program has a main loop can't be asked: one hands it a block and sees. Where it doesn't run soon, the
// kernel tells a main thread that is blocked, which does nothing at all, from one that is still busy with its start
// and may come to its loop. What was seen holds until it turns out wrong.

/// Where delegates are called: on the main thread where it runs a loop, else on a queue of ours.
package final class MainLoop: Sendable {
    /// A thread for a call.
    package struct Place: Sendable {
        package let isMainThread: Bool
        /// For the parts of a task that belong to no actor.
        package let executor: any TaskExecutor
    }

    package typealias Work = @Sendable (Place) -> Void

    private enum Finding {
        case unknown
        /// Dispatch's main queue is served: by a run loop, `dispatchMain()`, an async main function, or by GLib's loop with
        /// our help.
        case dispatch
        case nothing
    }

    private struct State {
        var finding = Finding.unknown
        /// The probes are under way; they may lie there for ever.
        var isProbing = false
        var isWatched = false
        /// In order, until something is found out.
        var waiting: [Work] = []
    }

    private let state = Mutex(State())
    private let grace: Duration
    private let queue = DispatchQueue(label: "org.belfry.UserNotifications.delegate")
    private let main = Place(isMainThread: true, executor: QueueExecutor(.main))
    private let own: Place

    /// How often the main thread is looked at, and how often it must be found unmoved.
    private static let interval = 0.1
    private static let stillness = 2

    package init(grace: Duration) {
        self.grace = grace
        own = Place(isMainThread: false, executor: QueueExecutor(queue))
    }

    /// Runs `work` at the place that is right, after all that was handed over before.
    package func perform(_ work: @escaping Work) {
        state.withLock { state in
            switch state.finding {
            case .unknown:
                state.waiting.append(work)
                probe(&state)
                watch(&state)
            case .nothing:
                // It may come to its loop yet; later calls will know.
                probe(&state)
                send(work, to: .nothing)
            case .dispatch:
                send(work, to: .dispatch)
            }
        }
    }

    /// What was seen is no longer true: the main thread did not come round in a long time.
    package func doubt() {
        state.withLock { state in
            if state.finding != .nothing { state.finding = .unknown }
        }
    }

    /// Runs `work` on the main thread whenever that comes round to it, perhaps never.
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
            // Another thread that runs this context is not the main thread.
            guard Thread.isMainThread, self.state.withLock({ $0.finding != .dispatch }) else { return }
            MainActor.assumeIsolated { MainQueueSource.attach() }
        }
    }

    private func settle(_ state: inout State, _ finding: Finding) {
        state.finding = finding
        for work in state.waiting { send(work, to: finding) }
        state.waiting = []
    }

    // MARK: - Busy or blocked

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
