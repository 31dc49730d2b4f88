// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
package import NotificationModel

extension NotificationStore {
    /// Reads the event log, which keeps the newest 10,000.
    ///
    /// - Parameters:
    ///   - app: Nil for every application.
    ///   - cursor: Only events after this one; 0 for all that happened here, and left out for those that imports brought,
    ///     too.
    ///   - limit: How many at most.
    ///   - newestFirst: The order, and thereby which ones a limit leaves out.
    /// - Returns: In the order asked for.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func events(
        app: String?, since cursor: Int64 = .min, limit: Int, newestFirst: Bool = false
    ) async throws -> [EventRecord] {
        try await list(decode: { (row: EventRow) in try row.decoded() }) { transaction in
            if let app {
                let query = newestFirst ? Query.newestEventsOfApp : .eventsOfApp
                return try transaction.rows(query, [cursor, limit, app], EventRow.init)
            }
            return try transaction.rows(newestFirst ? .newestEvents : .events, [cursor, limit], EventRow.init)
        }
    }

    /// Logs an event of the agent's own.
    ///
    /// - Parameter event: Its cursor is given by the store.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func note(_ event: EventRecord) async throws {
        try await write {
            try $0.log(
                event.kind, app: event.app, identifier: event.identifier, at: event.date, detail: event.detail)
        }
    }
}
