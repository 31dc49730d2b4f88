// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import EventLoop
import FoundationEssentials
package import Logging
package import NotificationStore

/// Has a backup of the store made every day on which something is written, and its indexes looked through then, and once in
/// each agent's life.
///
/// Nothing waits for a day to pass: what is written finds that the newest backup is old, and a while later, when what
/// brought it is over, the next one is made.
package actor BackupTimer {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let store: NotificationStore
    private let backups: StoreBackups
    private let clock: any WallClock
    private let logger: Logger
    private let made: @Sendable () async -> Void
    private let repaired: @Sendable () async -> Void

    private var timer: (any ClockTimer)?
    private var isMaking = false
    private var isStopped = false
    /// Something was written while one was being made.
    private var hasChanged = false
    private var isChecked = false
    /// Until then the newest is new enough; nil is not known yet.
    private var next: Date?

    /// How long after something was written.
    static let delay = Duration.seconds(300)
    /// The same of the first of all: until then there is nothing that a damaged store could be made of.
    static let firstDelay = Duration.seconds(10)
    /// How long, in seconds, after one could not be made.
    private static let retryAfter: TimeInterval = 3600

    /// `made` is called after each one, and where one can't be made: what else there is to be done once a day. `repaired` is
    /// called when an index was made anew.
    package init(
        store: NotificationStore, folder: String, clock: any WallClock, loop: EventLoop, logger: Logger,
        made: @escaping @Sendable () async -> Void, repaired: @escaping @Sendable () async -> Void
    ) {
        self.store = store
        self.backups = StoreBackups(of: folder)
        self.clock = clock
        self.loop = loop
        self.logger = logger
        self.made = made
        self.repaired = repaired
    }

    /// Something was written.
    package func changed() {
        hasChanged = isMaking
        guard timer == nil, !isMaking else { return }
        let now = clock.now
        // A clock that was set back makes it none the newer.
        if let next, now < next, now >= next - StoreBackups.interval { return }
        let isFirst = next == nil && backups.all.isEmpty
        timer = clock.timer(after: isFirst ? Self.firstDelay : Self.delay, on: loop) { [weak self] in
            self?.assumeIsolated { $0.fired() }
        }
    }

    package func stop() {
        isStopped = true
        timer?.cancel()
        timer = nil
    }

    private func fired() {
        timer = nil
        isMaking = true
        // On its own: it takes as long as the disk does.
        Task { await make() }
    }

    /// An index that lacks a row hides what is due, and nothing else tells of it.
    private func check() async {
        guard !isChecked || clock.now >= (next ?? .distantPast) else { return }
        isChecked = true
        do {
            let condition = try await withTaskExecutorPreference(EventLoop.worker) { [store] in
                try await store.repairIndexes()
            }
            guard condition == .repaired else { return }
            logger.error("Made the store's indexes anew: one was damaged")
            await repaired()
        } catch {
            logger.error("The store is damaged", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    private func make() async {
        defer {
            isMaking = false
            if hasChanged { changed() }
        }
        await check()
        let now = clock.now
        do {
            let isMade = try await offLoop { [store, backups] in
                guard backups.isDue(at: now) else { return false }
                try store.backUp(at: now)
                return true
            }
            next = now + StoreBackups.interval
            guard isMade else { return }
            logger.info("Made a backup")
        } catch {
            next = now + Self.retryAfter
            logger.warning("Could not make a backup", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
        // Also where none could be made: room on the disk may be what is missing.
        if !isStopped { await made() }
    }
}
