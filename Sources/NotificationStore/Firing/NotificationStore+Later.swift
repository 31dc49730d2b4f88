// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// Later steps of delivered notifications: nags, which show them again until somebody reacts, and expiry.
extension NotificationStore {
    /// The result of a later step of a delivered notification.
    package enum LaterOutcome: Hashable, Sendable {
        /// The notification is shown again, in place of the older presentation.
        case nagged(Occurrence, older: Occurrence)
        /// The notification has expired.
        case expired(Occurrence, [OutboxItem])
    }

    /// Performs the steps that are due, all in one transaction.
    ///
    /// - Parameters:
    ///   - now: The date; steps that are due at or before it are performed.
    ///   - limit: The largest number of results; call again if that many were due.
    ///   - isHeld: Tells whether an application's notifications of a level are held back; they do not nag then.
    /// - Returns: The number of steps that were due, and their results.
    /// - Throws: ``StoreError``.
    package func doLater(
        at now: Date, limit: Int, isHeld: @escaping @Sendable (String, InterruptionLevel) -> Bool
    ) async throws -> (count: Int, outcomes: [LaterOutcome]) {
        try await write { transaction in
            let due = try [false, true].flatMap { moving in
                try transaction.rows(TimeQuery.dueLater, [moving, now.timeIntervalSince1970, limit], LaterRow.init)
            }
            let outcomes = try due.sorted { ($0.due, $0.occurrence) < ($1.due, $1.occurrence) }.compactMap { row in
                switch row.kind {
                case .nag: try transaction.nag(row, at: now, isHeld: isHeld)
                case .expire: try transaction.expire(row, at: now)
                }
            }
            return (due.count, outcomes)
        }
    }

    /// Ends a delivered notification that has expired by its policy, unless it was ended before.
    ///
    /// - Returns: The result; nil if the notification has ended, is unreadable, or is a push that was shown.
    /// - Throws: ``StoreError``.
    package func expireInTime(_ id: Int64, at now: Date) async throws -> LaterOutcome? {
        try await write { transaction in
            guard let row = try transaction.occurrence(id) else { return nil }
            return try transaction.expire(row, at: now)
        }
    }
}

extension Transaction {
    func nextLater() throws -> Date? {
        try [false, true].compactMap { moving in
            try row(TimeQuery.nextLater, [moving]) { Date(timeIntervalSince1970: $0[0]) }
        }.min()
    }

    /// Stores the dates of the first nag and of the expiry of a new occurrence.
    func scheduleLater(_ id: Int64, _ notification: NotificationModel.Notification) throws {
        let policy = notification.request.policy
        if let nag = policy.nag {
            let due = notification.date + nag.interval
            try execute(
                TimeQuery.insertLater,
                [id, LaterRow.Kind.nag.rawValue, true, due.timeIntervalSince1970, nag.interval, nag.count])
        }
        if let expires = policy.expires {
            try execute(
                TimeQuery.insertLater,
                [id, LaterRow.Kind.expire.rawValue, false, expires.timeIntervalSince1970, nil, nil])
        }
    }

    fileprivate func nag(
        _ later: LaterRow, at now: Date, isHeld: (String, InterruptionLevel) -> Bool
    ) throws -> NotificationStore.LaterOutcome? {
        guard let row = try occurrence(later.occurrence), let older = try? row.decoded() else {
            try execute(TimeQuery.deleteLater, [later.occurrence, later.kind.rawValue])
            return nil
        }
        // The notification has expired, and is about to be removed.
        if let expires = older.notification.request.policy.expires, expires <= now {
            try execute(TimeQuery.deleteLater, [later.occurrence, later.kind.rawValue])
            return nil
        }
        // The nag keeps its interval; all nags that were missed while the machine slept count as one.
        let interval = max(later.interval, Policy.shortestNag)
        let steps = max(0, (now.timeIntervalSince(later.due) / interval).rounded(.down)) + 1
        let next = later.due + steps * interval
        if row.state == .presenting || isHeld(row.app, older.notification.request.content.interruptionLevel) {
            // A nag that was not presented does not count towards the number of nags.
            try execute(TimeQuery.setLater, [row.id, next.timeIntervalSince1970, later.remaining])
            return nil
        }
        let remaining = later.remaining.map { $0 - 1 }
        let id = try renew(row)
        if remaining == 0 {
            try execute(TimeQuery.deleteLater, [id, later.kind.rawValue])
        } else {
            try execute(TimeQuery.setLater, [id, next.timeIntervalSince1970, remaining])
        }
        try log(.nagged, app: row.app, identifier: row.identifier, at: now)
        let newer = Occurrence(
            id: id, notification: older.notification, state: .presenting, server: nil, replaces: nil,
            wasInterrupted: false, isListed: row.isListed)
        return .nagged(newer, older: older)
    }

