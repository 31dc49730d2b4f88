// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// Columns for occurrences that wait for a service extension, the original requests of those that were rewritten,
    /// and a table of the extensions that the person has disabled.
    static let extensions = """
        ALTER TABLE occurrence ADD COLUMN extending INTEGER NOT NULL DEFAULT 0 CHECK (extending IN (0, 1));
        ALTER TABLE occurrence ADD COLUMN original BLOB;                 -- as request; NULL: it was not rewritten
        CREATE INDEX occurrence_extending ON occurrence (extending) WHERE extending = 1;

        CREATE TABLE disabled_extension (
            app TEXT NOT NULL,
            kind TEXT NOT NULL,                                          -- service, content
            PRIMARY KEY (app, kind)
        ) STRICT, WITHOUT ROWID;
        """

    /// A column for responses that an application's content extension gets before their receivers.
    static let heldResponses = """
        ALTER TABLE outbox ADD COLUMN held INTEGER;                      -- the occurrence; NULL: delivered at once
        CREATE INDEX outbox_held ON outbox (held) WHERE held IS NOT NULL;
        """
}
