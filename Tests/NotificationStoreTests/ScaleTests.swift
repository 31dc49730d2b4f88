// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import NotificationModel
import Testing
import Triggers

@testable import NotificationStore

/// No operation may take longer because more requests are pending.
@Suite struct ScaleTests {
    /// Tables that grow with use; `application` has a row for each application.
    private static let growing = [
        "pending", "occurrence", "outbox", "event", "ended", "category", "received", "undo", "undo_change", "undo_row",
    ]
    /// Statements that read all rows, in the order of an index, or that change all rows.
    private static let whole = [
        Query.allPending.rawValue, OccurrenceQuery.occurrences.rawValue, UndoQuery.oldest.rawValue,
    ]
    /// Statements of the export that read a table that grows from its beginning to its end.
    private static let wholeTables: Set<TransferQuery> = [
        .everyApplications, .everyCategories, .everyPauses, .everyPending, .everyOccurrences, .everyMissed,
        .everyOutbox, .everyHistory, .everyEvents,
    ]
    private static let statements =
        Query.allCases.map(\.rawValue) + OccurrenceQuery.allCases.map(\.rawValue)
        + SnoozeSource.allCases.map(\.statement) + RemoteQuery.allCases.map(\.rawValue)
        + SnoozeSource.allCases.map(\.undoStatement) + UndoQuery.allCases.map(\.rawValue)
        + PlaceQuery.allCases.map(\.rawValue) + HistoryQuery.allCases.map(\.rawValue)
        + TransferQuery.allCases.filter { !wholeTables.contains($0) }.map(\.rawValue)

    @Test(arguments: statements.filter { !$0.contains("operation") })
    func `no statement scans or sorts`(_ sql: String) async throws {
        let store = try NotificationStore.inMemory()

        let plan = try await store.run("EXPLAIN QUERY PLAN " + sql).compactMap(\.last)

        for step in plan {
            #expect(!step.contains("TEMP B-TREE"), "\(plan)")
            for table in Self.growing where step.hasPrefix("SCAN \(table)") {
                // In the order of an index, and only as far as the reader reads.
                let isOrdered = step.contains("USING") || Self.whole.contains(sql)
                #expect(isOrdered && (Self.whole.contains(sql) || sql == Query.nextDue.rawValue), "\(plan)")
            }
        }
    }

    @Test(arguments: TimeQuery.allCases.filter { $0 != .pauses && $0 != .allMissed })
    func `no statement about time scans or sorts`(_ query: TimeQuery) async throws {
        let store = try NotificationStore.inMemory()

        let plan = try await store.run("EXPLAIN QUERY PLAN " + query.rawValue).compactMap(\.last)

        for step in plan {
            #expect(!step.contains("TEMP B-TREE"), "\(plan)")
            #expect(!step.hasPrefix("SCAN missed") || step.contains("missed_waiting"), "\(plan)")
            #expect(!step.hasPrefix("SCAN later"), "\(plan)")
        }
    }

    @Test(arguments: [
        (Query.nextDue, "pending_due"), (.due, "pending_due"), (.nextWaking, "pending_wake"),
        (.deleteWarnings, "pending_parent"), (.calendarBatch, "pending_calendar"),
        (.outbox, "outbox_receiver"), (.outboxOfApp, "outbox_app"), (.oldestResponse, "outbox_app"),
        (.outboxApps, "application_responses"), (.eventsOfApp, "event_app"),
    ])
    func `each index is used`(_ query: Query, _ index: String) async throws {
        try await expectUse(of: index, by: query.rawValue)
    }

    @Test(arguments: [
        (OccurrenceQuery.occurrencesInState, "occurrence_state"), (.occurrencesOnOwner, "occurrence_owner"),
        (.occurrenceOnServer, "occurrence_server"), (.forgetKept, "occurrence_kept"),
        (.oldestOccurrence, "occurrence_presented"), (.endedNamed, "ended_identifier"),
        (.lostOccurrences, "occurrence_lost"), (.forgetLost, "occurrence_lost"),
    ])
    func `each index of fired requests is used`(_ query: OccurrenceQuery, _ index: String) async throws {
        try await expectUse(of: index, by: query.rawValue)
    }

