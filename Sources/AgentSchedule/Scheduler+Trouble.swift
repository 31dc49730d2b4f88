// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import FoundationEssentials
import Logging
import NotificationStore

/// Failures of the store that keep everything from firing, and the notification about them.
extension Scheduler {
    /// Seconds that a due notification may be blocked before the person is told.
    static let patience: TimeInterval = 10

    /// Handles a failed round; the scheduler tries again soon.
    func hasFailed(_ error: any Error) async {
        let now = clock.sinceBoot
        let since = failingSince ?? now
        failingSince = since
        // The scheduler tries every few seconds, and may fail for days.
        if logThrottle.isDue(at: now) {
            logger.error(
                "Could not fire what is due",
                metadata: [LogKey.error: "\(ErrorSummary(error))", LogKey.count: "\(logThrottle.count)"])
        }
        guard now - since >= Self.patience, announcement == nil, await holdsSomethingUp() else { return }
        announcement = await dependencies.announce(StoreNews.stuck())
    }

    /// Handles a round that succeeded: withdraws the announcement of the failure.
    func hasSucceeded() async {
        failingSince = nil
        if let announcement {
            self.announcement = nil
            await dependencies.withdraw(announcement)
        }
        if let count = logThrottle.end() {
            logger.notice("What is due can be fired again", metadata: [LogKey.count: "\(count)"])
        }
    }

    /// Whether something is due; also true if the store can't be read.
    private func holdsSomethingUp() async -> Bool {
        guard let outlook = try? await store.outlook() else { return true }
        return outlook.nextDue.map { $0 <= clock.now } ?? false
    }
}
