// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel
import Triggers

/// Presents delivered notifications again.
extension NotificationStore {
    /// An occurrence that is presented again under a new id. The new occurrence replaces the older one in every list.
    package struct Reposted: Hashable, Sendable {
        /// The new occurrence, which is to be presented.
        package let newer: Occurrence
        /// The older occurrence, which the caller removes from the screen.
        package let older: Occurrence
    }

    /// Makes new occurrences of delivered notifications.
    ///
    /// An occurrence that is being presented stays as it is; its identifier is in the result.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifiers: The identifiers; nil for all.
    ///   - limit: The largest number of notifications if `identifiers` is nil; the newest are chosen.
    ///   - admits: Tells whether an occurrence may be presented now; others stay unchanged, and are not in the result.
    ///   - date: The date of the logged event.
    /// - Returns: The identifiers of all notifications to show, the oldest first, and the new occurrences.
    /// - Throws: ``NotificationModel/Refusal`` `noSuchRequest` if an identifier has no delivered notification; then
    ///   nothing is changed; ``StoreError``.
    package func repost(
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

    /// Makes a new occurrence of a delivered notification by the id of its occurrence; nil if that occurrence has ended
    /// or is being presented.
    package func repost(_ id: Int64, because reason: String, at date: Date) async throws -> Reposted? {
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
        let newer = Occurrence(id: id, notification: older.notification, state: .presenting, isListed: row.isListed)
        return .init(newer: newer, older: older)
    }
}
