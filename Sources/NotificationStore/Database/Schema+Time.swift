// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// Tables of the scheduler: the steady clock, leeway, waking, missed requests, pauses, and steps such as nags.
    ///
    /// Dates that count real time are stored on the steady clock, `wall clock - clock.shift`: when the clock is set,
    /// one row changes, however many requests wait.
    static let time = """
        CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            shift REAL NOT NULL DEFAULT 0,                               -- wall clock minus the steady one
            boot TEXT,                                                   -- the machine's run that offset belongs to
            offset REAL,                                                 -- wall clock minus the time since boot
            zone TEXT                                                    -- the person's zone, as last seen
        ) STRICT;
        INSERT INTO clock (id) VALUES (1);

        ALTER TABLE pending ADD COLUMN settled INTEGER;                  -- all is done up to this reading of the clock
        ALTER TABLE pending ADD COLUMN leeway REAL NOT NULL DEFAULT 0;   -- how long after due it may fire
        ALTER TABLE pending ADD COLUMN wake INTEGER NOT NULL DEFAULT 0;  -- it wakes the machine
        DROP INDEX pending_due;
        DROP INDEX pending_moves;
        CREATE INDEX pending_due ON pending (moves, due);
        CREATE INDEX pending_calendar ON pending (id) WHERE moves = 0;
        CREATE INDEX pending_wake ON pending (moves, due) WHERE wake = 1;
        CREATE VIEW waiting AS SELECT
            id, app, identifier, due + moves * (SELECT shift FROM clock) AS due,
            added + moves * (SELECT shift FROM clock) AS added, fired + moves * (SELECT shift FROM clock) AS fired,
            snoozed, moves, request, schedule, settled, leeway, wake, due AS steady
            FROM pending;

        -- Occurrences that were not shown when they were due; `waits` for a digest. The newest are kept.
        CREATE TABLE missed (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            due REAL NOT NULL,
            date REAL NOT NULL,
            reason TEXT NOT NULL,
            waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
            request BLOB NOT NULL,
            schedule BLOB
        ) STRICT;
        CREATE INDEX missed_name ON missed (app, identifier);
        CREATE INDEX missed_waiting ON missed (app) WHERE waits = 1;

        -- What is to become of a delivered occurrence later: 0 nag, 1 expire.
        CREATE TABLE later (
            occurrence INTEGER NOT NULL,
            kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
            moves INTEGER NOT NULL CHECK (moves IN (0, 1)),              -- as in pending
            due REAL NOT NULL,
            interval REAL,
            remaining INTEGER,
            PRIMARY KEY (occurrence, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX later_due ON later (moves, due);
        CREATE TRIGGER occurrence_ended AFTER DELETE ON occurrence BEGIN
            DELETE FROM later WHERE occurrence = old.id;
        END;

        -- '*' is all applications; NULL is until somebody resumes.
        CREATE TABLE pause (
            app TEXT PRIMARY KEY NOT NULL,
            until REAL
        ) STRICT, WITHOUT ROWID;
        """

    /// The number of the machine's run (from one boot to the next) in which a wait for a due date began: the real time
    /// that has passed is known only within one run.
    static let runs = """
        ALTER TABLE clock ADD COLUMN run INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE pending ADD COLUMN run INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE later ADD COLUMN run INTEGER NOT NULL DEFAULT 1;
        """

    /// The version of the time zone rules by which the dates were computed; NULL for dates of an older Belfry version.
    static let rules = "ALTER TABLE clock ADD COLUMN rules TEXT"

    /// Columns for requests that are shown by themselves instead of in a digest, and for lost notifications.
    /// Occurrences being presented, and those that the person removed from the screen, have NULL in the column `lost`.
    static let floods = """
        ALTER TABLE missed ADD COLUMN place INTEGER NOT NULL DEFAULT 0;  -- HeldDeliveryKind
        DROP INDEX missed_waiting;
        CREATE INDEX missed_waiting ON missed (app, place) WHERE waits = 1;
        ALTER TABLE occurrence ADD COLUMN lost INTEGER CHECK (lost = 1); -- it was on a server that went
        CREATE INDEX occurrence_lost ON occurrence (lost) WHERE lost = 1;
        """
}
