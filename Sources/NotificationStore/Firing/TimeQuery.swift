// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The SQL statements about missed requests, pauses, and the nags and expiries of delivered notifications.
///
/// Tests check with `EXPLAIN QUERY PLAN` that no statement sorts, and that only `allMissed` scans a growing table.
enum TimeQuery: String, CaseIterable {
    // Columns of missed requests: id, app, identifier, due, date, reason, waits, request, schedule

    case insertMissed = """
        INSERT INTO missed (app, identifier, due, date, reason, waits, place, request, schedule)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    case allMissed = "SELECT id, app, identifier, due, date, reason, waits, request, schedule FROM missed"
    case missedOfApp = """
        SELECT id, app, identifier, due, date, reason, waits, request, schedule FROM missed WHERE app = ?
        """
    case waitingAtPlace = """
        SELECT id, app, identifier, due, date, reason, waits, request, schedule FROM missed
        INDEXED BY missed_waiting WHERE waits = 1 AND app = ? AND place = ? AND id > ? ORDER BY id LIMIT ?
        """
    case waitsAtPlace = """
        SELECT 1 FROM missed INDEXED BY missed_waiting WHERE waits = 1 AND app = ? AND place = ? LIMIT 1
        """
    case waitingApps = "SELECT DISTINCT app FROM missed INDEXED BY missed_waiting WHERE waits = 1 ORDER BY app"
    case waitingNames = "SELECT identifier FROM missed INDEXED BY missed_waiting WHERE waits = 1 AND app = ?"
    case waitingNamed = """
        SELECT id FROM missed INDEXED BY missed_held WHERE app = ? AND identifier = ? AND waits = 1
        ORDER BY id DESC LIMIT 1
        """
    case oldestWaiting = """
        SELECT id, identifier FROM missed INDEXED BY missed_waiting WHERE waits = 1 AND app = ? ORDER BY place, id LIMIT 1
        """
    case waitingCount = "SELECT count(*) FROM missed INDEXED BY missed_waiting WHERE waits = 1"
    case settleMissed = "UPDATE missed SET waits = 0 WHERE id = ?"
    case settleNamed = """
        UPDATE missed INDEXED BY missed_held SET waits = 0 WHERE app = ?1 AND identifier = ?2 AND waits = 1 AND id <= ?3
        RETURNING id
        """
    case settleBecause = "UPDATE missed SET waits = 0, reason = ?2 WHERE id = ?1"
    case forgetWaitingWarnings = """
        DELETE FROM missed INDEXED BY missed_held
        WHERE app = ?1 AND identifier >= ?2 || '~' AND identifier < ?2 || char(127) AND waits = 1
            AND json_extract(CAST(request AS TEXT), '$.warnsOf') = ?2
        """
    case forgetWaiting = "DELETE FROM missed INDEXED BY missed_held WHERE app = ? AND identifier = ? AND waits = 1"
    case deleteMissedUpTo = "DELETE FROM missed WHERE id <= ? AND waits = 0"

    case pauses = "SELECT app, until FROM pause"
    case setPause = "INSERT INTO pause (app, until) VALUES (?1, ?2) ON CONFLICT (app) DO UPDATE SET until = ?2"
    case deletePause = "DELETE FROM pause WHERE app = ?"

    // Columns of nags, expiries: occurrence, kind, due, interval, remaining. `due` is stored as for pending requests.

    case insertLater = """
        INSERT INTO later (occurrence, kind, moves, due, interval, remaining, run)
        VALUES (?1, ?2, ?3, ?4 - ?3 * (SELECT shift FROM clock), ?5, ?6, (SELECT run FROM clock))
        """
    case insertSteadyLater = """
        INSERT INTO later (occurrence, kind, moves, due, interval, remaining, run) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    case laterOf = "SELECT kind, moves, due, interval, remaining, run FROM later WHERE occurrence = ?"
    case nextLater = """
        SELECT due + moves * (SELECT shift FROM clock) FROM later WHERE moves = ? ORDER BY later.due LIMIT 1
        """
    case dueLater = """
        SELECT occurrence, kind, due + moves * (SELECT shift FROM clock), interval, remaining FROM later
        WHERE moves = ?1 AND due <= ?2 - ?1 * ((SELECT shift FROM clock) - 0.000001) ORDER BY later.due LIMIT ?3
        """
    case setLater = """
        UPDATE later SET due = ?2 - moves * (SELECT shift FROM clock), remaining = ?3, run = (SELECT run FROM clock)
        WHERE occurrence = ?1 AND kind = 0
        """
    /// Nags and expiries from before the last boot keep their wall clock dates, like pending requests do.
    case holdEarlierLater = """
        UPDATE later SET due = min(due - ?1, ?2 + interval - (SELECT shift FROM clock)),
            run = iif(due - ?1 > ?2 + interval - (SELECT shift FROM clock), (SELECT run FROM clock), run)
        WHERE moves = 1 AND run < (SELECT run FROM clock)
        """
    case deleteLater = "DELETE FROM later WHERE occurrence = ? AND kind = ?"
}
