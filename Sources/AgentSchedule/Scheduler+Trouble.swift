// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import FoundationEssentials
import Logging
import NotificationStore

/// The store can't be read or written, so that nothing fires: who hears of it, and when.
extension Scheduler {
    /// How long, in seconds, something due is kept from coming before the person is told.
    static let patience: TimeInterval = 10

    /// It was tried, and failed; it is tried again soon.
    func hasFailed(_ error: any Error) async {
        let now = clock.sinceBoot
        let since = failingSince ?? now
        failingSince = since
        // It is tried every few seconds, and may fail for days.
        if logThrottle.isDue(at: now) {
            logger.error(
                "Could not fire what is due",
                metadata: [LogKey.error: "\(ErrorSummary(error))", LogKey.count: "\(logThrottle.count)"])
        }
        guard now - since >= Self.patience, announcement == nil, await holdsSomethingUp() else { return }
        announcement = await neighbours.announce(StoreNews.stuck())
    }

    /// It works.
    func hasSucceeded() async {
        failingSince = nil
        if let announcement {
            self.announcement = nil
            await neighbours.withdraw(announcement)
        }
        if let count = logThrottle.end() {
            logger.notice("What is due can be fired again", metadata: [LogKey.count: "\(count)"])
        }
    }

    /// Whether something is due; also where that can't be read.
    private func holdsSomethingUp() async -> Bool {
        guard let outlook = try? await store.outlook() else { return true }
        return outlook.nextDue.map { $0 <= clock.now } ?? false
    }
}
