// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// Server numbers of ended notifications that may still be on a screen: the agent may end before it closes them.
    ///
    /// SQL triggers maintain the table, so that every way out of the delivered list is covered. A number leaves the
    /// table when the server has closed it, and when another occurrence has the number or is about to take it over: see
    /// ``NotificationStore/unclosed(on:limit:)``.
    static let closing = """
        CREATE TABLE unclosed (
            owner TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (owner, number)
        ) STRICT, WITHOUT ROWID;
        -- It has ended; one that was never shown leaves behind what it was to take over.
        CREATE TRIGGER occurrence_left AFTER DELETE ON occurrence
        WHEN ifnull(old.owner, ifnull(old.kept_owner, old.replaced_owner)) IS NOT NULL BEGIN
            INSERT OR IGNORE INTO unclosed VALUES (
                ifnull(old.owner, ifnull(old.kept_owner, old.replaced_owner)),
                ifnull(old.number, ifnull(old.kept_number, old.replaced_number)));
        END;
        CREATE TRIGGER occurrence_takes AFTER INSERT ON occurrence WHEN new.replaced_owner IS NOT NULL BEGIN
            DELETE FROM unclosed WHERE owner = new.replaced_owner AND number = new.replaced_number;
        END;
        -- Off the screen, or there as another; or not in the place that it was to take over.
        CREATE TRIGGER occurrence_moved AFTER UPDATE OF owner, number, replaced_owner ON occurrence BEGIN
            INSERT OR IGNORE INTO unclosed SELECT old.owner, old.number
                WHERE old.owner IS NOT NULL AND (new.owner IS NULL OR (new.owner, new.number) <> (old.owner, old.number));
            INSERT OR IGNORE INTO unclosed SELECT old.replaced_owner, old.replaced_number
                WHERE old.replaced_owner IS NOT NULL AND new.replaced_owner IS NULL;
            DELETE FROM unclosed WHERE owner = new.owner AND number = new.number;
        END;
        """
}

extension Schema {
    /// An index of requests that are held back now, because the store looks for them each time a request fires.
    static let held = """
        CREATE INDEX IF NOT EXISTS missed_held ON missed (app, identifier) WHERE waits = 1;
        """
}
