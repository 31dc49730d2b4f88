// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Statements of the store; others are in the schema and the enumerations whose names end with `Query`.
///
/// Tests check with `EXPLAIN QUERY PLAN` that no statement sorts, and that none scans a table that grows.
enum Query: String, CaseIterable {
    case beginSavepoint = "SAVEPOINT operation"
    case releaseSavepoint = "RELEASE operation"
    case rollBackToSavepoint = "ROLLBACK TO operation"

    // Applications and their categories

    case application = """
        SELECT badge, authorization, pending, presenting, presented, responses FROM application WHERE app = ?
        """
    case waitingLoad = """
        SELECT pending, pending_bytes, presenting + held, presenting_bytes + held_bytes FROM application WHERE app = ?
        """
    case held = "SELECT held, held_bytes FROM application WHERE app = ?"
    case badges = "SELECT app, badge FROM application WHERE badge > 0"
    case setBadge = """
        INSERT INTO application (app, badge) VALUES (?1, ?2) ON CONFLICT (app) DO UPDATE SET badge = ?2
        """
    case setAuthorization = """
        INSERT INTO application (app, authorization) VALUES (?1, ?2) ON CONFLICT (app) DO UPDATE SET authorization = ?2
        """
    case applicationsNamed = "SELECT app, pending FROM application WHERE app >= ? AND app < ? ORDER BY app LIMIT ?"
    case hasDelegate = "SELECT has_delegate FROM application WHERE app = ?"
    case setDelegate = """
        INSERT INTO application (app, has_delegate) VALUES (?1, 1) ON CONFLICT (app) DO UPDATE SET has_delegate = 1
        """
    case authorizations = "SELECT app, authorization FROM application WHERE authorization IS NOT NULL"
    case counts = """
        SELECT total(pending), total(presenting), total(presented), total(responses + commands) FROM application
        """
    case categories = "SELECT definition FROM category WHERE app = ? ORDER BY id"
    case category = "SELECT definition FROM category WHERE app = ? AND identifier = ?"
    case deleteCategories = "DELETE FROM category WHERE app = ?"
    case insertCategory = "INSERT INTO category (app, identifier, definition) VALUES (?, ?, ?)"

    // Columns of pending requests: id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled,
    // leeway.
    // Requests that count real time (moves) have their dates on the steady clock, which nobody sets; the view `waiting`
    // converts them to dates of the wall clock. "moves = +?" is written because SQLite otherwise compares the parameter
    // with the condition "moves = 0" of an index, and prepares the statement anew for each other value.

