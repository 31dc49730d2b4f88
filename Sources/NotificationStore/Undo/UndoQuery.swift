// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The statements about commands that can be taken back.
///
/// The tests of ``Query`` hold for them, too.
enum UndoQuery: String, CaseIterable {
    case command = "SELECT id, kept FROM undo WHERE terminal = ? AND command = ?"
    case insertCommand = """
        INSERT INTO undo (terminal, command, kind, date, run, zone) SELECT ?, ?, ?, ?, run, zone FROM clock WHERE id = 1
        """
    case newest = """
        SELECT id, kind, date, kept, run = (SELECT run FROM clock), zone IS (SELECT zone FROM clock) FROM undo
        WHERE terminal = ? AND date > ? ORDER BY id DESC LIMIT 1
        """
    case delete = "DELETE FROM undo WHERE id = ?"
    case deleteUntil = "DELETE FROM undo WHERE date <= ?"
    case oldest = "SELECT id FROM undo WHERE terminal = ? ORDER BY id DESC LIMIT 1 OFFSET ?"
    case deleteUpTo = "DELETE FROM undo WHERE terminal = ? AND id <= ?"
    /// Keeps nothing of a command but that it was there.
    case dropChanges = "DELETE FROM undo_change WHERE undo = ?"
    case setDropped = "UPDATE undo SET kept = 0 WHERE id = ?"

    case change = "SELECT id FROM undo_change WHERE undo = ? AND app = ? AND identifier = ?"
    case changes = "SELECT id, app, identifier, before, event FROM undo_change WHERE undo = ? ORDER BY id DESC"
    case countChanges = "SELECT count(*) FROM undo_change WHERE undo = ?"
    case olderChanges = "SELECT id, event FROM undo_change WHERE app = ? AND identifier = ? AND id < ?"
    case insertChange = """
        INSERT INTO undo_change (undo, app, identifier, before, event)
        VALUES (?, ?, ?, ifnull((SELECT max(cursor) FROM event), 0), 0)
        """
    case eventOf = "SELECT event FROM undo_change WHERE id = ?"
    case setEvent = "UPDATE undo_change SET event = ? WHERE id = ?"
    case deleteChange = "DELETE FROM undo_change WHERE id = ?"

    /// Reads the events about a request and its early warnings between two events.
    case events = """
        SELECT kind FROM event
        WHERE app = ?1 AND cursor > ?2 AND cursor <= ?3 AND (identifier = ?4 OR identifier >= ?5 AND identifier < ?6)
        ORDER BY cursor
        """
    case oldestEvent = "SELECT min(cursor) FROM event"

    // The rows of pending requests, all columns but the number

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
    case hasMovingRow = "SELECT 1 FROM undo_row WHERE change = ? AND moves = 1 LIMIT 1"
    case hasCalendarRow = "SELECT 1 FROM undo_row WHERE change = ? AND moves = 0 LIMIT 1"
}
