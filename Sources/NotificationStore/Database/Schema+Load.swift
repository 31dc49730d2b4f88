// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// The size of each application's pending and held-back requests, so that no application fills the disk.
    static let load = """
        ALTER TABLE application ADD COLUMN pending_bytes INTEGER NOT NULL DEFAULT 0 CHECK (pending_bytes >= 0);
        ALTER TABLE application ADD COLUMN presenting_bytes INTEGER NOT NULL DEFAULT 0 CHECK (presenting_bytes >= 0);
        ALTER TABLE application ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0);  -- missed, and waits
        ALTER TABLE application ADD COLUMN held_bytes INTEGER NOT NULL DEFAULT 0 CHECK (held_bytes >= 0);

        INSERT INTO application (app) SELECT DISTINCT app FROM missed WHERE waits = 1
            AND app NOT IN (SELECT app FROM application);
        UPDATE application SET
            pending_bytes = (SELECT ifnull(sum(length(request) + ifnull(length(schedule), 0)), 0) FROM pending
                WHERE pending.app = application.app),
            presenting_bytes = (SELECT ifnull(sum(length(request) + ifnull(length(schedule), 0)), 0) FROM occurrence
                WHERE occurrence.app = application.app AND state = 0),
            (held, held_bytes) = (SELECT count(*), ifnull(sum(length(request) + ifnull(length(schedule), 0)), 0)
                FROM missed WHERE missed.app = application.app AND waits = 1);

        DROP TRIGGER IF EXISTS pending_inserted;
        DROP TRIGGER IF EXISTS pending_deleted;
        CREATE TRIGGER pending_inserted AFTER INSERT ON pending BEGIN
            INSERT INTO application (app) SELECT new.app
                WHERE NOT EXISTS (SELECT 1 FROM application WHERE app = new.app);
            UPDATE OR FAIL application SET
                pending = pending + 1,
                pending_bytes = pending_bytes + length(new.request) + ifnull(length(new.schedule), 0)
            WHERE app = new.app;
        END;
        CREATE TRIGGER pending_changed AFTER UPDATE OF request, schedule ON pending BEGIN
            UPDATE OR FAIL application SET pending_bytes = pending_bytes
                + length(new.request) + ifnull(length(new.schedule), 0)
                - length(old.request) - ifnull(length(old.schedule), 0)
            WHERE app = new.app;
        END;
        CREATE TRIGGER pending_deleted AFTER DELETE ON pending BEGIN
            UPDATE OR FAIL application SET
                pending = pending - 1,
                pending_bytes = pending_bytes - length(old.request) - ifnull(length(old.schedule), 0)
            WHERE app = old.app;
        END;

        DROP TRIGGER IF EXISTS occurrence_inserted;
        DROP TRIGGER IF EXISTS occurrence_changed;
        DROP TRIGGER IF EXISTS occurrence_deleted;
        CREATE TRIGGER occurrence_inserted AFTER INSERT ON occurrence BEGIN
            INSERT INTO application (app) SELECT new.app
                WHERE NOT EXISTS (SELECT 1 FROM application WHERE app = new.app);
            UPDATE OR FAIL application SET
                presenting = presenting + (new.state = 0), presented = presented + (new.state <> 0),
                presenting_bytes = presenting_bytes
                    + (new.state = 0) * (length(new.request) + ifnull(length(new.schedule), 0))
            WHERE app = new.app;
        END;
        CREATE TRIGGER occurrence_changed AFTER UPDATE OF state, request, schedule ON occurrence BEGIN
            UPDATE OR FAIL application SET
                presenting = presenting + (new.state = 0) - (old.state = 0),
                presented = presented + (new.state <> 0) - (old.state <> 0),
                presenting_bytes = presenting_bytes
                    + (new.state = 0) * (length(new.request) + ifnull(length(new.schedule), 0))
                    - (old.state = 0) * (length(old.request) + ifnull(length(old.schedule), 0))
            WHERE app = new.app;
        END;
        CREATE TRIGGER occurrence_deleted AFTER DELETE ON occurrence BEGIN
            UPDATE OR FAIL application SET
                presenting = presenting - (old.state = 0), presented = presented - (old.state <> 0),
                presenting_bytes = presenting_bytes
                    - (old.state = 0) * (length(old.request) + ifnull(length(old.schedule), 0))
            WHERE app = old.app;
        END;

        CREATE TRIGGER missed_inserted AFTER INSERT ON missed WHEN new.waits = 1 BEGIN
            INSERT INTO application (app) SELECT new.app
                WHERE NOT EXISTS (SELECT 1 FROM application WHERE app = new.app);
            UPDATE OR FAIL application SET
                held = held + 1, held_bytes = held_bytes + length(new.request) + ifnull(length(new.schedule), 0)
            WHERE app = new.app;
        END;
        CREATE TRIGGER missed_settled AFTER UPDATE OF waits ON missed WHEN old.waits = 1 AND new.waits = 0 BEGIN
            UPDATE OR FAIL application SET
                held = held - 1, held_bytes = held_bytes - length(old.request) - ifnull(length(old.schedule), 0)
            WHERE app = old.app;
        END;
        CREATE TRIGGER missed_deleted AFTER DELETE ON missed WHEN old.waits = 1 BEGIN
            UPDATE OR FAIL application SET
                held = held - 1, held_bytes = held_bytes - length(old.request) - ifnull(length(old.schedule), 0)
            WHERE app = old.app;
        END;
        """
}
