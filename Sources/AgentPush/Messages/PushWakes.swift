// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentLog
package import AgentMachine
import DBus
package import EventLoop
import FoundationEssentials
package import Logging
import NotificationModel
package import NotificationStore

/// Wakes applications for pushes with `content-available`: by a call if they run, else by starting them.
///
/// Each application has a budget. A push over the budget waits for the next slot, or for the application's `Attach`.
package actor PushWakes {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let store: NotificationStore
    private let clock: any WallClock
    private let logger: Logger
    private let receivers: WakeReceivers
    private var apps: [String: Progress] = [:]
    private var isStopping = false

    /// The deliveries to one application.
    private struct Progress {
        var rounds = WorkRounds()
        var working: Task<Void, Never>?
        /// Pushes that were not replied to since the last `Attach`.
        var held: Set<Int64> = []
        /// Whether the application has just attached: what waits is given whatever the budget has left.
        var hasAttached = false
        /// Number of `Attach` calls; tells whether one came during a delivery.
        var attachCount = 0
        var slot: (any ClockTimer)?
    }

    /// Wakes that a rested application has, and the seconds in which it gets one more.
    private static let burst = 3.0
    private static let interval: TimeInterval = 1200
    /// Number of deliveries without a reply after which a push is dropped.
    private static let maximumTries = 3

    package init(
        store: NotificationStore, clock: any WallClock, loop: EventLoop, logger: Logger, receivers: WakeReceivers
    ) {
        (self.store, self.clock, self.loop, self.logger) = (store, clock, loop, logger)
        self.receivers = receivers
    }

    /// Resumes what an earlier agent left.
    package func start() async {
        for app in (try? await store.wakeApps()) ?? [] { arrived(for: app) }
    }

    package func stop() async {
        isStopping = true
        // What is in flight stays in the store, and is delivered by the next agent.
        for progress in apps.values {
            progress.slot?.cancel()
            progress.working?.cancel()
        }
        for progress in apps.values { await progress.working?.value }
    }

    /// Delivers what has attached for remote notifications.
    package func attached(_ app: String) {
        apps[app, default: .init()].held = []
        apps[app]?.hasAttached = true
        apps[app]?.attachCount += 1
        arrived(for: app)
    }

    /// Delivers the pushes of an application that are in the store.
    package func arrived(for app: String) {
        guard !isStopping, apps[app, default: .init()].rounds.begin() else { return }
        // Why: this is a task of its own, because an application may take half a minute to reply.
        apps[app]?.working = Task {
            repeat { await deliverAll(to: app) } while apps[app]?.rounds.end() == true
        }
    }

    private func deliverAll(to app: String) async {
        await dropExpired()
        let isFree = apps[app]?.hasAttached == true
        apps[app]?.hasAttached = false
        for wake in (try? await store.wakes(of: app)) ?? [] where apps[app]?.held.contains(wake.id) != true {
            guard !isStopping else { return }
            guard wake.tries < Self.maximumTries else {
                await drop(wake, of: app)
                continue
            }
            guard await receivers.isAttached(app) else { return await start(app, for: wake) }
            // What the application was started for has spent its wake.
            if !isFree, await !spend(app) { return }
            await deliver(wake, to: app)
        }
    }

    private func deliver(_ wake: RemoteWake, to app: String) async {
        // The try is counted first: an application that takes the agent down must not get the push for ever.
        try? await store.noteWakeTry(wake.id)
        let attachment = apps[app]?.attachCount
        let isReplied = await receivers.deliver(app, wake)
        guard !isStopping || isReplied else { return }
        if isReplied {
            try? await store.deleteWake(wake.id)
        } else {
            // A receiver that has attached meanwhile gets the push in the next round.
            if attachment == apps[app]?.attachCount { apps[app]?.held.insert(wake.id) }
            logger.warning("A silent push was not replied to", metadata: [LogKey.app: "\(app)"])
            if wake.tries + 1 >= Self.maximumTries { await drop(wake, of: app) }
        }
    }

    private func drop(_ wake: RemoteWake, of app: String) async {
        try? await store.deleteWake(wake.id)
        try? await store.noteDropped(PushDrop.unanswered.rawValue, of: app, at: clock.now)
    }

    /// Starts an application that does not run; its `Attach` gets what waits.
    private func start(_ app: String, for wake: RemoteWake) async {
        guard wake.startsApplication, await receivers.canStart(app), await spend(app) else { return }
        await receivers.start(app)
    }

    /// Spends a wake of the budget; without one, sets a timer for the next slot.
    private func spend(_ app: String) async -> Bool {
        guard let next = try? await store.spendWake(of: app, burst: Self.burst, interval: Self.interval, at: clock.now)
        else { return true }
        let pause = max(1, next.timeIntervalSince(clock.now))
        apps[app]?.slot?.cancel()
        apps[app]?.slot = clock.timer(after: .seconds(pause), on: loop) { [weak self] in
            self?.assumeIsolated { $0.arrived(for: app) }
        }
        return false
    }

    /// Drops the pushes that nobody has fetched in their time.
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
    /// Whether the application is installed, and was not started a moment ago.
    package let canStart: @Sendable (_ app: String) async -> Bool
    package let start: @Sendable (_ app: String) async -> Void
    /// Delivers a push; returns whether the application replied, if only with an error.
    package let deliver: @Sendable (_ app: String, RemoteWake) async -> Bool

    package init(
        isAttached: @escaping @Sendable (_ app: String) async -> Bool,
        canStart: @escaping @Sendable (_ app: String) async -> Bool,
        start: @escaping @Sendable (_ app: String) async -> Void,
        deliver: @escaping @Sendable (_ app: String, RemoteWake) async -> Bool
    ) {
        (self.isAttached, self.canStart, self.start, self.deliver) = (isAttached, canStart, start, deliver)
    }
}
