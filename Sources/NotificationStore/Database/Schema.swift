// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of the store, and the migration of a store of an earlier Belfry version.
///
/// Migrations are appended, never edited. Dates are Unix seconds. JSON columns have the dictionaries of the D-Bus
/// interface. SQL triggers maintain the counters in `application`, so that counting never scans a table.
enum Schema {
    /// The steps from one version of the tables to the next, each with the name under which the database notes it.
    private static let steps: [(identifier: String, migrate: @Sendable (Database) throws -> Void)] = [
        ("1", { try $0.execute(sql: first) }),
        ("2", { try $0.execute(sql: second) }),
        ("3", { try $0.execute(sql: third) }),
        ("4", { try $0.execute(sql: time) }),
        ("5", { try $0.execute(sql: offered) }),
        ("6", { try $0.execute(sql: runs) }),
        ("7", { try $0.execute(sql: floods) }),
        ("8", { try $0.execute(sql: closing) }),
        ("9", { try $0.execute(sql: imports) }),
        ("10", { try $0.execute(sql: load) }),
        ("11", { try $0.execute(sql: held) }),
        ("12", { try $0.execute(sql: rules) }),
        ("13", answerEachOption),
        ("14", { try $0.execute(sql: unlisted) }),
        ("15", { try $0.execute(sql: remote) }),
        ("16", { try $0.execute(sql: extensions) }),
        ("17", { try $0.execute(sql: heldResponses) }),
        ("18", { try $0.execute(sql: delegates) }),
        ("19", { try $0.execute(sql: places) }),
        ("20", { try $0.execute(sql: history) }),
        ("22", { try $0.execute(sql: endings) }),
        ("23", { try $0.execute(sql: undo) }),
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in steps { migrator.registerMigration(step.identifier, migrate: step.migrate) }
        return migrator
    }

