// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel

extension NotificationStore {
    /// Lists the items of the outbox that were not delivered yet, the oldest first.
    ///
    /// - Parameters:
    ///   - kind: The kind of receivers.
    ///   - app: The application's id; nil for every application.
    ///   - id: The last id of the previous page; 0 for the first page.
    ///   - limit: The largest number of results.
    /// - Returns: The items, in the order in which they were stored.
    /// - Throws: ``StoreError``.
    package func outbox(
        for kind: Receiver.Kind, app: String?, after id: Int64 = 0, limit: Int
    ) async throws -> [OutboxItem] {
        try await readable { transaction in
            guard let app else {
                return try transaction.rows(Query.outbox, [kind.rawValue, id, limit], OutboxRow.init)
            }
            return try transaction.rows(Query.outboxOfApp, [kind.rawValue, id, limit, app], OutboxRow.init)
        }
    }

    /// Lists the applications that have responses to fetch.
    package func outboxApps() async throws -> [String] {
        try await read { try $0.rows(Query.outboxApps, []) { $0[0] } }
    }

    /// Counts the responses that each application has to fetch, without applications that have none.
    package func waitingResponses() async throws -> [(app: String, count: Int)] {
        try await read { try $0.rows(Query.waitingResponses, []) { (app: $0[0], count: $0[1]) } }
    }

    /// Drops the responses that an application has not fetched for a long time.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - date: Responses from before this date are deleted, and each is logged as dropped.
    ///   - now: The date of the logged events.
    /// - Throws: ``StoreError``.
    package func dropResponses(of app: String, before date: Date, at now: Date) async throws {
        try await write { transaction in
            // The oldest response is read first, so the first recent or unreadable response ends the loop.
            while let (id, data) = try transaction.row(
                Query.oldestResponse, [app], { ($0[0] as Int64, $0[1] as Data) }),
                let response = try? JSONDecoder().decode(StoredResponse.self, from: data),
                response.date < date.timeIntervalSince1970
            {
                try transaction.drop(id, of: app, because: "age", at: now)
            }
        }
    }

    /// Deletes an item that its receiver has acknowledged.
    ///
    /// - Parameters:
    ///   - id: The item's id. An item that does not exist is not an error, and is not logged.
    ///   - event: The kind of event to log: `acknowledged`, or `command` for a command that has ended.
    ///   - detail: Further facts for the log.
    ///   - date: The date of the logged event.
    /// - Returns: False if the item did not exist.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func acknowledge(
        _ id: Int64, event: EventRecord.Kind = .acknowledged, detail: [String: PropertyListValue] = [:], at date: Date
    ) async throws -> Bool {
        try await write { transaction in
            let row = try transaction.row(Query.deleteOutbox, [id]) {
                (app: $0[0] as String, identifier: $0[1] as String)
            }
            guard let row else { return false }
            try transaction.log(event, app: row.app, identifier: row.identifier, at: date, detail: detail)
            return true
        }
    }
}
