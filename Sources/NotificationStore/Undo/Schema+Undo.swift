// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// The last commands of each terminal that changed pending requests, with the rows that the requests had before.
    ///
    /// A command has a change for each request, and a change has a row for the request, for its snoozed copy and for
    /// each early warning; a new request has none.
    static let undo = """
        CREATE TABLE undo (
            id INTEGER PRIMARY KEY,
            terminal TEXT NOT NULL,
            command TEXT NOT NULL,                                       -- tells apart the commands of a terminal
            kind TEXT NOT NULL,                                          -- UndoKey.Kind
            date REAL NOT NULL,
            run INTEGER NOT NULL,                                        -- clock.run at that date
            zone TEXT,                                                   -- clock.zone at that date
            obstacle TEXT                                                -- why it can't be taken back; NULL: it can
        ) STRICT;
        CREATE INDEX undo_terminal ON undo (terminal);
        CREATE INDEX undo_date ON undo (date);
        CREATE TABLE undo_change (
            id INTEGER PRIMARY KEY,
            undo INTEGER NOT NULL,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            before INTEGER NOT NULL,                                     -- the last event before the change
            event INTEGER NOT NULL,                                      -- the event that logged the change; 0: none yet
            obstacle TEXT                                                -- as in undo
        ) STRICT;
        CREATE INDEX undo_change_undo ON undo_change (undo);
        CREATE INDEX undo_change_name ON undo_change (app, identifier);
        CREATE TABLE undo_row (
            change INTEGER NOT NULL,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            snoozed INTEGER NOT NULL,
            due REAL NOT NULL,
            added REAL NOT NULL,
            fired REAL,
            moves INTEGER NOT NULL,
            repeats INTEGER NOT NULL,
            parent TEXT NOT NULL,
            request BLOB NOT NULL,
            schedule BLOB,
            settled INTEGER,
            leeway REAL NOT NULL DEFAULT 0,
            wake INTEGER NOT NULL DEFAULT 0,
            run INTEGER NOT NULL DEFAULT 1,
            fence BLOB,
            PRIMARY KEY (change, app, identifier, snoozed)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX undo_row_name ON undo_row (app, identifier);

        CREATE TRIGGER undo_deleted AFTER DELETE ON undo BEGIN
            DELETE FROM undo_change WHERE undo = old.id;
        END;
        CREATE TRIGGER undo_change_deleted AFTER DELETE ON undo_change BEGIN
            DELETE FROM undo_row WHERE change = old.id;
        END;
        """
}
