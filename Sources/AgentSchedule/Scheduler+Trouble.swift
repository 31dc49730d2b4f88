// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import FoundationEssentials
import Logging
import NotificationStore

/// Handles failures of the store that keep everything from firing, and the notification about them.
extension Scheduler {
    /// Seconds that a due notification may be blocked before the person is told.
    static let patience: TimeInterval = 10

    /// Handles the error of a round that could not fire the due requests; the scheduler tries again soon.
    func hasFailed(_ error: any Error) async {
        let now = clock.sinceBoot
        let since = trouble.since ?? now
        trouble.since = since
        // The scheduler tries every few seconds, and may fail for days, so only some failures are logged.
        if trouble.logThrottle.isDue(at: now) {
            logger.error(
                "Could not fire due requests",
                metadata: [LogKey.error: "\(ErrorSummary(error))", LogKey.count: "\(trouble.logThrottle.count)"])
        }
        guard now - since >= Self.patience, trouble.announcement == nil, await holdsSomethingUp() else { return }
        trouble.announcement = await dependencies.announce(StoreNotification.stuck())
    }

    /// Withdraws Belfry's notification about the failure; called when due requests could be fired again.
    func hasSucceeded() async {
        trouble.since = nil
        if let announcement = trouble.announcement {
            trouble.announcement = nil
            await dependencies.withdraw(announcement)
        }
        if let count = trouble.logThrottle.end() {
            logger.notice("Due requests can be fired again", metadata: [LogKey.count: "\(count)"])
        }
    }

    /// Whether a request is due; also true if the store can't be read.
    private func holdsSomethingUp() async -> Bool {
        guard let dates = try? await store.upcomingDates() else { return true }
        return dates.nextDue.map { $0 <= clock.now } ?? false
    }
}

/// A failure of the store that keeps everything from firing.
struct FiringTrouble {
    var logThrottle = LogThrottle()
    /// The ``WallClock/sinceBoot`` at which firing began to fail; nil while requests can fire.
    var since: TimeInterval?
    /// Server number of the notification that tells of the failure.
    var announcement: ServerNumber?
}
