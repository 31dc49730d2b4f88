// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
import Testing

@testable import NotificationStore

/// The making of a new store, which takes the migrations in one transaction.
@Suite struct SchemaTests {
    @Test func `a new store is the same as a store that has taken each migration`() throws {
        let new = try DatabaseQueue()
        try Schema.migrate(new)
        let migrated = try DatabaseQueue()
        try Schema.migrator.migrate(migrated)
        for sql in ["SELECT name, sql FROM sqlite_schema ORDER BY rowid", "SELECT * FROM grdb_migrations"] {
            let rows = try new.read { try Row.fetchAll($0, sql: sql) }
            #expect(try !rows.isEmpty && rows == migrated.read { try Row.fetchAll($0, sql: sql) }, "\(sql)")
        }
        #expect(try new.read(Schema.migrator.hasCompletedMigrations))
    }
}
