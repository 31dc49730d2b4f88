// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The SQL statements about the history of notifications.
///
/// The tests of ``Query`` check these statements, too.
enum HistoryQuery: String, CaseIterable {
    // An entry is added to the history in the transaction that deletes or settles the row from which it is made.

    case keepOccurrence = """
        INSERT INTO history (app, identifier, status, action, date, due, shown, ended, request, schedule)
        SELECT app, identifier, ?2, ?3, date, due, shown, ?4, request, schedule FROM occurrence WHERE id = ?1
        """
    case keepMissed = """
        INSERT INTO history (app, identifier, status, date, due, ended, request, schedule)
        SELECT app, identifier, ?2, date, due, ?3, request, schedule FROM missed WHERE id = ?1
        """
    case keepHeld = """
        INSERT INTO history (app, identifier, status, date, due, ended, request, schedule)
        SELECT app, identifier, ?3, date, due, ?4, request, schedule FROM missed INDEXED BY missed_held
        WHERE app = ?1 AND identifier = ?2 AND waits = 1
        """
    case noteShown = "UPDATE occurrence SET shown = ?2 WHERE id = ?1 AND shown IS NULL"
    case shownDate = "SELECT shown FROM occurrence WHERE id = ?"
    /// Finds the newest entry of a request, if it is among the last 200 of the history: the person can still snooze or
    /// answer the notifications of those entries.
    case newestNamed = """
        SELECT id, status FROM history
        WHERE id > (SELECT max(id) FROM history) - 200 AND app = ? AND identifier = ? ORDER BY id DESC LIMIT 1
        """
    case setStatus = "UPDATE history SET status = ?2, action = ifnull(?3, action), ended = ?4 WHERE id = ?1"

    // Pruning

    case size = "SELECT entries, bytes FROM history_size WHERE id = 1"
    case oldest = "SELECT min(id), ended FROM history"
    case delete = "DELETE FROM history WHERE id = ?"
    case deleteAll = "DELETE FROM history"
    case deleteOfApp = "DELETE FROM history WHERE app = ?"

    // Columns of entries: id, app, identifier, status, action, date, due, shown, ended, request, schedule

    /// Reads entries before a position, the newest first. The parameters are the earliest date, the position's date and
    /// number, the date since which entries are kept, the application, the first and the last identifier, and the
    /// limit. Nil for an application or an identifier means all.
    case entries = """
        SELECT id, app, identifier, status, action, date, due, shown, ended, request, schedule FROM history
        WHERE date >= ?1 AND date <= ?2 AND (date < ?2 OR id * 2 < ?3) AND ended >= ?4
            AND (?5 IS NULL OR app = ?5) AND (?6 IS NULL OR identifier >= ?6 AND identifier <= ?7)
        ORDER BY date DESC, id DESC LIMIT ?8
        """
    case openPlaces = """
        SELECT o.id, o.date FROM application AS a
        CROSS JOIN occurrence AS o ON o.app = a.app AND o.identifier >= ? AND o.identifier <= ?
        """
    case openPlacesOfApp = """
        SELECT id, date FROM occurrence WHERE app = ? AND identifier >= ? AND identifier <= ?
        """
    case open = """
        SELECT id, app, identifier, state, NULL, date, due, shown, NULL, request, schedule FROM occurrence WHERE id = ?
        """

    // Import

    case named = "SELECT identifier, date, ended FROM history WHERE app = ?"
    case first = "SELECT min(id) FROM history"
    case take = """
        INSERT INTO history (id, app, identifier, status, action, date, due, shown, ended, request, schedule)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
}
