// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentLog
package import AgentMachine
import DBus
package import EventLoop
package import FoundationEssentials
package import Logging
import NotificationModel
package import NotificationStore

/// Wakes applications for pushes with `content-available`: by a call if the application runs, else by starting it.
///
/// Each application has a budget. A push over it waits for the budget's next wake, or for the application's `Attach`.
package actor PushWakes: LoopActor {
    package nonisolated let loop: EventLoop

    private let store: NotificationStore
    private let clock: any WallClock
    private let logger: Logger
    private let receivers: WakeReceivers
    private var apps: [String: Progress] = [:]
    private var isStopping = false

    /// The state of the delivery of silent pushes to one application.
    private struct Progress {
        var rounds = WorkRounds()
        var working: Task<Void, Never>?
        /// Pushes that were delivered since the application's last `Attach`, but got no reply.
        var held: Set<Int64> = []
        /// Whether the application has just attached: waiting pushes are then delivered regardless of the budget.
        var hasAttached = false
        /// Number of `Attach` calls; a changed number shows that the application attached during a delivery.
        var attachCount = 0
        /// Number of starts of the application since its last `Attach` or its newest push.
        var starts = 0
        /// Timer for the next try to deliver pushes, when the budget gets another wake, or when a started application
        /// has had its time to attach.
        var timer: (any ClockTimer)?
    }

    /// Largest number of wakes in an application's budget, and the seconds after which the budget gets one more wake.
    private static let burst = 3.0
    private static let interval: TimeInterval = 1200
    /// Number of deliveries without a reply after which a push is dropped.
    private static let maximumTries = 3
    /// Number of starts that led to no `Attach`, after which the agent waits for the next push or `Attach`.
    private static let maximumStarts = 3

    package init(
        store: NotificationStore, clock: any WallClock, loop: EventLoop, logger: Logger, receivers: WakeReceivers
    ) {
        (self.store, self.clock, self.loop, self.logger) = (store, clock, loop, logger)
        self.receivers = receivers
    }

    /// Resumes the delivery of the silent pushes that an earlier agent left in the store.
    package func start() async {
        for app in (try? await store.wakeApps()) ?? [] { work(for: app) }
    }

    package func stop() async {
        isStopping = true
        // A push in flight stays in the store, and the next agent process delivers it.
        for progress in apps.values {
            progress.timer?.cancel()
            progress.working?.cancel()
        }
        for progress in apps.values { await progress.working?.value }
    }

    /// Delivers the waiting pushes of an application that has attached for remote notifications.
    package func attached(_ app: String) {
        apps[app, default: .init()].held = []
        apps[app]?.hasAttached = true
        apps[app]?.attachCount += 1
        arrived(for: app)
    }

    /// Delivers the waiting pushes of an application, after another push was stored for it.
    package func arrived(for app: String) {
        apps[app, default: .init()].starts = 0
        work(for: app)
    }

    private func work(for app: String) {
        guard !isStopping, apps[app, default: .init()].rounds.begin() else { return }
        // Why: the delivery is a task of its own, because an application may take half a minute to reply.
        apps[app]?.working = Task {
            repeat { await deliverAll(to: app) } while apps[app]?.rounds.end() == true
        }
    }

    private func deliverAll(to app: String) async {
        await dropExpired()
        let isFree = apps[app]?.hasAttached == true
        apps[app]?.hasAttached = false
        let waiting = ((try? await store.wakes(of: app)) ?? []).filter { apps[app]?.held.contains($0.id) != true }
        for wake in waiting {
            guard !isStopping else { return }
            guard wake.tries < Self.maximumTries else {
                await drop(wake, of: app)
                continue
            }
            guard await receivers.isAttached(app) else {
                // An older push that may not start the application does not keep a newer push from starting it.
                let isStarter = waiting.contains { $0.startsApplication && $0.tries < Self.maximumTries }
                return isStarter ? await start(app) : ()
            }
            // The start of the application has already spent a wake for the waiting pushes.
            if !isFree, await !spend(app) { return }
            await deliver(wake, to: app)
        }
    }

    private func deliver(_ wake: RemoteWake, to app: String) async {
        // The attempt to deliver is counted first: a push that crashes the agent must not be delivered for ever.
        try? await store.noteWakeTry(wake.id)
        let attachment = apps[app]?.attachCount
        let isReplied = await receivers.deliver(app, wake)
        guard !isStopping || isReplied else { return }
        if isReplied {
            try? await store.deleteWake(wake.id)
        } else {
            // An application that has attached during the delivery gets the push in the next round of deliveries.
            if attachment == apps[app]?.attachCount { apps[app]?.held.insert(wake.id) }
            logger.warning("A silent push was not replied to", metadata: [LogKey.app: "\(app)"])
            if wake.tries + 1 >= Self.maximumTries { await drop(wake, of: app) }
        }
    }

    private func drop(_ wake: RemoteWake, of app: String) async {
        try? await store.deleteWake(wake.id)
        try? await store.noteDropped(PushDrop.unanswered.rawValue, of: app, at: clock.now)
    }

    /// Starts an application that does not run; once it attaches, it gets the waiting pushes. An application that ends
    /// before its `Attach` is started again.
    private func start(_ app: String) async {
        guard (apps[app]?.starts ?? 0) < Self.maximumStarts, let pause = await receivers.startPause(app) else { return }
        guard pause <= 0 else { return tryAgain(app, after: pause) }
        guard await spend(app) else { return }
        apps[app]?.starts += 1
        await receivers.start(app)
        if let pause = await receivers.startPause(app) { tryAgain(app, after: pause) }
    }

    /// Spends a wake of an application's budget; if none is left, returns false and sets a timer for the next wake.
    private func spend(_ app: String) async -> Bool {
        guard let next = try? await store.spendWake(of: app, burst: Self.burst, interval: Self.interval, at: clock.now)
        else { return true }
        tryAgain(app, after: next.timeIntervalSince(clock.now))
        return false
    }

    private func tryAgain(_ app: String, after seconds: TimeInterval) {
        guard !isStopping else { return }
        apps[app]?.timer?.cancel()
        apps[app]?.timer = clock.timer(after: .seconds(max(1, seconds)), on: loop) { [weak self] in
            self?.assumeIsolated { $0.work(for: app) }
        }
    }

    /// Drops the silent pushes that no application has fetched before their expiration.
    private func dropExpired() async {
        for app in (try? await store.expireWakes(at: clock.now)) ?? [] {
            try? await store.noteDropped(PushDrop.expired.rawValue, of: app, at: clock.now)
        }
    }
}

/// The applications that silent pushes are delivered to.
package struct WakeReceivers: Sendable {
    /// Whether the application has attached for remote notifications.
    package let isAttached: @Sendable (_ app: String) async -> Bool
    /// Seconds for which the application, which was started a moment ago, may still attach; 0 if it can be started,
    /// nil if it is not installed.
    package let startPause: @Sendable (_ app: String) async -> TimeInterval?
    package let start: @Sendable (_ app: String) async -> Void
    /// Delivers a push; returns whether the application replied, even with an error.
    package let deliver: @Sendable (_ app: String, RemoteWake) async -> Bool
}
