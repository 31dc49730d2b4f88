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
final class MainLoop: Sendable {
    /// A thread for a call.
    struct Place: Sendable {
        let isMainThread: Bool
        /// For the parts of a task that belong to no actor.
        let executor: any TaskExecutor
    }

    typealias Work = @Sendable (Place) -> Void

    private enum Finding {
        case unknown
        /// Dispatch's main queue is served: by a run loop, `dispatchMain()` or an async main function.
        case dispatch
        /// GLib's default context is, by the main thread.
        case glib
        case nothing
    }

    private struct State {
        var finding = Finding.unknown
        /// Which probes are under way; they may lie there for ever.
        var probes: Set<Finding> = []
        var isWatched = false
        /// In order, until something is found out.
        var waiting: [Work] = []
    }

    private let state = Mutex(State())
    private let grace: Duration
    private let queue = DispatchQueue(label: "org.belfry.UserNotifications.delegate")
    private let main = Place(isMainThread: true, executor: QueueExecutor(.main))
    private let glib = Place(isMainThread: true, executor: EventLoop.main)
    private let own: Place

    /// How often the main thread is looked at, and how often it must be found unmoved.
    private static let interval = 0.1
    private static let stillness = 2

    init(grace: Duration) {
        self.grace = grace
        own = Place(isMainThread: false, executor: QueueExecutor(queue))
    }

    /// Runs `work` at the place that is right, after all that was handed over before.
    func perform(_ work: @escaping Work) {
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
            case .dispatch, .glib:
                send(work, to: state.finding)
            }
        }
    }

    /// What was seen is no longer true: the main thread did not come round in a long time.
    func doubt() {
        state.withLock { state in
            if state.finding != .nothing { state.finding = .unknown }
        }
    }

    /// Runs `work` on the main thread whenever that comes round to it, perhaps never.
    func whenMainThreadRuns(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

    private func send(_ work: @escaping Work, to finding: Finding) {
        switch finding {
        case .dispatch: DispatchQueue.main.async { [main] in work(main) }
        case .glib: EventLoop.main.perform { [glib] in work(glib) }
        case .nothing, .unknown: queue.async { [own] in work(own) }
        }
    }

    private func probe(_ state: inout State) {
        if state.probes.insert(.dispatch).inserted { DispatchQueue.main.async { self.found(.dispatch) } }
        if state.probes.insert(.glib).inserted {
            // Another thread that runs this context is not the main thread.
            EventLoop.main.perform { self.found(Thread.isMainThread ? .glib : nil) }
        }
    }

    private func found(_ finding: Finding?) {
        state.withLock { state in
            guard let finding else { return }
            state.probes.remove(finding)
            // Dispatch is the better one: where both are served it is a run loop on top of GLib's.
            if state.finding != .dispatch { settle(&state, finding) }
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
