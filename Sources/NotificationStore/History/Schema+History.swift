// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// The history of ended notifications, with their texts, and the date at which an occurrence was shown first.
    ///
    /// The row ids order the history: the oldest entries have the smallest ids. SQL triggers maintain its size.
    static let history = """
        ALTER TABLE occurrence ADD COLUMN shown REAL;                    -- NULL: it was never shown

        CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            identifier TEXT NOT NULL,
            status TEXT NOT NULL,                                        -- HistoryEntry.Status
            action TEXT,                                                 -- the action of an answer
            date REAL NOT NULL,
            due REAL NOT NULL,
            shown REAL,
            ended REAL NOT NULL,
            request BLOB NOT NULL,
            schedule BLOB
        ) STRICT;
        CREATE INDEX history_date ON history (date);

        CREATE TABLE history_size (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            entries INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO history_size (id) VALUES (1);
        CREATE TRIGGER history_inserted AFTER INSERT ON history BEGIN
            UPDATE history_size SET entries = entries + 1,
                bytes = bytes + length(new.request) + ifnull(length(new.schedule), 0);
        END;
        CREATE TRIGGER history_deleted AFTER DELETE ON history BEGIN
            UPDATE history_size SET entries = entries - 1,
                bytes = bytes - length(old.request) - ifnull(length(old.schedule), 0);
        END;
        """
}
