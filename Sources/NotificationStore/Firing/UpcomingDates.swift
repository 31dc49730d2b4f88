// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

/// The next date of each kind, and the applications that wait for a digest, read in one transaction.
package struct UpcomingDates: Hashable, Sendable {
    /// The date at which to look for due requests: the earliest due date with its leeway. It may be in the past.
    package var nextDue: Date?
    /// The date of the next nag or expiry of a delivered notification.
    package var nextLater: Date?
    /// The date for which the machine is to be woken.
    package var nextWaking: Date?
    /// The applications that have requests waiting for a digest.
    package var waitingApps: [String]
}

extension NotificationStore {
    /// - Throws: ``StoreError``.
    package func upcomingDates() async throws -> UpcomingDates {
        try await read { transaction in
            UpcomingDates(
                nextDue: try transaction.pendingTable.nextDue(), nextLater: try transaction.nextLater(),
                nextWaking: try transaction.pendingTable.nextWaking(),
                waitingApps: try transaction.rows(TimeQuery.waitingApps, []) { $0[0] })
        }
    }
}
