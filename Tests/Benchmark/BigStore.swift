// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import NotificationStore
import Triggers

/// Fills an agent's store.
enum BigStore {
    /// Number of applications that share the requests, because an application has a limit.
    static let applications = 20

    /// Creates requests in the store's type.
    static func additions(_ count: Int, prefix: String) -> [Addition] {
        let now = Date()
        let content = Content(title: "Call Ann", body: "About the boat: she has the keys until Friday.")
        return (0..<count).map {
            Addition(
                app: "org.belfry.Benchmark",
                request: Request(
                    identifier: "\(prefix)-\($0)", content: content,
                    trigger: .timeInterval(.seconds(SampleRequests.later), repeats: false)),
                due: .at(now + SampleRequests.later), addedAt: now)
        }
    }

    /// Creates a store with pending requests, by SQL because the agent would be slow.
    static func fill(_ folder: String, count: Int) async throws {
        let store = try NotificationStore(at: folder)
        _ = try await store.add(additions(1, prefix: "template"), atomically: true)
        store.close()
        let database = try DatabaseQueue(path: PlainStore.file(folder))
        try database.inDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000")
            let columns = "due, added, moves, repeats, request, schedule"
            let template = try Row.fetchAll(db, sql: "SELECT \(columns) FROM pending").flatMap(\.databaseValues)
            try db.execute(sql: "DELETE FROM pending")
            try db.execute(
                sql: """
                    WITH RECURSIVE number (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i < ?1 - 1)
                    INSERT INTO pending (app, identifier, snoozed, due, added, moves, repeats, parent, request, schedule)
                    SELECT 'org.belfry.Benchmark' || (i % ?2), 'request-' || i, 0, ?3 + (i * 7919) % 1000003, ?4, ?5, ?6,
                        '', CAST(replace(CAST(?7 AS TEXT), 'template-0', 'request-' || i) AS BLOB), ?8
                    FROM number
                    """,
                arguments: StatementArguments([count.databaseValue, applications.databaseValue] + template))
        }
        try database.close()
    }
}
