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

    /// The applications that have something waiting for a digest.
    package nonisolated(nonsending) func waitingApps() async throws -> [String] {
        try await read { try $0.rows(.waitingApps, []) { $0[0] } }
    }

    /// Makes one notification of all that waits of an application; one alone comes as itself.
    ///
    /// - Parameters:
    ///   - app: Whose it is.
    ///   - now: The moment of showing.
    ///   - digest: The notification's request, given what it stands for, the oldest first. Called on the queue.
    /// - Returns: The new occurrence, which is presenting; nil if nothing waits.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func gather(
        app: String, at now: Date, digest: @escaping @Sendable ([MissedRequest]) -> Request
    ) async throws -> Occurrence? {
        try await write { transaction in
            let rows = try transaction.rows(.waitingOfApp, [app], MissedRow.init)
            for row in rows { try transaction.execute(.settleMissed, [row.id]) }
            // One that can't be read stays in the list, which leaves it out.
            let readable = rows.compactMap { row in (try? row.decoded()).map { (row, $0) } }
            guard let (first, missed) = readable.first else { return nil }
            if readable.count == 1 {
                return try transaction.fire(
                    Notification(app: app, request: missed.request, date: now, due: first.due), first.stored)
            }
            let request = digest(readable.map(\.1))
            return try transaction.fire(
                Notification(app: app, request: request, date: now, due: now), try StoredRequest(request),
                detail: ["gathered": .integer(Int64(readable.count))])
        }
    }
}

extension Transaction {
    /// How many of what was missed are kept.
    private static let keptMissed: Int64 = 1000

    /// Notes that a request was not shown, and whether it waits for a digest.
    func miss(
        app: String, identifier: String, due: Date, at now: Date, reason: String, waits: Bool, _ stored: StoredRequest
    ) throws {
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
    }
}