    case insertPending = """
        INSERT OR FAIL INTO pending
            (app, identifier, snoozed, due, added, moves, repeats, parent, request, schedule, settled, leeway, wake,
            fence, run)
        VALUES (?1, ?2, 0, ?3 - ?5 * (SELECT shift FROM clock), ?4 - ?5 * (SELECT shift FROM clock),
            ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, (SELECT run FROM clock))
        """
    case editPending = """
        UPDATE pending SET request = ?3, parent = ?4, leeway = ?5, wake = ?6 WHERE app = ?1 AND identifier = ?2
        RETURNING due + moves * (SELECT shift FROM clock)
        """
    case editSnoozed = """
        UPDATE pending SET request = ?3, parent = ?4 WHERE app = ?1 AND identifier = ?2 AND snoozed = 1
        """
    case setFiredLast = "UPDATE pending SET fired = ?2 WHERE id = ?1"
    case deleteOwnPending = "DELETE FROM pending WHERE app = ? AND identifier = ? AND snoozed = 0 RETURNING fired"
    case pendingSize = """
        SELECT ifnull(sum(length(request)), 0), ifnull(sum(length(schedule)), 0), count(*) FROM pending
        WHERE app = ? AND identifier = ?
        """
    case deletePending = "DELETE FROM pending WHERE app = ? AND identifier = ?"
    case warnings = """
        SELECT id, request, due + moves * (SELECT shift FROM clock), snoozed FROM pending
        WHERE app = ? AND parent = ? AND parent <> ''
        """
    case setWarning = "UPDATE pending SET request = ?2, leeway = ?3, wake = ?4 WHERE id = ?1"
    case deleteWarnings = "DELETE FROM pending WHERE app = ? AND parent = ? AND parent <> ''"
    case deleteAllPending = "DELETE FROM pending WHERE app = ?"
    case deletePendingRow = "DELETE FROM pending WHERE id = ?"
    case nextDue = "SELECT due, leeway FROM waiting WHERE moves = +? ORDER BY steady"
    case nextWaking = "SELECT due FROM waiting WHERE wake = 1 AND moves = +? ORDER BY steady LIMIT 1"
    case due = """
        SELECT id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled, leeway FROM waiting
        WHERE moves = +?1 AND steady <= ?2 - ?1 * ((SELECT shift FROM clock) - 0.000001) ORDER BY steady, id LIMIT ?3
        """
    case allPending = """
        SELECT id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled, leeway FROM waiting
        """
    case pendingOfApp = """
        SELECT id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled, leeway FROM waiting
        WHERE app = ?
        """
    case pendingNamed = """
        SELECT id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled, leeway FROM waiting
        WHERE app = ? AND identifier = ?
        """
    case pendingNamedAnywhere = """
        SELECT p.id, p.app, p.identifier, p.due, p.added, p.fired, p.snoozed, p.moves, p.request, p.schedule,
            p.settled, p.leeway
        FROM application AS a CROSS JOIN waiting AS p ON p.app = a.app AND p.identifier = ?
        """
    case pendingRow = """
        SELECT id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled, leeway FROM waiting
        WHERE id = ?
        """
    /// Reads a page of pending requests with one statement, in the order of their ids in a JSON array.
    case pendingPage = """
        SELECT w.id, w.app, w.identifier, w.due, w.added, w.fired, w.snoozed, w.moves, w.request, w.schedule,
            w.settled, w.leeway
        FROM json_each(?) AS place CROSS JOIN waiting AS w ON w.id = place.value
        """
    /// Reads the outlines of a page of pending requests, in the order of their ids in a JSON array. The casts are for
    /// JSON functions, which don't take BLOBs. A trigger is read only if it repeats or waits for a place, as a list
    /// shows no other triggers.
    case pendingOutlinePage = """
        SELECT p.app, p.identifier, p.due + p.moves * (SELECT shift FROM clock),
            p.added + p.moves * (SELECT shift FROM clock), p.snoozed, p.parent,
            iif(json_valid(CAST(p.request AS TEXT)), json_extract(CAST(p.request AS TEXT), '$.title'), NULL),
            iif(p.snoozed = 0 AND (p.repeats = 1 OR p.fence IS NOT NULL), p.schedule, NULL)
        FROM json_each(?) AS place CROSS JOIN pending AS p ON p.id = place.value
        """
    case pendingPlacesOfApp = "SELECT id, due FROM waiting WHERE app = ?"
    case pendingPlaces = "SELECT id, due FROM waiting WHERE app = ? AND identifier >= ? AND identifier < ?"
    case pendingPlacesAnywhere = """
        SELECT p.id, p.due FROM application AS a
        CROSS JOIN waiting AS p ON p.app = a.app AND p.identifier >= ? AND p.identifier < ?
        """
    case pendingPlacesByDate = """
        SELECT id, due FROM waiting
        WHERE moves = +?1 AND steady >= ?2 - ?1 * (SELECT shift FROM clock) - 0.001 ORDER BY steady, id
        """
    /// Reads the requests of an application that has at least a quarter of all requests: reading by date until a page
    /// is full is then faster than reading the application's requests and sorting them.
    case pendingPlacesOfAppByDate = """
        SELECT id, due FROM waiting
        WHERE moves = +?1 AND steady >= ?2 - ?1 * (SELECT shift FROM clock) - 0.001 AND +app = ?3 ORDER BY steady, id
        """
    case hasMostPending = """
        SELECT pending * 4 >= (SELECT total(pending) FROM application) FROM application WHERE app = ?
        """
    case pendingNamedPlaces = "SELECT id, due FROM waiting WHERE app = ? AND identifier = ?"
    case pendingNamedPlacesAnywhere = """
        SELECT p.id, p.due FROM application AS a CROSS JOIN waiting AS p ON p.app = a.app AND p.identifier = ?
        """
    case pendingNames = "SELECT DISTINCT identifier FROM pending WHERE app = ? AND parent = '' ORDER BY identifier"
    case setNextDue = """
        UPDATE pending SET due = ?2 - moves * (SELECT shift FROM clock), fired = ?3 - moves * (SELECT shift FROM clock),
            settled = ?4, run = (SELECT run FROM clock) WHERE id = ?1
        """
    /// Stores the next date of a repeating request whose next occurrences are left out. Requests that count real time
    /// (moves) keep their last firing, from which their interval counts.
    case leaveOut = """
        UPDATE pending SET due = ?2 - moves * (SELECT shift FROM clock), schedule = ?3,
            fired = iif(moves = 1, fired, ifnull(?4, fired)), settled = ifnull(?5, settled) WHERE id = ?1
        """
    case pendingWarnings = """
        SELECT w.id, w.app, w.identifier, w.due, w.added, w.fired, w.snoozed, w.moves, w.request, w.schedule,
            w.settled, w.leeway
        FROM pending AS p CROSS JOIN waiting AS w ON w.id = p.id
        WHERE p.app = ? AND p.parent = ? AND p.parent <> ''
        """
    case setUnreadableAside = """
        INSERT INTO unreadable (app, identifier, due, request, schedule)
        SELECT app, identifier, due, request, schedule FROM waiting WHERE id = ?
        """
    case setOccurrenceAside = """
        INSERT INTO unreadable (app, identifier, due, request, schedule)
        SELECT app, identifier, due, request, schedule FROM occurrence WHERE id = ?
        """
    case setOutboxAside = """
        INSERT INTO unreadable (app, identifier, due, request, schedule, event, command, response)
        SELECT app, identifier, due, request, schedule, event, command, response FROM outbox WHERE id = ?
        """
    case unreadableCount = "SELECT ifnull(max(id), 0) FROM unreadable"

