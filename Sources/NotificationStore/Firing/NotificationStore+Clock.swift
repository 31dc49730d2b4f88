// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
import NotificationModel
package import Triggers

/// The clock as the agent last saw it, with which the agent finds out how the clock has changed.
package struct ClockRecord: Hashable, Sendable {
    /// The boot id of the machine's run that ``offset`` belongs to.
    package var boot: String
    /// The wall clock minus the time since boot, in seconds. It changes when the clock is set.
    package var offset: Double
    /// The person's time zone.
    package var zone: String

    /// The version of the time zone rules by which dates were computed; nil if an earlier Belfry computed them.
    package var rules: String?

    package init(boot: String, offset: Double, zone: String, rules: String? = nil) {
        (self.boot, self.offset, self.zone) = (boot, offset, zone)
        self.rules = rules
    }
}

/// Changes of the clock or the time zone, and the pending requests that they move.
extension NotificationStore {
    /// Computes the dates of requests with calendar triggers and recurrence rules again.
    ///
    /// Each batch is a transaction, so that other operations run in between. An interrupted call can be repeated.
    ///
    /// - Parameters:
    ///   - present: The present date. Requests that a wrong clock dated more than a day after it count as added now;
    ///     nil leaves them as they are.
    ///   - next: Returns the next date of a request, and the local time up to which its dates have been handled; nil
    ///     leaves both as they are. Called on the store's queue.
    /// - Throws: ``StoreError``.
    package func recomputeCalendarDates(
        addedBy present: Date? = nil, next: @escaping @Sendable (PendingRequest) -> (due: Date, settled: LocalTime?)?
    ) async throws {
        var last: Int64? = 0
        while let id = last {
            last = try await write { try $0.recompute(after: id, addedBy: present, next: next) }
        }
    }

    /// Reads the clock as the agent last saw it; nil in a new store.
    package func clockRecord() async throws -> ClockRecord? {
        try await read { transaction in
            try transaction.row(Query.clock, []) { row -> ClockRecord? in
                guard let boot: String = row[0], let offset: Double = row[1], let zone: String = row[2] else {
                    return nil
                }
                return ClockRecord(boot: boot, offset: offset, zone: zone, rules: row[3])
            } ?? nil
        }
    }

    /// Stores the clock, and moves dates that count real time along with it, in one transaction.
    ///
    /// One row changes for all requests of the machine's present run. Requests that began to wait in an earlier run
    /// keep their wall clock dates, because only the wall clock tells how long the machine was off.
    ///
    /// - Parameters:
    ///   - record: The clock; another ``ClockRecord/boot`` than before begins a new run.
    ///   - seconds: The seconds by which the clock was set forward within this run; negative if it was set back.
    ///   - now: The present time of the clock.
    ///   - wasAhead: Whether the clock was ahead in the previous run; then no interval counts from a date after `now`.
    /// - Throws: ``StoreError``.
    package func setClockRecord(
        _ record: ClockRecord, movingBy seconds: Double, at now: Date, wasAhead: Bool = false
    ) async throws {
        try await write { transaction in
            if seconds != 0 {
                try transaction.execute(Query.moveWithClock, [seconds])
                try transaction.execute(Query.holdEarlierPending, [seconds, now.timeIntervalSince1970])
                try transaction.execute(TimeQuery.holdEarlierLater, [seconds, now.timeIntervalSince1970])
            }
            try transaction.execute(Query.setClock, [record.boot, record.offset, record.zone, record.rules])
            guard wasAhead else { return }
            try transaction.execute(Query.holdEarlierPending, [0, now.timeIntervalSince1970])
            try transaction.execute(TimeQuery.holdEarlierLater, [0, now.timeIntervalSince1970])
        }
    }
}

extension Transaction {
    private static let batchSize = 1000
    private static let batchTime = Duration.milliseconds(50)
    private static let day: TimeInterval = 86_400

    /// Computes the dates of a batch of requests; returns the id after which the next batch begins, or nil at the end.
    fileprivate func recompute(
        after id: Int64, addedBy present: Date?, next: (PendingRequest) -> (due: Date, settled: LocalTime?)?
    ) throws -> Int64? {
        let batch = try rows(Query.calendarBatch, [id, Self.batchSize], PendingRow.init)
        let start = ContinuousClock.now
        for row in batch where row.stored.trigger != nil {
            // The dates of some calendars take long to compute, so other operations run between batches.
            if ContinuousClock.now - start > Self.batchTime, row.id != batch.first?.id { return row.id - 1 }
            // An unreadable row is set aside when it is due.
            guard var pending = try? row.decoded() else { continue }
            if let present, pending.addedAt > present + Self.day {
                let weeks = Int((pending.addedAt.timeIntervalSince(present) / (7 * Self.day)).rounded(.up))
                pending.request.trigger = pending.request.trigger?.beginningEarlier(byWeeks: weeks)
                pending.addedAt = present
                try execute(
                    Query.setAdded, [row.id, present.timeIntervalSince1970, try StoredRequest(pending.request).trigger])
            }
            guard let (due, settled) = next(pending), due != row.due || settled != row.settled else { continue }
            try execute(Query.setDue, [row.id, due.timeIntervalSince1970, settled?.seconds])
        }
        return batch.count == Self.batchSize ? batch.last?.id : nil
    }
}
