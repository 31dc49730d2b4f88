// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// A push for which an application is woken.
package struct RemoteWake: Hashable, Sendable {
    /// Number of the row; 0 for a push that is not stored yet.
    package let id: Int64
    /// Identifier by which a newer push replaces this one; empty if no push does.
    package let collapseIdentifier: String
    package let userInfo: [String: PropertyListValue]
    /// Whether the push may start an application that does not run.
    package let startsApplication: Bool
    /// Date at which the push is dropped.
    package let expires: Date
    /// Number of times that the push was delivered and the application did not reply.
    package let tries: Int

    package init(
        collapseIdentifier: String, userInfo: [String: PropertyListValue], startsApplication: Bool, expires: Date
    ) {
        (id, tries) = (0, 0)
        (self.collapseIdentifier, self.userInfo) = (collapseIdentifier, userInfo)
        (self.startsApplication, self.expires) = (startsApplication, expires)
    }

    fileprivate init(_ row: Row) throws {
        id = row[0]
        collapseIdentifier = ""
        userInfo = try JSONDecoder().decode([String: PropertyListValue].self, from: row[2] as Data)
        startsApplication = row[3]
        expires = Date(timeIntervalSince1970: row[5])
        tries = row[6]
    }

    /// Largest number of waiting pushes of one application; the oldest push over the limit is dropped.
    static let maximumOfApp = 64
}

/// The pushes that applications are woken for, in a transaction.
struct WakeTable: StatementAccess {
    let db: Database

    /// Stores a push; it replaces an undelivered push with the same collapse identifier.
    func insert(_ wake: RemoteWake, of app: String, at date: Date) throws {
        try execute(RemoteQuery.replaceWake, [app, wake.collapseIdentifier])
        try execute(
            RemoteQuery.insertWake,
            [
                app, wake.collapseIdentifier, try JSONEncoder().encode(wake.userInfo), wake.startsApplication,
                date.timeIntervalSince1970, wake.expires.timeIntervalSince1970,
            ])
        try execute(RemoteQuery.forgetOldWakes, [app, RemoteWake.maximumOfApp])
        if changes > 0 { try execute(RemoteQuery.noteDropped, [app, "tooMany", date.timeIntervalSince1970, ""]) }
    }
}

extension NotificationStore {
    /// Reads the pushes for which an application is to be woken, the oldest first.
    package func wakes(of app: String) async throws -> [RemoteWake] {
        try await read { transaction in
            try transaction.rows(RemoteQuery.wakes, [app]) { try? RemoteWake($0) }.compactMap(\.self)
        }
    }

    /// Reads the applications that are to be woken for a push.
    package func wakeApps() async throws -> [String] {
        try await read { try $0.rows(RemoteQuery.wakeApps, []) { $0[0] } }
    }

    /// Counts an attempt to deliver a push, before the attempt.
    package func noteWakeTry(_ id: Int64) async throws {
        try await write { try $0.execute(RemoteQuery.noteWakeTry, [id]) }
    }

    /// Deletes a push that the application has replied to, or that is dropped.
    package func deleteWake(_ id: Int64) async throws {
        try await write { try $0.execute(RemoteQuery.deleteWake, [id]) }
    }

    /// Deletes the pushes that have expired.
    ///
    /// - Returns: The applications of the deleted pushes.
    package func expireWakes(at date: Date) async throws -> [String] {
        try await write { try $0.rows(RemoteQuery.expiredWakes, [date.timeIntervalSince1970]) { $0[0] } }
    }

    /// Spends one wake of an application's budget.
    ///
    /// - Parameters:
    ///   - app: The application id.
    ///   - burst: The number of wakes in a full budget.
    ///   - interval: The seconds after which the budget gets one more wake.
    ///   - now: The present date.
    /// - Returns: Nil if the budget had a wake; otherwise the date from which it has a wake again.
    /// - Throws: ``StoreError``.
    package func spendWake(
        of app: String, burst: Double, interval: TimeInterval, at now: Date
    ) async throws -> Date? {
        try await write { transaction in
            let last = try transaction.row(RemoteQuery.wakeBudget, [app]) { ($0[0] as Double, $0[1] as Double) }
            // If the clock was set back, the budget neither grows nor shrinks.
            let passed = last.map { now.timeIntervalSince1970 - $0.1 } ?? 0
            let tokens = min(burst, (last?.0 ?? burst) + max(0, passed) / interval)
            guard tokens >= 1 else {
                // If a wrong clock has stored a date that is far ahead, the budget would not grow until that date.
                if passed < -burst * interval {
                    try transaction.execute(RemoteQuery.setWakeBudget, [app, tokens, now.timeIntervalSince1970])
                }
                return now + (1 - tokens) * interval
            }
            try transaction.execute(RemoteQuery.setWakeBudget, [app, tokens - 1, now.timeIntervalSince1970])
            return nil
        }
    }
}