    // The clock, and dates that depend on it

    case moveWithClock = "UPDATE clock SET shift = shift + ?"
    /// Keeps the wall clock dates of intervals that began before the last boot, when the wall clock moves by ?1, to the date ?2.
    /// An interval that would then begin in the future begins at ?2 instead, and counts real time from ?2.
    case holdEarlierPending = """
        UPDATE pending SET
            due = due - ?1 - max(0, max(added, ifnull(fired, added)) - ?1 + (SELECT shift FROM clock) - ?2),
            added = added - ?1 - max(0, max(added, ifnull(fired, added)) - ?1 + (SELECT shift FROM clock) - ?2),
            fired = fired - ?1 - max(0, max(added, ifnull(fired, added)) - ?1 + (SELECT shift FROM clock) - ?2),
            run = iif(max(added, ifnull(fired, added)) - ?1 + (SELECT shift FROM clock) > ?2,
                (SELECT run FROM clock), run)
        WHERE moves = 1 AND run < (SELECT run FROM clock)
        """
    case clock = "SELECT boot, offset, zone, rules FROM clock"
    case setClock = """
        UPDATE clock SET run = run + (boot IS NOT ?1), boot = ?1, offset = ?2, zone = ?3, rules = ?4
        """
    case calendarBatch = """
        SELECT id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled, leeway FROM pending
        INDEXED BY pending_calendar WHERE moves = 0 AND id > ? ORDER BY id LIMIT ?
        """
    case setAdded = "UPDATE pending SET added = ?2, schedule = ?3 WHERE id = ?1"
    case setDue = "UPDATE pending SET due = ?2, settled = ?3 WHERE id = ?1"

    // Columns of the outbox: id, app, receiver, command, event, response, date, due, request, schedule

