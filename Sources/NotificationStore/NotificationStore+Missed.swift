// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel

/// What was not shown when it was due.
extension NotificationStore {
    /// What was missed or held back lately; at most the last 1000, and all that waits.
    ///
    /// - Parameter app: Nil for every application.
    /// - Returns: The newest first; what can't be read is left out.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func missed(app: String?) async throws -> [MissedRequest] {
        try await list(decode: { (row: MissedRow) in try? row.decoded() }) { transaction in
            let rows =
                if let app {
                    try transaction.rows(.missedOfApp, [app], MissedRow.init)
                } else {
                    try transaction.rows(.allMissed, [], MissedRow.init)
                }
            return rows.sorted { $0.id > $1.id }
        }.compactMap(\.self)
    }

    /// Makes one notification of all that waits of an application; one alone comes as itself.
    ///
    /// So do those that somebody waits for, and those with buttons of their own or a nag: a digest has neither. Of the
    /// latter it is the newest of each request, and one in each call, as servers drop what comes in a heap; the others go
    /// on waiting. What has expired is not shown any more.
    ///
    /// - Parameters:
    ///   - app: Whose it is.
    ///   - now: The moment of showing.
    ///   - isAwaited: Whether somebody waits for the answer to this adding of a request. Called on the queue.
    ///   - digest: The notification's request, given what it stands for, the oldest first. Called on the queue.
    /// - Returns: The new occurrences, which are presenting; none if nothing waits.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func gather(
        app: String, at now: Date, isAwaited: @escaping @Sendable (_ identifier: String, _ instance: String) -> Bool,
        digest: @escaping @Sendable ([MissedRequest]) -> Request
    ) async throws -> [Occurrence] {
        try await write { transaction in
            let rows = try transaction.rows(.waitingOfApp, [app], MissedRow.init)
            var gathered: [(row: MissedRow, missed: MissedRequest)] = []
            var alone: [(row: MissedRow, missed: MissedRequest)] = []
            let newest = Dictionary(rows.map { ($0.identifier, $0.id) }) { max($0, $1) }
            var hasOwn = false
            for row in rows {
                // One that can't be read stays in the list, which leaves it out.
                guard let missed = try? row.decoded() else {
                    try transaction.execute(.settleMissed, [row.id])
                    continue
                }
                if let expires = missed.request.policy.expires, expires <= now {
                    try transaction.execute(.settleExpired, [row.id])
                    continue
                }
                let hasWaiter = isAwaited(row.identifier, missed.request.instance)
                let comesAlone = !hasWaiter && missed.request.comesAlone
                let isNewest = newest[row.identifier] == row.id
                if comesAlone, isNewest, hasOwn { continue }
                try transaction.execute(.settleMissed, [row.id])
                if comesAlone, !isNewest { continue }
                hasOwn = hasOwn || comesAlone
                if hasWaiter || comesAlone { alone.append((row, missed)) } else { gathered.append((row, missed)) }
            }
            if gathered.count == 1 {
                alone += gathered
                gathered = []
            }
            var occurrences = try alone.map { row, missed in
                // Its command ran when it was due.
                try transaction.fire(
                    Notification(app: app, request: missed.request, date: now, due: row.due), row.stored,
                    startsCommand: false)
            }
            if !gathered.isEmpty {
                let request = digest(gathered.map(\.missed))
                occurrences.append(
                    try transaction.fire(
                        Notification(app: app, request: request, date: now, due: now), try StoredRequest(request),
                        detail: ["gathered": .integer(Int64(gathered.count))]))
            }
            return occurrences
        }
    }
}

extension Transaction {
    /// How many of what was missed are kept.
    private static let keptMissed: Int64 = 1000

    /// Notes that a request was not shown, and whether it waits for a digest.
    ///
    /// One that waits has fired all the same, and its command for that runs now.
    func miss(
        _ notification: NotificationModel.Notification, reason: String, waits: Bool, _ stored: StoredRequest
    ) throws {
        let (app, identifier) = (notification.app, notification.request.identifier)
        let (now, due) = (notification.date, notification.due)
        try execute(
            .insertMissed,
            [
                app, identifier, due.timeIntervalSince1970, now.timeIntervalSince1970, reason, waits, stored.request,
                stored.trigger,
            ])
        try execute(.deleteMissedUpTo, [lastInsertedID - Self.keptMissed])
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