    /// Makes a new occurrence of an occurrence's notification, and moves the nag and the expiry to the new occurrence.
    func renew(_ row: OccurrenceRow) throws -> Int64 {
        let laters = try rows(TimeQuery.laterOf, [row.id]) { row in
            [row[0], row[1], row[2], row[3], row[4], row[5]] as [(any DatabaseValueConvertible)?]
        }
        let original = try self.row(OccurrenceQuery.original, [row.id]) { $0[0] as Data? } ?? nil
        let shown = try self.row(HistoryQuery.shownDate, [row.id]) { $0[0] as Double? } ?? nil
        try execute(OccurrenceQuery.deleteOccurrence, [row.id])
        try execute(
            OccurrenceQuery.insertOccurrence,
            [
                row.app, row.identifier, row.date.timeIntervalSince1970, row.due.timeIntervalSince1970, nil, nil,
                row.stored.request, row.stored.trigger, false,
            ])
        let id = lastInsertedID
        if let original { try execute(OccurrenceQuery.keepOriginal, [id, original]) }
        if let shown { try execute(HistoryQuery.noteShown, [id, shown]) }
        if !row.isListed { try execute(OccurrenceQuery.unlist, [id]) }
        for later in laters { try execute(TimeQuery.insertSteadyLater, StatementArguments([id] + later)) }
        return id
    }

    fileprivate func expire(_ later: LaterRow, at now: Date) throws -> NotificationStore.LaterOutcome? {
        if let row = try occurrence(later.occurrence), let outcome = try expire(row, at: now) { return outcome }
        try execute(TimeQuery.deleteLater, [later.occurrence, later.kind.rawValue])
        return nil
    }

    /// Ends an expired occurrence and starts its command for `expired`; nil if the row is unreadable or a shown push.
    fileprivate func expire(_ row: OccurrenceRow, at now: Date) throws -> NotificationStore.LaterOutcome? {
        guard let occurrence = try? row.decoded() else { return nil }
        // The expiration of a push ends only the attempts to deliver it; a push that was shown stays.
        guard !occurrence.notification.request.isRemote || row.state == .presenting else { return nil }
        let response = Response(kind: .expired, actionIdentifier: "", date: now, notification: occurrence.notification)
        var items: [OutboxItem] = []
        if let command = occurrence.notification.request.responsePlan.command(for: response.eventName) {
            let stored = try JSONEncoder().encode(StoredResponse(response))
            let id = try post(row.id, to: .command(command), event: response.eventName, response: stored)
            items = [
                OutboxItem(
                    id: id, receiver: .command(command), event: response.eventName,
                    notification: occurrence.notification, response: response)
            ]
        }
        try end(
            row.id, app: row.app, identifier: row.identifier, event: .expired, detail: ["reason": .string("expires")],
            canBeSnoozed: true, at: now)
        return .expired(occurrence, items)
    }
}

/// A row of the table `later`: the next nag or the expiry of a delivered occurrence.
struct LaterRow: Sendable {
    enum Kind: Int, Sendable {
        case nag
        case expire
    }

    let occurrence: Int64
    let kind: Kind
    let due: Date
    let interval: Double
    /// Number of nags that are left; nil for no limit.
    let remaining: Int?

    /// Reads the columns in the order of ``TimeQuery/dueLater``.
    init(_ row: Row) throws {
        occurrence = row[0]
        let number: Int = row[1]
        guard let kind = Kind(rawValue: number) else {
            throw StoreError("a stored nag or expiry has the unknown kind \(number)")
        }
        self.kind = kind
        due = Date(timeIntervalSince1970: row[2])
        interval = row[3] ?? 0
        remaining = row[4]
    }
}