    case insertOutbox = """
        INSERT OR FAIL INTO outbox (app, identifier, receiver, command, event, response, date, due, request, schedule)
        SELECT app, identifier, ?2, ?3, ?4, ?5, date, due, request, schedule FROM occurrence WHERE id = ?1
        """
    case insertFormerOutbox = """
        INSERT OR FAIL INTO outbox (app, identifier, receiver, command, event, response, date, due, request, schedule)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    case outbox = """
        SELECT id, app, receiver, command, event, response, date, due, request, schedule FROM outbox
        WHERE receiver = ? AND id > ? AND held IS NULL ORDER BY id LIMIT ?
        """
    case outboxOfApp = """
        SELECT id, app, receiver, command, event, response, date, due, request, schedule FROM outbox
        WHERE app = ?4 AND receiver = ?1 AND id > ?2 AND held IS NULL ORDER BY id LIMIT ?3
        """
    case hold = "UPDATE outbox SET held = ?2 WHERE id = ?1"
    case heldOutbox = """
        SELECT id, app, receiver, command, event, response, date, due, request, schedule FROM outbox
        WHERE held = ? ORDER BY id
        """
    case heldOccurrences = "SELECT DISTINCT held FROM outbox WHERE held > 0 ORDER BY held"
    case heldItem = """
        SELECT id, app, receiver, command, event, response, date, due, request, schedule FROM outbox
        WHERE id = ? AND held IS NOT NULL
        """
    case endHold = "UPDATE outbox SET held = NULL WHERE id = ?"
    case endHolds = "UPDATE outbox SET held = NULL WHERE held = ?"
    case waitingResponses = "SELECT app, responses FROM application WHERE responses > 0 ORDER BY app"
    case outboxApps = "SELECT app FROM application WHERE responses > 0 ORDER BY app"
    case oldestResponse = "SELECT id, response FROM outbox WHERE app = ? AND receiver = 0 ORDER BY id LIMIT 1"
    case oldestOpening = """
        SELECT id FROM outbox WHERE app = ? AND receiver = 0 AND event = 'default' ORDER BY id LIMIT 1
        """
    case deleteOutbox = "DELETE FROM outbox WHERE id = ? RETURNING app, identifier"

    /// Finds a row that names a folder of attachments: of a request that is pending, delivered, in the outbox, recently
    /// ended, held back, or kept for an undo.
    case namesFolder = """
        SELECT 1 FROM pending WHERE app = ?1 AND identifier = ?2 AND instr(request, ?5) > 0
        UNION ALL SELECT 1 FROM pending
        WHERE app = ?1 AND identifier >= ?3 AND identifier < ?4 AND instr(request, ?5) > 0
        UNION ALL SELECT 1 FROM occurrence
        WHERE app = ?1 AND (identifier = ?2 OR identifier >= ?3 AND identifier < ?4)
            AND (instr(request, ?5) > 0 OR instr(original, ?5) > 0)
        UNION ALL SELECT 1 FROM outbox
        WHERE app = ?1 AND (identifier = ?2 OR identifier >= ?3 AND identifier < ?4) AND instr(request, ?5) > 0
        UNION ALL SELECT 1 FROM ended
        WHERE app = ?1 AND (identifier = ?2 OR identifier >= ?3 AND identifier < ?4) AND instr(request, ?5) > 0
        UNION ALL SELECT 1 FROM undo_row
        WHERE app = ?1 AND (identifier = ?2 OR identifier >= ?3 AND identifier < ?4) AND instr(request, ?5) > 0
        UNION ALL SELECT 1 FROM missed INDEXED BY missed_held
        WHERE app = ?1 AND identifier = ?2 AND waits = 1 AND instr(request, ?5) > 0
        UNION ALL SELECT 1 FROM missed INDEXED BY missed_held
        WHERE app = ?1 AND identifier >= ?3 AND identifier < ?4 AND waits = 1 AND instr(request, ?5) > 0
        LIMIT 1
        """

    // Columns of the logged events: cursor, app, identifier, kind, date, detail

    case insertEvent = "INSERT INTO event (app, identifier, kind, date, detail) VALUES (?, ?, ?, ?, ?)"
    case deleteEventsUpTo = "DELETE FROM event WHERE cursor <= ?"
    case events = """
        SELECT cursor, app, identifier, kind, date, detail FROM event WHERE cursor > ? ORDER BY cursor LIMIT ?
        """
    case eventsOfApp = """
        SELECT cursor, app, identifier, kind, date, detail FROM event
        WHERE app = ?3 AND cursor > ?1 ORDER BY cursor LIMIT ?2
        """
    case newestEvents = """
        SELECT cursor, app, identifier, kind, date, detail FROM event WHERE cursor > ? ORDER BY cursor DESC LIMIT ?
        """
    case newestEventsOfApp = """
        SELECT cursor, app, identifier, kind, date, detail FROM event
        WHERE app = ?3 AND cursor > ?1 ORDER BY cursor DESC LIMIT ?2
        """
}
