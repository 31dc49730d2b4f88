// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The SQL statements of exports and imports.
///
/// The statements of an export read a whole table in the order of its key, from a snapshot, so that no other task waits
/// for them. The tests of ``Query`` check the other statements.
enum TransferQuery: String, CaseIterable {
    case everyApplications = """
        SELECT app, badge, authorization FROM application WHERE badge > 0 OR authorization IS NOT NULL ORDER BY app
        """
    case everyCategories = "SELECT app, definition FROM category ORDER BY app, id"
    case everyPauses = "SELECT app, until FROM pause ORDER BY app"
    case everyDisabledExtensions = "SELECT app, kind FROM disabled_extension ORDER BY app, kind"
    case everyRegistrations = "SELECT app, instance, vapid, description FROM registration ORDER BY app, instance"
    case everyPending = """
        SELECT id, app, identifier, due, added, fired, snoozed, moves, request, schedule, settled, leeway FROM waiting
        ORDER BY id
        """
    case everyOccurrences = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending, lost, original
        FROM occurrence
        WHERE listed = 1 ORDER BY id
        """
    case nagging = """
        SELECT due + moves * (SELECT shift FROM clock), remaining FROM later WHERE occurrence = ? AND kind = 0
        """
    case everyMissed = "SELECT id, app, identifier, due, date, reason, waits, request, schedule FROM missed ORDER BY id"
    case everyOutbox = """
        SELECT id, app, receiver, command, event, response, date, due, request, schedule FROM outbox ORDER BY id
        """

    case everyHistory = """
        SELECT id, app, identifier, status, action, date, due, shown, ended, request, schedule FROM history ORDER BY id
        """
    case everyEvents = "SELECT cursor, app, identifier, kind, date, detail FROM event ORDER BY cursor"

    // Statements of the import

    case importDate = "SELECT date FROM imported WHERE file = ?"
    case noteImport = "INSERT OR REPLACE INTO imported (file, date) VALUES (?, ?)"
    case categoryNamed = "SELECT id FROM category WHERE app = ? AND identifier = ?"
    case categoryCount = "SELECT count(*) FROM category WHERE app = ?"
    case setCategory = "UPDATE category SET definition = ?2 WHERE id = ?1"
    case pauseOf = "SELECT until FROM pause WHERE app = ?"
    case lastPending = "SELECT ifnull(max(id), 0) FROM pending"
    case earlierPending = "SELECT id FROM pending WHERE app = ? AND identifier = ? AND id <= ? LIMIT 1"
    case takePending = """
        INSERT OR FAIL INTO pending
            (app, identifier, snoozed, due, added, fired, moves, repeats, parent, request, schedule, settled, leeway,
            wake, fence, run)
        VALUES (?1, ?2, ?3, ?4 - ?7 * (SELECT shift FROM clock), ?5 - ?7 * (SELECT shift FROM clock),
            ?6 - ?7 * (SELECT shift FROM clock), ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, (SELECT run FROM clock))
        """
    case takeOccurrence = """
        INSERT OR FAIL INTO occurrence (app, identifier, state, date, due, request, schedule, lost, original)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    case missedNamed = "SELECT due, reason FROM missed WHERE app = ? AND identifier = ?"
    /// The first and last cursor of the log, from which its size is computed; this store's own events begin at 1.
    case loggedRange = """
        SELECT min(ifnull((SELECT min(cursor) FROM event), 1), 1), ifnull((SELECT max(cursor) FROM event), 0)
        """
    case moveImportedEvents = "UPDATE event SET cursor = cursor + ? WHERE cursor < 1"
    case takeEvent = "INSERT INTO event (cursor, app, identifier, kind, date, detail) VALUES (?, ?, ?, ?, ?, ?)"
    case eventsNamed = "SELECT identifier, kind, date FROM event WHERE app = ?"
    case outboxOf = "SELECT identifier, response, event, due FROM outbox WHERE app = ? AND receiver = ?"
}
