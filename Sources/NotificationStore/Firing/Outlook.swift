// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

/// What waits for a moment, of every kind: all that the schedule has to know, asked for at once.
package struct Outlook: Hashable, Sendable {
    /// When a pending request is due, or later where all that is due until then has leeway; may be past.
    package var nextDue: Date?
    /// When a delivered notification is to be looked at again.
    package var nextLater: Date?
    /// For which moment the machine is to be woken.
    package var nextWaking: Date?
    /// The applications that have something waiting for a digest.
    package var waitingApps: [String]
}

extension NotificationStore {
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func outlook() async throws -> Outlook {
        try await read { transaction in
            Outlook(
                nextDue: try transaction.nextDue(), nextLater: try transaction.nextLater(),
                nextWaking: try transaction.nextWaking(),
                waitingApps: try transaction.rows(.waitingApps, []) { $0[0] })
        }
    }
}
