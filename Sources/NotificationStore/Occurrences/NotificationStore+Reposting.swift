// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel
import Triggers

/// Showing again what is delivered.
extension NotificationStore {
    /// An occurrence that is shown anew: it takes the older one's place in every list, and is answered once.
    package struct Reposted: Hashable, Sendable {
        /// The new occurrence, which is presenting.
        package let newer: Occurrence
        /// For the caller to take off the screen.
        package let older: Occurrence
    }

    /// Has delivered notifications come anew.
    ///
    /// An occurrence that is presenting is on its way already: it is named in the result, and left alone.
    ///
    /// - Parameters:
    ///   - app: The id of the application that owns them.
    ///   - identifiers: Nil for all.
    ///   - limit: The largest number of all, the newest; with identifiers there is no limit.
    ///   - admits: Whether it may come now: what does not is left as it is, and not named.
    ///   - date: For the log.
    /// - Returns: The identifiers of those that are to be seen, the oldest first, and what comes anew.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` for one that is not delivered, nothing is changed
    ///   then; ``StoreError``.
    package nonisolated(nonsending) func repost(
        app: String, identifiers: [String]?, limit: Int, admits: @escaping @Sendable (Request) -> Bool = { _ in true },
        at date: Date
    ) async throws -> (identifiers: [String], reposted: [Reposted]) {
        try await write { transaction in
            var rows: [OccurrenceRow] = []
            if let identifiers {
                for identifier in Set(identifiers).sorted() {
                    guard
                        let row = try transaction.row(
                            OccurrenceQuery.occurrenceNamed, [app, identifier], OccurrenceRow.init)
                    else {
                        throw Refusal(
                            .noSuchRequest,
                            "app \"\(app)\" has no delivered notification \"\(identifier)\" to show again")
                    }
                    rows.append(row)
                }
            } else {
                let ids: [Int64] = try transaction.rows(OccurrenceQuery.occurrencePlaces, [app, "", "\u{10FFFF}"]) {
                    $0[0]
                }
                rows = try ids.sorted().suffix(limit).compactMap { try transaction.occurrence($0) }
            }
            rows.sort { $0.id < $1.id }
            rows.removeAll { row in
                row.state != .presenting && (try? row.decoded()).map { !admits($0.notification.request) } == true
            }
            let reposted = try rows.compactMap { try transaction.repost($0, because: nil, at: date) }
            return (rows.map(\.identifier), reposted)
        }
    }

    /// The same of one occurrence; nil if it has ended, or is presenting.
    package nonisolated(nonsending) func repost(
        _ id: Int64, because reason: String, at date: Date
    ) async throws -> Reposted? {
        try await write { transaction in
            try transaction.occurrence(id).flatMap { try transaction.repost($0, because: reason, at: date) }
        }
    }
}

extension Transaction {
    fileprivate func repost(
        _ row: OccurrenceRow, because reason: String?, at date: Date
    ) throws -> NotificationStore.Reposted? {
        guard row.state != .presenting, let older = try? row.decoded() else { return nil }
        let id = try renew(row)
        try log(
            .reposted, app: row.app, identifier: row.identifier, at: date,
            detail: reason.map { ["reason": .string($0)] } ?? [:])
        let newer = Occurrence(
            id: id, notification: older.notification, state: .presenting, isListed: row.isListed)
        return .init(newer: newer, older: older)
    }
}