    /// Migrates the database to the present version; takes no time if it has that version.
    ///
    /// A new database takes all steps in one transaction, because each transaction waits for the disk.
    ///
    /// - Throws: ``StoreError`` for a database that a newer Belfry version has written.
    static func migrate(_ database: DatabaseQueue) throws {
        let migrator = migrator
        let isNew = try database.unsafeRead { db in
            guard try !migrator.hasBeenSuperseded(db) else { throw newer }
            return try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema") == nil
        }
        guard isNew else { return try migrator.migrate(database) }
        try database.inTransaction { db in
            // The table in which GRDB's migrator notes the steps that a database has taken.
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for step in steps {
                try step.migrate(db)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step.identifier])
            }
            return .commit
        }
    }

    /// The error for a database that a newer Belfry version has written.
    static let newer = StoreError("the store was written by a newer version of Belfry; this version does not change it")

    private static let first = """
        CREATE TABLE application (
            app TEXT PRIMARY KEY NOT NULL,
            badge INTEGER NOT NULL DEFAULT 0 CHECK (badge >= 0),
            authorization BLOB,                                          -- JSON; NULL: never asked
            pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
            presenting INTEGER NOT NULL DEFAULT 0 CHECK (presenting >= 0),
            presented INTEGER NOT NULL DEFAULT 0 CHECK (presented >= 0), -- shown and unpresented occurrences
            responses INTEGER NOT NULL DEFAULT 0 CHECK (responses >= 0), -- outbox, for the delegate
            commands INTEGER NOT NULL DEFAULT 0 CHECK (commands >= 0)    -- outbox, for commands
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX application_responses ON application (app) WHERE responses > 0;

        CREATE TABLE category (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL CHECK (identifier <> ''),
            definition BLOB NOT NULL,
            UNIQUE (app, identifier)
        ) STRICT;
        CREATE INDEX category_app ON category (app);

        -- In order of adding. A snoozed copy lives beside the request itself, which may repeat.
        CREATE TABLE pending (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL CHECK (identifier <> ''),
            snoozed INTEGER NOT NULL CHECK (snoozed IN (0, 1)),
            due REAL NOT NULL CHECK (due BETWEEN -1e12 AND 1e12),
            added REAL NOT NULL,
            fired REAL,                                                  -- the due date that fired last
            moves INTEGER NOT NULL CHECK (moves IN (0, 1)),              -- counts real time: moves with the clock
            repeats INTEGER NOT NULL CHECK (repeats IN (0, 1)),
            parent TEXT NOT NULL,                                        -- '' or what this warns of
            request BLOB NOT NULL,
            schedule BLOB,                                               -- the trigger; NULL: none
            UNIQUE (app, identifier, snoozed)
        ) STRICT;
        CREATE INDEX pending_due ON pending (due);
        CREATE INDEX pending_app ON pending (app, due);
        CREATE INDEX pending_parent ON pending (app, parent) WHERE parent <> '';
        CREATE INDEX pending_moves ON pending (id) WHERE moves = 1;

        CREATE TRIGGER pending_inserted AFTER INSERT ON pending BEGIN
            INSERT INTO application (app) SELECT new.app
                WHERE NOT EXISTS (SELECT 1 FROM application WHERE app = new.app);
            UPDATE OR FAIL application SET pending = pending + 1 WHERE app = new.app;
        END;
        CREATE TRIGGER pending_deleted AFTER DELETE ON pending BEGIN
            UPDATE OR FAIL application SET pending = pending - 1 WHERE app = old.app;
        END;

        -- Occurrences that have not ended. Identifiers of rows are never used twice.
        CREATE TABLE occurrence (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),           -- presenting, shown, unpresented
            date REAL NOT NULL,
            due REAL NOT NULL,
            owner TEXT,
            number INTEGER,
            replaced_owner TEXT,
            replaced_number INTEGER,
            interrupted INTEGER NOT NULL DEFAULT 0 CHECK (interrupted IN (0, 1)),
            request BLOB NOT NULL,
            schedule BLOB,
            UNIQUE (app, identifier),
            CHECK ((state = 1) = (owner IS NOT NULL)),
            CHECK ((owner IS NULL) = (number IS NULL)),
            CHECK ((replaced_owner IS NULL) = (replaced_number IS NULL))
        ) STRICT;
        CREATE INDEX occurrence_app ON occurrence (app);
        CREATE INDEX occurrence_app_state ON occurrence (app, state);
        CREATE INDEX occurrence_state ON occurrence (state);
        CREATE UNIQUE INDEX occurrence_server ON occurrence (owner, number) WHERE owner IS NOT NULL;
        CREATE INDEX occurrence_owner ON occurrence (owner) WHERE owner IS NOT NULL;

        CREATE TRIGGER occurrence_inserted AFTER INSERT ON occurrence BEGIN
            INSERT INTO application (app) SELECT new.app
                WHERE NOT EXISTS (SELECT 1 FROM application WHERE app = new.app);
            UPDATE OR FAIL application SET
                presenting = presenting + (new.state = 0), presented = presented + (new.state <> 0)
            WHERE app = new.app;
        END;
        CREATE TRIGGER occurrence_changed AFTER UPDATE OF state ON occurrence BEGIN
            UPDATE OR FAIL application SET
                presenting = presenting + (new.state = 0) - (old.state = 0),
                presented = presented + (new.state <> 0) - (old.state <> 0)
            WHERE app = new.app;
        END;
        CREATE TRIGGER occurrence_deleted AFTER DELETE ON occurrence BEGIN
            UPDATE OR FAIL application SET
                presenting = presenting - (old.state = 0), presented = presented - (old.state <> 0)
            WHERE app = old.app;
        END;

        -- The newest occurrences that have ended: a snooze may come after the answer.
        CREATE TABLE ended (
            id INTEGER PRIMARY KEY,
            occurrence INTEGER NOT NULL UNIQUE,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            request BLOB NOT NULL,
            schedule BLOB
        ) STRICT;
        CREATE INDEX ended_identifier ON ended (app, identifier);

        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            receiver INTEGER NOT NULL CHECK (receiver IN (0, 1)),        -- delegate, command
            command BLOB,
            event TEXT NOT NULL,
            response BLOB,                                               -- NULL: it only fired
            date REAL NOT NULL,
            due REAL NOT NULL,
            request BLOB NOT NULL,
            schedule BLOB,
            CHECK ((receiver = 1) = (command IS NOT NULL))
        ) STRICT;
        CREATE INDEX outbox_receiver ON outbox (receiver);
        CREATE INDEX outbox_app ON outbox (app, receiver);

        CREATE TRIGGER outbox_inserted AFTER INSERT ON outbox BEGIN
            INSERT INTO application (app) SELECT new.app
                WHERE NOT EXISTS (SELECT 1 FROM application WHERE app = new.app);
            UPDATE OR FAIL application SET
                responses = responses + (new.receiver = 0), commands = commands + (new.receiver = 1)
            WHERE app = new.app;
        END;
        CREATE TRIGGER outbox_deleted AFTER DELETE ON outbox BEGIN
            UPDATE OR FAIL application SET
                responses = responses - (old.receiver = 0), commands = commands - (old.receiver = 1)
            WHERE app = old.app;
        END;

        -- The newest row is never deleted, so cursors only grow.
        CREATE TABLE event (
            cursor INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            kind TEXT NOT NULL,
            date REAL NOT NULL,
            detail BLOB
        ) STRICT;
        CREATE INDEX event_app ON event (app);

        -- Requests that could not be read at their moment: kept aside, so that they hold up nobody.
        CREATE TABLE unreadable (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            due REAL NOT NULL,
            request BLOB NOT NULL,
            schedule BLOB
        ) STRICT;

        -- One row: the notification server that occurrences are handed to.
        CREATE TABLE presenter (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            owner TEXT
        ) STRICT;
        INSERT INTO presenter (id) VALUES (1);
        """

    /// Columns for the numbers by which a server may still list expired notifications, and for unreadable outbox rows.
    private static let second = """
        ALTER TABLE occurrence ADD COLUMN kept_owner TEXT;
        ALTER TABLE occurrence ADD COLUMN kept_number INTEGER;
        CREATE INDEX occurrence_kept ON occurrence (kept_owner, kept_number) WHERE kept_owner IS NOT NULL;
        ALTER TABLE unreadable ADD COLUMN event TEXT;
        ALTER TABLE unreadable ADD COLUMN command BLOB;
        ALTER TABLE unreadable ADD COLUMN response BLOB;
        """

    /// Changes of the tables, so that each request that is added or fires writes fewer pages.
    ///
    /// The rows of an application are found by each table's unique index, and sorted after they were read. Occurrences
    /// being presented are never deleted to make room, so the index for finding the oldest occurrences leaves them out.
    private static let third = """
        DROP INDEX pending_app;
        DROP INDEX occurrence_app;
        DROP INDEX occurrence_app_state;
        CREATE INDEX occurrence_presented ON occurrence (app, state) WHERE state <> 0;
        """

    /// The buttons of a presentation and the meaning of each action key, as JSON that only the agent reads.
    private static let offered = "ALTER TABLE occurrence ADD COLUMN buttons BLOB;"

    /// Whether the notification is in the delivered list; an application may want it on the screen only.
    private static let unlisted =
        "ALTER TABLE occurrence ADD COLUMN listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1));"

    /// Whether the application has ever attached for all its responses, and so can receive later ones.
    private static let delegates =
        "ALTER TABLE application ADD COLUMN has_delegate INTEGER NOT NULL DEFAULT 0 CHECK (has_delegate IN (0, 1));"

    /// The date at which an occurrence ended; NULL for occurrences that ended under an earlier Belfry version.
    private static let endings = "ALTER TABLE ended ADD COLUMN date REAL;"

    /// The exports that were imported, so that none is imported twice.
    private static let imports = """
        CREATE TABLE imported (
            file TEXT PRIMARY KEY NOT NULL,
            date REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
