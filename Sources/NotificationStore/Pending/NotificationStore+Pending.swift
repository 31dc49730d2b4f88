// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
import NotificationModel

extension NotificationStore {
    /// Reads the date, perhaps past, for the scheduler to look for due requests; nil if no pending request has a date.
    ///
    /// The result is the next due date, or a later date if all requests that are due until then have leeway.
    package func nextDue() async throws -> Date? {
        try await read { try $0.pendingTable.nextDue() }
    }

    /// Fires the due requests, the oldest first, in one transaction.
    ///
    /// Each request becomes an occurrence that is to be presented, and is deleted or gets its next date. A delivered
    /// notification with the same identifier ends as replaced. A snoozed copy that is due with its request is not shown
    /// separately. A command for `fired` is put into the outbox. An unreadable row is set aside and logged as dropped.
    ///
    /// - Parameters:
    ///   - now: The date; requests that are due at or before it fire.
    ///   - limit: The largest number of results; call again if that many were due.
    ///   - decide: Decides about each request; the store calls it on its queue.
    /// - Returns: The number of due requests, and the new occurrences, the oldest due first.
    /// - Throws: ``StoreError``.
    package func fireDue(
        at now: Date, limit: Int, decide: @escaping @Sendable (PendingRequest) -> Firing
    ) async throws -> (count: Int, fired: [Occurrence]) {
        try await write { transaction in
            let due = try transaction.pendingTable.due(at: now, limit: limit)
            let single = try transaction.pendingTable.mergingCopies(of: due, at: now)
            return (due.count, try single.compactMap { try transaction.fire($0, at: now, decide: decide) })
        }
    }

    /// Lists pending requests by due date, and then by order of adding.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - identifiers: The identifiers; nil for all. Unknown ones are left out.
    ///   - limit: The largest size of the list in bytes on the bus, if `identifiers` is nil.
    /// - Returns: The requests, with snoozed copies and early warnings. Unreadable requests are set aside and left out.
    /// - Throws: ``NotificationModel/Refusal`` `contentTooLarge` over the limit (the list is not read); ``StoreError``.
    package func pending(
        app: String?, identifiers: [String]? = nil, upTo limit: Int = .max
    ) async throws -> [PendingRequest] {
        try await readable { transaction -> [PendingRow] in
            guard let identifiers else {
                let all: [PendingRow]? =
                    if let app {
                        try transaction.rows(Query.pendingOfApp, [app], upTo: limit)
                    } else {
                        try transaction.rows(Query.allPending, [], upTo: limit)
                    }
                if let all { return all.sorted { ($0.due, $0.id) < ($1.due, $1.id) } }
                let count = try transaction.count(of: app) { $0.pending }
                throw transaction.tooMany("pending", of: app, count: count, limit)
            }
            let rows = try Set(identifiers).flatMap { identifier -> [PendingRow] in
                guard let app else {
                    return try transaction.rows(Query.pendingNamedAnywhere, [identifier], PendingRow.init)
                }
                return try transaction.rows(Query.pendingNamed, [app, identifier], PendingRow.init)
            }
            return rows.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
        }
    }

    /// Cancels pending requests, and requests held back for a digest, with their snoozed copies and early warnings.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifiers: The identifiers; nil for all. Unknown ones are no error.
    ///   - undo: The command in a terminal that makes the change, kept for an undo; nil for a change without undo.
    ///   - date: The date of the logged event.
    /// - Returns: The identifiers of the cancelled requests, without those of early warnings.
    /// - Throws: ``StoreError``.
    package func removePending(
        app: String, identifiers: [String]? = nil, undo: UndoKey? = nil, at date: Date
    ) async throws -> [String] {
        try await write { transaction in
            let named = try undo == nil ? [] : identifiers ?? transaction.pendingTable.waitingNames(of: app)
            return try transaction.undoTable.recording(undo, app: app, named, at: date) {
                try transaction.pendingTable.remove(app: app, identifiers, at: date)
            }
        }
    }
}

extension PendingTable {
    fileprivate func remove(app: String, _ identifiers: [String]?, at date: Date) throws -> [String] {
        let removed: [String]
        if let identifiers {
            removed = try identifiers.filter { identifier in
                let waited = try forgetWaiting(app: app, identifier: identifier, as: .removed, at: date)
                // A snoozed warning may outlast its request, so warnings are deleted even if the request is gone.
                let warned = try removeWarnings(app: app, identifier: identifier)
                try execute(Query.deletePending, [app, identifier])
                return changes > 0 || waited || warned
            }
        } else {
            removed = try waitingNames(of: app)
            try execute(Query.deleteAllPending, [app])
            for identifier in removed {
                _ = try forgetWaiting(app: app, identifier: identifier, as: .removed, at: date)
            }
        }
        for identifier in removed { try transaction.log(.removed, app: app, identifier: identifier, at: date) }
        return removed
    }

    /// The identifiers of an application's pending and held-back requests, without those of early warnings.
    fileprivate func waitingNames(of app: String) throws -> [String] {
        let pending: [String] = try rows(Query.pendingNames, [app]) { $0[0] }
        let waiting: [String] = try rows(TimeQuery.waitingNames, [app]) { $0[0] }
        return pending + Set(waiting).subtracting(pending).sorted()
    }
}
