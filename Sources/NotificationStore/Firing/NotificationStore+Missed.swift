// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Foundation
import NotificationModel

/// Requests that were not shown when they were due.
extension NotificationStore {
    /// Lists the requests that were missed or held back lately: the newest 1000, and all those that wait for a digest.
    ///
    /// - Parameter app: The application's id; nil for every application.
    /// - Returns: The requests, the newest first, without unreadable ones.
    /// - Throws: ``StoreError``.
    package func missed(app: String?) async throws -> [MissedRequest] {
        try await list(decode: { (row: MissedRow) in try? row.decoded() }) { transaction in
            let rows =
                if let app {
                    try transaction.rows(TimeQuery.missedOfApp, [app], MissedRow.init)
                } else {
                    try transaction.rows(TimeQuery.allMissed, [], MissedRow.init)
                }
            return rows.sorted { $0.id > $1.id }
        }.compactMap(\.self)
    }
}

extension Transaction {
    /// Stores that a request was not shown when it was due, and whether it waits for a digest.
    ///
    /// A request that waits for a digest has fired, so its command for `fired` runs now.
    func miss(
        _ notification: NotificationModel.Notification, reason: String, waits: Bool, _ stored: StoredRequest
    ) throws {
        let (app, identifier) = (notification.app, notification.request.identifier)
        let (now, due) = (notification.date, notification.due)
        try execute(
            TimeQuery.insertMissed,
            [
                app, identifier, due.timeIntervalSince1970, now.timeIntervalSince1970, reason, waits,
                HeldDeliveryKind(of: notification.request, reason: reason).rawValue, stored.request, stored.trigger,
            ])
        let row = lastInsertedID
        hasMissed(row)
        // A request that waits for a digest enters the history later: when it is shown, removed or put into a digest.
        if !waits { try keepMissed(row, .missed, at: now) }
        if waits { try pruneHeld(app: app, at: now) }
        let late = max(0, Int64(now.timeIntervalSince(due)))
        try log(
            .missed, app: app, identifier: identifier, at: now,
            detail: [
                "reason": .string(reason), "late": .integer(late), "due": .date(due), "waits": .boolean(waits),
            ])
        let event = ResponsePlan.Event.fired.rawValue
        if waits, let command = notification.request.responsePlan.command(for: event) {
            _ = try post(notification, stored, to: .command(command), event: event, response: nil)
        }
    }
}
