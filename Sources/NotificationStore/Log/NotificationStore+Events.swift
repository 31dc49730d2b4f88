// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
package import NotificationModel

extension NotificationStore {
    /// Reads the event log, which keeps the newest 10,000 events.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - cursor: Only events with a larger cursor are read; 0 for all events of this store. Without a cursor,
    ///     imported events are read, too.
    ///   - limit: The largest number of results.
    ///   - newestFirst: The order, which decides which events exceed the limit.
    /// - Returns: The events in this order.
    /// - Throws: ``StoreError``.
    package func events(
        app: String?, since cursor: Int64 = .min, limit: Int, newestFirst: Bool = false
    ) async throws -> [EventRecord] {
        try await list(decode: { (row: EventRow) in try row.decoded() }) { transaction in
            if let app {
                let query = newestFirst ? Query.newestEventsOfApp : .eventsOfApp
                return try transaction.rows(query, [cursor, limit, app], EventRow.init)
            }
            let query: Query = newestFirst ? .newestEvents : .events
            return try transaction.rows(query, [cursor, limit], EventRow.init)
        }
    }

    /// Logs an event that the agent itself has caused.
    ///
    /// - Parameter event: The event; the store chooses its cursor.
    /// - Throws: ``StoreError``.
    package func note(_ event: EventRecord) async throws {
        try await write {
            try $0.log(event.kind, app: event.app, identifier: event.identifier, at: event.date, detail: event.detail)
        }
    }
}

/// A row of the table `event`. It is read on the store's queue, and decoded outside the queue.
struct EventRow: Sendable {
    let cursor: Int64
    let app: String
    let identifier: String
    let kind: String
    let date: Date
    let detail: Data?

    /// Reads the columns in the order of ``Query/events``.
    init(_ row: Row) {
        cursor = row[0]
        app = row[1]
        identifier = row[2]
        kind = row[3]
        date = Date(timeIntervalSince1970: row[4])
        detail = row[5]
    }

    func decoded() throws -> EventRecord {
        guard let kind = EventRecord.Kind(rawValue: kind) else {
            throw StoreError("the event \(cursor) is of the unknown kind \"\(kind)\"")
        }
        let detail = try detail.map { try JSONDecoder().decode([String: PropertyListValue].self, from: $0) } ?? [:]
        // NUL characters are removed: earlier Belfry versions logged them with the output of commands, and one such
        // event made the whole log unreadable.
        return EventRecord(
            cursor: cursor, app: app, identifier: identifier, kind: kind, date: date,
            detail: detail.mapValues(\.withoutNUL))
    }
}
