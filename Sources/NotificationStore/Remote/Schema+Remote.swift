// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// Tables of remote notifications: registrations, received messages, and pushes that wake an application.
    static let remote = """
        CREATE TABLE registration (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            instance TEXT NOT NULL,
            token TEXT NOT NULL UNIQUE,                                  -- names it to the distributor
            distributor TEXT NOT NULL DEFAULT '',                        -- a bus name; '': none was found yet
            state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),           -- pending, registered, failed
            endpoint TEXT,
            reason TEXT,
            private BLOB NOT NULL,
            secret BLOB NOT NULL,
            vapid TEXT,
            description TEXT NOT NULL,
            told INTEGER NOT NULL CHECK (told IN (0, 1)),                -- the application knows this state
            renews INTEGER NOT NULL DEFAULT 0 CHECK (renews IN (0, 1)),  -- needs another token and other keys
            seen REAL,                                                   -- when the desktop file was seen last
            UNIQUE (app, instance)
        ) STRICT;

        -- Tokens that a distributor may still have, and which it is to forget.
        CREATE TABLE retired_token (
            token TEXT PRIMARY KEY NOT NULL,
            distributor TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The newest messages of each application, by which a repeated message is recognized.
        CREATE TABLE received (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            message TEXT NOT NULL,
            UNIQUE (app, message)
        ) STRICT;
        CREATE INDEX received_app ON received (app, id);

        -- Pushes that an application is woken for, until it has replied.
        CREATE TABLE wake (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            collapse TEXT NOT NULL,                                      -- '' for none
            user_info BLOB NOT NULL,                                     -- JSON
            starts INTEGER NOT NULL CHECK (starts IN (0, 1)),            -- it may start the application
            date REAL NOT NULL,
            expires REAL NOT NULL,
            tries INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX wake_app ON wake (app, id);
        CREATE INDEX wake_expires ON wake (expires);

        -- What is left of an application's budget of wakes.
        CREATE TABLE wake_budget (
            app TEXT PRIMARY KEY NOT NULL,
            tokens REAL NOT NULL,
            date REAL NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Messages that were dropped; '' is the application of a token that nobody knows.
        CREATE TABLE dropped_push (
            app TEXT NOT NULL,
            reason TEXT NOT NULL,
            count INTEGER NOT NULL,
            date REAL NOT NULL,
            detail TEXT NOT NULL,
            PRIMARY KEY (app, reason)
        ) STRICT, WITHOUT ROWID;

        -- One row: the person's choice of a distributor; NULL without one.
        CREATE TABLE push_choice (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            distributor TEXT
        ) STRICT;
        INSERT INTO push_choice (id) VALUES (1);
        """
}