    private func expectUse(of index: String, by sql: String) async throws {
        let store = try NotificationStore.inMemory()

        let plan = try await store.run("EXPLAIN QUERY PLAN " + sql).compactMap(\.last)

        #expect(plan.contains { $0.contains("INDEX \(index) ") || $0.hasSuffix("INDEX \(index)") }, "\(plan)")
    }

    @Test(arguments: statements + TimeQuery.allCases.map(\.rawValue))
    func `no statement is prepared again for other values`(_ sql: String) throws {
        guard sql.hasPrefix("SELECT"), sql.contains("?") else { return }
        let database = try DatabaseQueue()
        try Schema.migrate(database)

        let count = try database.read { db in
            let statement = try db.makeStatement(sql: sql)
            for value in [0, 1, 0] {
                for index in 1...sqlite3_bind_parameter_count(statement.sqliteStatement) {
                    sqlite3_bind_int(statement.sqliteStatement, index, Int32(value))
                }
                while sqlite3_step(statement.sqliteStatement) == SQLITE_ROW {}
                sqlite3_reset(statement.sqliteStatement)
            }
            return sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_REPREPARE, 0)
        }

        #expect(count == 0)
    }

    @Test func `with many requests pending the store opens and fires as fast as with none`() async throws {
        try await withFolder { folder in
            let count = 100_000
            let store = try NotificationStore(at: folder)
            try await store.write { transaction in
                _ = try transaction.texts(
                    """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                    INSERT INTO pending (app, identifier, snoozed, due, added, moves, repeats, parent, request)
                    SELECT 'org.example.' || (i % 9), i, 0, 1.9e9 + i, 0, 0, 0, '',
                        CAST('{"identifier":"' || i || '","title":"Tea"}' AS BLOB) FROM n
                    """)
            }
            store.close()

            let reopened = try NotificationStore(at: folder)

            #expect(try await reopened.nextDue() == Date(timeIntervalSince1970: 1.9e9 + 1))
            #expect(try await reopened.counts().pending == count)
            try await reopened.add(request("tea"))
            #expect(try await reopened.fire().map(\.identifier) == ["tea"])
        }
    }

    /// A list of one application that fits into no message: the application may have a hundred thousand requests.
    @Test func `a list of sixty thousand of one application is read page by page`() async throws {
        let store = try NotificationStore.inMemory()
        let count = 60_000
        try await store.write { transaction in
            _ = try transaction.texts(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO pending (app, identifier, snoozed, due, added, moves, repeats, parent, request)
                SELECT 'org.example.Tea', i, 0, 1.9e9 - i % 1000, 0, i % 2, 0, '',
                    CAST('{"identifier":"' || i || '","title":"Tea"}' AS BLOB) FROM n
                """)
        }

        for app in ["org.example.Tea", nil] {
            var page = ListPage(limit: 7000)
            var identifiers: Set<String> = []
            var last = Date.distantPast
            repeat {
                let (requests, end) = try await store.pending(app: app, page: page)
                #expect(requests.count == min(7000, count - identifiers.count))
                #expect(requests.map(\.due) == requests.map(\.due).sorted() && requests[0].due >= last)
                last = requests.last?.due ?? last
                identifiers.formUnion(requests.map(\.request.identifier))
                page.after = end
            } while page.after != nil
            #expect(identifiers.count == count)
        }
        let prefixed = try await store.pending(app: "org.example.Tea", page: ListPage(prefix: "5999", limit: 100))
        #expect(Set(prefixed.requests.map(\.request.identifier)) == Set(["5999"] + (0...9).map { "5999\($0)" }))
        let named = try await store.pending(app: nil, page: ListPage(identifiers: ["777", "x"], limit: 100))
        #expect(named.requests.map(\.request.identifier) == ["777"] && named.end == nil)
    }
}
