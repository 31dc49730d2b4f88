// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of the distributor's store. Migrations are appended, never edited. Dates are Unix seconds.
enum DistributorSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: first) }
        migrator.registerMigration("2") { try $0.execute(sql: days) }
        migrator.registerMigration("3") { try $0.execute(sql: calls) }
        return migrator
    }

    private static let first = """
        CREATE TABLE registration (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token TEXT NOT NULL UNIQUE,
            service TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version IN (1, 2)),
            description TEXT NOT NULL,
            vapid TEXT,
            server TEXT NOT NULL,
            channel TEXT NOT NULL UNIQUE,
            place INTEGER NOT NULL,                            -- order of the channels
            created REAL NOT NULL,
            told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
            absent_days INTEGER NOT NULL DEFAULT 0,            -- days on which the service was looked for in vain
            absent_day INTEGER NOT NULL DEFAULT 0              -- the last of them, since 1970
        ) STRICT;
        CREATE INDEX registration_service ON registration (service, told);
        CREATE INDEX registration_place ON registration (server, place);

        CREATE TABLE server (
            name TEXT PRIMARY KEY NOT NULL,
            address TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Channels contain no spaces, which separate them here.
        CREATE TABLE position (
            server TEXT NOT NULL,
            stream INTEGER NOT NULL,
            channels TEXT NOT NULL,
            cursor TEXT NOT NULL,
            PRIMARY KEY (server, stream)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            registration INTEGER NOT NULL REFERENCES registration (id) ON DELETE CASCADE,
            service TEXT NOT NULL,
            name TEXT NOT NULL,
            body BLOB NOT NULL,
            received REAL NOT NULL
        ) STRICT;
        CREATE INDEX message_service ON message (service, id);
        CREATE INDEX message_registration ON message (registration);
        CREATE INDEX message_received ON message (received);

        -- The newest messages of each registration, delivered ones included, by which a repetition is recognized.
        CREATE TABLE seen (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            registration INTEGER NOT NULL REFERENCES registration (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            UNIQUE (registration, name)
        ) STRICT;
        CREATE INDEX seen_registration ON seen (registration, id);

        CREATE TABLE dropped (
            reason TEXT PRIMARY KEY NOT NULL,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let days = """
        -- The days on which the distributor ran and the clock could be trusted.
        CREATE TABLE presence (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            days INTEGER NOT NULL,                             -- their number
            day INTEGER NOT NULL                               -- the last of them, since 1970
        ) STRICT;
        INSERT INTO presence VALUES (1, 0, 0);
        ALTER TABLE message ADD COLUMN day INTEGER NOT NULL DEFAULT 0;  -- presence.days at the receipt
        DROP INDEX message_received;
        CREATE INDEX message_day ON message (day);
        """

    private static let calls = """
        -- The number of times that the token was registered again.
        ALTER TABLE registration ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;
        """
}
