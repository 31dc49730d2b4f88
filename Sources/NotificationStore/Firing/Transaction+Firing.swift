// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import Triggers

extension Transaction {
    /// Makes the occurrence of a request that is due, and ends an older occurrence with the same identifier.
    ///
    /// Held-back rows of the same request no longer wait for a digest. If the request itself was the held-back row
    /// `heldBack`, rows that are newer than that row still wait.
    ///
    /// `detail` is added to the logged event. With `startsCommand` the request's command for `fired` runs. An
    /// occurrence that a service extension may rewrite is ``Occurrence/isExtending``. ``Occurrence/kept`` of the result
    /// is the number that the replaced occurrence had before it expired; no other row has this number now.
    func fire(
        _ notification: NotificationModel.Notification, _ stored: StoredRequest,
        detail: [String: PropertyListValue] = [:], startsCommand: Bool = true, heldBack: Int64 = .max
    ) throws -> Occurrence {
        let (app, identifier) = (notification.app, notification.request.identifier)
        let older = try row(OccurrenceQuery.occurrenceNamed, [app, identifier], OccurrenceRow.init)
        // If the older occurrence was not shown, the new one takes the server number that the older one was to replace.
        let replaces = older.flatMap { $0.server ?? $0.replaces }
        let settled = try rows(TimeQuery.settleNamed, [app, identifier, heldBack]) { $0[0] as Int64 }
        let hasSettled = !settled.isEmpty
        for row in settled { try keepMissed(row, .replaced, at: notification.date) }
        if let older {
            try keep(older.id, .replaced, at: notification.date)
            try execute(OccurrenceQuery.deleteOccurrence, [older.id])
        }
        if older != nil || hasSettled { try log(.replaced, app: app, identifier: identifier, at: notification.date) }
        let (date, due) = (notification.date.timeIntervalSince1970, notification.due.timeIntervalSince1970)
        let extends = notification.request.content.mayExtend
        try execute(
            OccurrenceQuery.insertOccurrence,
            [
                app, identifier, date, due, replaces?.owner, replaces.map { Int64($0.number) }, stored.request,
                stored.trigger, extends,
            ])
        let id = lastInsertedID
        // The dates are rounded as on disk, so that the returned occurrence equals the one that is read later.
        let kept = Notification(
            app: app, request: notification.request, date: Date(timeIntervalSince1970: date),
            due: Date(timeIntervalSince1970: due))
        try log(
            .fired, app: app, identifier: identifier, at: notification.date,
            detail: detail.merging(["late": .integer(Int64(kept.late)), "due": .date(kept.due)]) { $1 })
        try scheduleLater(id, kept)
        let event = ResponsePlan.Event.fired.rawValue
        if startsCommand, let command = notification.request.responsePlan.command(for: event) {
            _ = try post(id, to: .command(command), event: event, response: nil)
        }
        return Occurrence(
            id: id, notification: kept, state: .presenting, server: nil, replaces: replaces, kept: older?.kept,
            wasInterrupted: false, isExtending: extends)
    }

    /// Fires one pending row, and stores its next date or deletes it.
    ///
    /// - Returns: The occurrence; nil if nothing is to be shown now, or for an unreadable row, which is set aside.
    func fire(_ row: PendingRow, at now: Date, decide: (PendingRequest) -> Firing) throws -> Occurrence? {
        guard let pending = try? row.decoded() else {
            try row.setAside(in: self, at: now)
            return nil
        }
        let firing = decide(pending)
        // A next date that is not after the due date would make the request fire without end.
        if !row.isSnoozed, let next = firing.next, next > row.due {
            let fired = max(row.due, now).timeIntervalSince1970
            try execute(Query.setNextDue, [row.id, next.timeIntervalSince1970, fired, firing.settled?.seconds])
        } else {
            try execute(Query.deletePendingRow, [row.id])
        }
        let notification = Notification(app: row.app, request: pending.request, date: now, due: row.due)
        switch firing.fate {
        case .show: return try fire(notification, row.stored)
        case .keep(let reason):
            if reason == MissedRequest.floodReason, try isDelivered(row.app, row.identifier) {
                return try fire(notification, row.stored)
            }
            try miss(notification, reason: reason, waits: true, row.stored)
        case .pass(let reason): try miss(notification, reason: reason, waits: false, row.stored)
        }
        return nil
    }

    /// Tells whether an occurrence with this identifier exists, which a new occurrence would replace on the screen.
    func isDelivered(_ app: String, _ identifier: String) throws -> Bool {
        try row(OccurrenceQuery.occurrenceNamedPlaces, [app, identifier]) { $0[0] as Int64 } != nil
    }
}
