// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel
import Triggers

extension NotificationStore {
    /// The result of ``skip(app:identifier:count:skipping:quota:isTrial:undo:at:)``.
    package struct Skipped: Hashable, Sendable {
        /// The dates that are left out, in order.
        package var dates: [Date]
        /// The date at which the request fires next.
        package var next: Date
        /// The request, with the trigger that it has now.
        package var request: Request
    }

    /// Leaves out the next occurrences of a repeating request, with their early warnings.
    ///
    /// A snoozed copy counts as an occurrence. The date at which the request stops repeating does not change.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifier: The request's identifier.
    ///   - count: The number of occurrences, 1 or more.
    ///   - skipping: Computes the dates to leave out, and the next date.
    ///   - quota: The limits of the application's pending and held-back requests.
    ///   - isTrial: Whether nothing is changed; the result and the refusals are the same.
    ///   - undo: The command in a terminal that makes the change, kept for an undo; nil for a change without undo.
    ///   - date: The date of the logged event.
    /// - Returns: The dates that are left out, and the next date at which the request fires.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if there is no such pending request; `invalidTrigger` if
    ///   the request does not repeat, or would have no date left; `tooManyRequests` over the quota; ``StoreError``.
    package func skip(
        app: String, identifier: String, count: Int, skipping: DateSkipping, quota: Quota = Quota(),
        isTrial: Bool = false, undo: UndoKey? = nil, at date: Date
    ) async throws -> Skipped {
        try await write { transaction in
            try transaction.inTrial(isTrial) {
                try transaction.undoTable.recording(undo, app: app, [identifier], at: date) {
                    try transaction.pendingTable.skip(
                        app: app, identifier: identifier, count: count, skipping: skipping, quota: quota, at: date)
                }
            }
        }
    }
}

extension PendingTable {
    fileprivate func skip(
        app: String, identifier: String, count: Int, skipping: DateSkipping, quota: Quota, at date: Date
    ) throws -> NotificationStore.Skipped {
        let rows = try rows(Query.pendingNamed, [app, identifier], PendingRow.init)
        guard let own = rows.first(where: { !$0.isSnoozed }) else {
            guard rows.isEmpty else {
                throw Refusal.invalidTrigger("request \"\(identifier)\" is snoozed, and fires only once more")
            }
            throw Refusal(.noSuchRequest, "app \"\(app)\" has no pending request \"\(identifier)\"")
        }
        let pending = try own.decoded()
        var dates = try skipping.next(pending, count)
        // A snoozed copy that is due by the last skipped date counts as one of the skipped occurrences.
        let copy = rows.first { $0.isSnoozed && $0.due <= dates.skipped.last ?? .distantPast }
        if let copy {
            dates = try skipping.next(pending, count - 1)
            try execute(Query.deletePendingRow, [copy.id])
        }
        guard let next = dates.next else {
            throw Refusal.invalidTrigger(
                "count is \(count), and request \"\(identifier)\" has no date after these; to end it, cancel it")
        }
        let before = try pendingSize(app: app, identifier: identifier).triggers
        try leaveOut(dates, of: own, skipping: skipping)
        let growth = try pendingSize(app: app, identifier: identifier).triggers - before
        let bytes = try WaitingLoad(of: app, firesNow: false, in: transaction).bytes
        if growth > 0, let refusal = quota.refusal(of: app, bytes: bytes - growth, adding: growth) { throw refusal }
        let all = (dates.skipped + [copy?.due].compactMap(\.self)).sorted()
        try transaction.log(
            .skipped, app: app, identifier: identifier, at: date,
            detail: ["count": .integer(Int64(all.count)), "until": .date(next)])
        var request = pending.request
        request.trigger = dates.trigger
        return .init(dates: all, next: next, request: request)
    }

    /// Stores the new dates of a repeating request, and leaves out the early warnings of the skipped occurrences.
    func leaveOut(_ dates: SkippedDates, of own: PendingRow, skipping: DateSkipping) throws {
        guard !dates.skipped.isEmpty else { return }
        try store(dates, of: own)
        let warnings = try rows(Query.pendingWarnings, [own.app, own.identifier], PendingRow.init)
        for warning in warnings where !warning.isSnoozed {
            // An unreadable warning is set aside when it is due.
            guard let pending = try? warning.decoded() else { continue }
            let without = try skipping.warning(pending, dates.skipped)
            if !without.skipped.isEmpty { try store(without, of: warning) }
        }
    }

    private func store(_ dates: SkippedDates, of row: PendingRow) throws {
        guard let next = dates.next else { return try execute(Query.deletePendingRow, [row.id]) }
        let trigger = try dates.trigger.map { try JSONEncoder().encode($0) }
        try execute(
            Query.leaveOut,
            [
                row.id, next.timeIntervalSince1970, trigger, dates.lastFired?.timeIntervalSince1970,
                dates.settled?.seconds,
            ])
    }
}
