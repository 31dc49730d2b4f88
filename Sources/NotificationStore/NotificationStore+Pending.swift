// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel

extension NotificationStore {
    /// The moment at which the next request is due, which may be past; nil if none is pending.
    package nonisolated(nonsending) func nextDue() async throws -> Date? {
        try await read { try $0.row(.nextDue, []) { Date(timeIntervalSince1970: $0[0]) } }
    }

    /// Fires what is due, the oldest first, in one transaction.
    ///
    /// Each leaves the pending requests, or gets its next date, and becomes an occurrence that is presenting.
    /// One that is delivered under the same identifier ends as replaced. A command for `fired` goes into the
    /// outbox. What can't be read is set aside and logged as dropped.
    ///
    /// - Parameters:
    ///   - now: What is due at or before it fires.
    ///   - limit: How many at most; call again if there were so many.
    ///   - next: The next date of a request that was added at `anchor` and was due at `due`, which must be
    ///     later than that; nil takes it out. Called on the store's queue, not for snoozed ones.
    /// - Returns: The new occurrences, the oldest due first.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func fireDue(
        at now: Date, limit: Int,
        next: @escaping @Sendable (_ request: Request, _ anchor: Date, _ due: Date) -> Date?
    ) async throws -> [Occurrence] {
        try await write { transaction in
            let due = try transaction.rows(.due, [now.timeIntervalSince1970, limit], PendingRow.init)
            return try due.compactMap { try transaction.fire($0, at: now, next: next) }
        }
    }

    /// What waits for its moment, by due date and then by order of adding.
    ///
    /// - Parameters:
    ///   - app: Nil for every application.
    ///   - identifiers: Nil for all; unknown ones are left out.
    ///   - limit: What they may weigh in all, in bytes on the bus; for a list of all.
    /// - Returns: Snoozed copies and early warnings are among them.
    /// - Throws: ``NotificationModel/Refusal`` `contentTooLarge` over the limit, of which no more is read then;
    ///   ``StoreError``.
    package nonisolated(nonsending) func pending(
        app: String?, identifiers: [String]? = nil, upTo limit: Int = .max
    ) async throws -> [PendingRequest] {
        try await list(decode: { (row: PendingRow) in try row.decoded() }) { transaction in
            guard let identifiers else {
                let all: [PendingRow]? =
                    if let app {
                        try transaction.rows(.pendingOfApp, [app], upTo: limit)?.sorted { (one: PendingRow, other) in
                            (one.due, one.id) < (other.due, other.id)
                        }
                    } else {
                        try transaction.rows(.allPending, [], upTo: limit)
                    }
                if let all { return all }
                let count = try transaction.count(of: app) { $0.pending }
                throw transaction.tooMany("pending", of: app, count: count, limit)
            }
            let rows = try Set(identifiers).flatMap { identifier -> [PendingRow] in
                guard let app else { return try transaction.rows(.pendingNamedAnywhere, [identifier], PendingRow.init) }
                return try transaction.rows(.pendingNamed, [app, identifier], PendingRow.init)
            }
            return rows.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
        }
    }

    /// Takes requests out before their moment, with their snoozed copies and early warnings.
    ///
    /// - Parameters:
    ///   - app: Whose they are.
    ///   - identifiers: Nil for all; unknown ones are no error.
    ///   - date: For the log.
    /// - Returns: The identifiers of what was there, early warnings apart.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func removePending(
        app: String, identifiers: [String]? = nil, at date: Date
    ) async throws -> [String] {
        try await write { transaction in
            let removed: [String]
            if let identifiers {
                removed = try identifiers.filter { try transaction.replacePending(app: app, identifier: $0) }
            } else {
                removed = try transaction.rows(.pendingNames, [app]) { $0[0] }
                try transaction.execute(.deleteAllPending, [app])
            }
            for identifier in removed {
                try transaction.log(.removed, app: app, identifier: identifier, at: date)
            }
            return removed
        }
    }
}
