// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import EventLoop
import FoundationEssentials
package import Logging
package import NotificationStore

/// Makes a backup of the store on each day on which it is written; repairs the store's indexes before each backup, and
/// once after the agent has started.
///
/// No timer runs all day: a write that finds the newest backup a day old starts a short timer for the next backup.
package actor BackupTimer: LoopActor {
    package nonisolated let loop: EventLoop

    private let store: NotificationStore
    private let backups: StoreBackups
    private let clock: any WallClock
    private let logger: Logger
    private let made: @Sendable () async -> Void
    private let repaired: @Sendable () async -> Void

    private var timer: (any ClockTimer)?
    private var isMaking = false
    private var isStopped = false
    /// Whether the store was written while a backup was being made.
    private var hasChanged = false
    private var isChecked = false
    /// The date until which the newest backup is recent enough; nil until the agent has looked at the backups.
    private var next: Date?

    /// Delay between a write of the store and the backup.
    static let delay = Duration.seconds(300)
    /// Delay of the very first backup, which is short because no damaged store can be restored without a backup.
    static let firstDelay = Duration.seconds(10)
    /// Seconds after which a failed backup is tried again.
    private static let retryAfter: TimeInterval = 3600

    /// Creates a timer; it calls `made` after each backup, even a failed one, and `repaired` after indexes are rebuilt.
    package init(
        store: NotificationStore, folder: String, clock: any WallClock, loop: EventLoop, logger: Logger,
        made: @escaping @Sendable () async -> Void, repaired: @escaping @Sendable () async -> Void
    ) {
        self.store = store
        self.backups = StoreBackups(of: folder)
        (self.clock, self.loop, self.logger) = (clock, loop, logger)
        (self.made, self.repaired) = (made, repaired)
    }

    /// Handles a write of the store: starts the timer if the newest backup is old.
    package func changed() {
        hasChanged = isMaking
        guard timer == nil, !isMaking else { return }
        let now = clock.now
        // If the clock was set back, the newest backup may be from the future; it does not count as recent.
        if let next, now < next, now >= next - StoreBackups.interval { return }
        let isFirst = next == nil && backups.all.isEmpty
        timer = clock.timer(after: isFirst ? Self.firstDelay : Self.delay, on: loop) { [weak self] in
            self?.assumeIsolated { $0.fired() }
        }
    }

    /// Whether no backup is being made.
    package var isIdle: Bool { !isMaking }

    package func stop() {
        isStopped = true
        timer.take()?.cancel()
    }

    private func fired() {
        timer = nil
        isMaking = true
        // Why: this is a task of its own, because a timer's handler can't wait for the disk.
        Task { await make() }
    }

    /// Repairs the store's indexes: a row that is missing in an index would hide a due request without any error.
    private func check() async {
        guard !isChecked || clock.now >= (next ?? .distantPast) else { return }
        isChecked = true
        do {
            let condition = try await withTaskExecutorPreference(EventLoop.worker) { [store] in
                try await store.repairIndexes()
            }
            guard condition == .repaired else { return }
            logger.error("Rebuilt the store's indexes: one was damaged")
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
        // `made` runs after a failure, too: it may free the disk space that was missing.
        if !isStopped { await made() }
    }
}
