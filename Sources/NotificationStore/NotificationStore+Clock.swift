// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel

/// What becomes of waiting requests when the clock is set or the zone changes.
extension NotificationStore {
    /// Moves everything that counts real time along with a clock that was set: intervals and snoozed requests.
    ///
    /// - Parameter seconds: By how much the clock was set forward; negative for back.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func shiftIntervals(by seconds: Double) async throws {
        try await write { try $0.execute(.moveWithClock, [seconds]) }
    }

    /// Works out anew when requests with calendar and rule triggers are due.
    ///
    /// In batches, each a transaction: other operations go on between them, and if it is interrupted it can
    /// be done again.
    ///
    /// - Parameter next: The date of a request that was added at `addedAt` and last fired for the date
    ///   `lastFired`, nil for never; nil leaves the date as it is. Called on the store's queue. To fire nothing
    ///   twice, it gives no date at or before `lastFired`: such a one is not taken.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func recomputeCalendarDates(
        next: @escaping @Sendable (_ request: Request, _ addedAt: Date, _ lastFired: Date?) -> Date?
    ) async throws {
        var last: Int64? = 0
        while let id = last {
            last = try await write { try $0.recompute(after: id, next: next) }
        }
    }
}

extension Transaction {
    private static let batchSize = 1000

    /// Works out one batch and returns its last id; nil at the end.
    fileprivate func recompute(
        after id: Int64, next: (Request, Date, Date?) -> Date?
    ) throws -> Int64? {
        let batch = try rows(.pendingBatch, [id, Self.batchSize], PendingRow.init)
        for row in batch where !row.movesWithClock && row.stored.trigger != nil {
            // What can't be read is dealt with when it is due.
            guard let request = try? row.stored.decoded(), let date = next(request, row.added, row.lastFired),
                date != row.due, date > row.lastFired ?? .distantPast
            else { continue }
            try execute(.setDue, [row.id, date.timeIntervalSince1970])
        }
        return batch.count == Self.batchSize ? batch.last?.id : nil
    }
}
