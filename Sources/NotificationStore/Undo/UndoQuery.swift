// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The SQL statements about commands that can be taken back.
///
/// The tests of ``Query`` check these statements, too.
enum UndoQuery: String, CaseIterable {
    case command = "SELECT id, obstacle FROM undo WHERE terminal = ? AND command = ?"
    case insertCommand = """
        INSERT INTO undo (terminal, command, kind, date, run, zone) SELECT ?, ?, ?, ?, run, zone FROM clock WHERE id = 1
        """
    case setDate = "UPDATE undo SET date = ? WHERE id = ?"
    case newest = """
        SELECT id, kind, date, obstacle, run = (SELECT run FROM clock), zone IS (SELECT zone FROM clock) FROM undo
        WHERE terminal = ? AND date > ? ORDER BY id DESC LIMIT 1
        """
    case delete = "DELETE FROM undo WHERE id = ?"
    /// Deletes the commands up to the first date, and those after the second date, dated by a clock that was ahead.
    case deleteOutside = "DELETE FROM undo WHERE date <= ?1 OR date > ?2"
    case following = "SELECT id FROM undo WHERE terminal = ? ORDER BY id DESC LIMIT 1 OFFSET ?"
    case oldest = "SELECT id FROM undo ORDER BY id DESC LIMIT 1 OFFSET ?"
    case deleteUpTo = "DELETE FROM undo WHERE id <= ?"
    /// Deletes the changes of old commands; the commands themselves stay.
    case dropUpTo = """
        DELETE FROM undo_change WHERE undo IN (SELECT id FROM undo WHERE terminal = ?1 AND id <= ?2)
        """
    case blockUpTo = "UPDATE undo SET obstacle = ?3 WHERE terminal = ?1 AND id <= ?2 AND obstacle IS NULL"
    case drop = "DELETE FROM undo_change WHERE undo = ?"
    case block = "UPDATE undo SET obstacle = ?2 WHERE id = ?1"

    case change =
        "SELECT id, app, identifier, before, event, obstacle FROM undo_change WHERE undo = ? AND app = ? AND identifier = ?"
    case changes =
        "SELECT id, app, identifier, before, event, obstacle FROM undo_change WHERE undo = ? ORDER BY id DESC"
    case olderChanges = """
        SELECT id, app, identifier, before, event, obstacle FROM undo_change WHERE app = ? AND identifier = ? AND id < ?
        """
    case countChanges = "SELECT count(*) FROM undo_change WHERE undo = ?"
    case insertChange = """
        INSERT INTO undo_change (undo, app, identifier, before, event)
        VALUES (?, ?, ?, ifnull((SELECT max(cursor) FROM event), 0), 0)
        RETURNING id, app, identifier, before, event, obstacle
        """
    case setEvent = "UPDATE undo_change SET event = ? WHERE id = ?"
    case blockChange = "UPDATE undo_change SET obstacle = ifnull(obstacle, ?2) WHERE id = ?1"
    case blockChangesOf = """
        UPDATE undo_change SET obstacle = ifnull(obstacle, ?3) WHERE app = ?1 AND identifier = ?2
        """
    case deleteChange = "DELETE FROM undo_change WHERE id = ?"

    /// Reads the logged events after the oldest kept change.
    case events = """
        SELECT cursor, app, identifier, kind FROM event
        WHERE cursor > ifnull((SELECT min(event) FROM undo_change WHERE event > 0), 9e18) ORDER BY cursor
        """
    case oldestEvent = "SELECT min(cursor) FROM event"

    // The rows of pending requests, all columns but the row id

    case keepNamed = """
        INSERT INTO undo_row SELECT ?1, app, identifier, snoozed, due, added, fired, moves, repeats, parent, request,
            schedule, settled, leeway, wake, run, fence
        FROM pending WHERE app = ?2 AND identifier = ?3
        """
    case keepWarnings = """
        INSERT INTO undo_row SELECT ?1, app, identifier, snoozed, due, added, fired, moves, repeats, parent, request,
            schedule, settled, leeway, wake, run, fence
        FROM pending WHERE app = ?2 AND parent = ?3 AND parent <> ''
        """
    case putBack = """
        INSERT INTO pending (app, identifier, snoozed, due, added, fired, moves, repeats, parent, request, schedule,
            settled, leeway, wake, run, fence)
        SELECT app, identifier, snoozed, due, added, fired, moves, repeats, parent, request, schedule,
            settled, leeway, wake, run, fence
        FROM undo_row WHERE change = ?
        """
    case keptWarnings = "SELECT identifier FROM undo_row WHERE change = ? AND parent = ?"
    case keptParents = "SELECT parent FROM undo_row WHERE change = ? AND identifier = ? AND parent <> ''"
    case keptCopy = "SELECT 1 FROM undo_row WHERE change = ? AND identifier = ? AND snoozed = 1"
    case keptBytes = """
        SELECT total(length(r.request)) FROM undo_change AS c CROSS JOIN undo_row AS r ON r.change = c.id WHERE c.undo = ?
        """
    case hasMovingRow = "SELECT 1 FROM undo_row WHERE change = ? AND moves = 1 LIMIT 1"
    case hasCalendarRow = "SELECT 1 FROM undo_row WHERE change = ? AND moves = 0 AND fence IS NULL LIMIT 1"
    /// Counts the held-back notifications of a request and of its early warnings.
    case held = """
        SELECT (SELECT count(*) FROM missed INDEXED BY missed_held WHERE app = ?1 AND identifier = ?2 AND waits = 1)
            + (SELECT count(*) FROM missed INDEXED BY missed_held
                WHERE app = ?1 AND identifier >= ?2 || '~' AND identifier < ?2 || char(127) AND waits = 1)
        """
}
