// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The SQL statements about occurrences, ended occurrences, and snoozed copies of occurrences.
///
/// The tests of ``Query`` check these statements, too.
enum OccurrenceQuery: String, CaseIterable {
    // Columns of occurrences: id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number,
    // interrupted, request, schedule, kept_owner, kept_number, buttons, listed, extending

    case insertOccurrence = """
        INSERT OR FAIL INTO occurrence
            (app, identifier, state, date, due, replaced_owner, replaced_number, request, schedule, extending)
        VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?)
        """
    case occurrence = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence WHERE id = ?
        """
    /// Reads the occurrences of a page, in the order in which a JSON array has their ids.
    case occurrencePage = """
        SELECT o.id, o.app, o.identifier, o.state, o.date, o.due, o.owner, o.number, o.replaced_owner, o.replaced_number,
            o.interrupted, o.request, o.schedule, o.kept_owner, o.kept_number, o.buttons, o.listed, o.extending
        FROM json_each(?) AS place CROSS JOIN occurrence AS o ON o.id = place.value
        """
    case occurrenceNamed = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence WHERE app = ? AND identifier = ?
        """
    case occurrenceNamedAnywhere = """
        SELECT o.id, o.app, o.identifier, o.state, o.date, o.due, o.owner, o.number, o.replaced_owner, o.replaced_number,
            o.interrupted, o.request, o.schedule, o.kept_owner, o.kept_number, o.buttons, o.listed, o.extending
        FROM application AS a CROSS JOIN occurrence AS o ON o.app = a.app AND o.identifier = ?
        """
    case occurrenceOnServer = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence WHERE owner = ? AND number = ?
        """
    case occurrences = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence ORDER BY id DESC
        """
    case occurrencesOfApp = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence WHERE app = ?
        """
    case occurrencePlaces = "SELECT id FROM occurrence WHERE app = ? AND identifier >= ? AND identifier < ?"
    case occurrenceNamedPlaces = "SELECT id FROM occurrence WHERE app = ? AND identifier = ?"
    case occurrenceNamedPlacesAnywhere = """
        SELECT o.id FROM application AS a CROSS JOIN occurrence AS o ON o.app = a.app AND o.identifier = ?
        """
    case occurrencePlacesAnywhere = """
        SELECT o.id FROM application AS a
        CROSS JOIN occurrence AS o ON o.app = a.app AND o.identifier >= ? AND o.identifier < ?
        """
    case occurrencesInState = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence WHERE state = ? AND id > ? ORDER BY id LIMIT ?
        """
    case presentingOccurrences = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence
        WHERE state = 0 AND extending = 0 AND id > ? ORDER BY id LIMIT ?
        """
    case occurrencesOnOwner = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence WHERE owner = ? AND id > ? ORDER BY id LIMIT ?
        """
    case oldestOccurrence = """
        SELECT id, identifier FROM occurrence WHERE app = ? AND state = ? AND state <> 0 ORDER BY id LIMIT 1
        """
    case setState = """
        UPDATE OR FAIL occurrence SET state = ?2, owner = ?3, number = ?4, interrupted = 0, extending = 0,
            replaced_owner = iif(?2 = 0, replaced_owner, NULL), replaced_number = iif(?2 = 0, replaced_number, NULL),
            kept_owner = iif(?5, owner, NULL), kept_number = iif(?5, number, NULL), buttons = ifnull(?6, buttons),
            lost = ?7
        WHERE id = ?1
        """
    case lostOccurrences = """
        SELECT id, app, identifier, state, date, due, owner, number, replaced_owner, replaced_number, interrupted,
            request, schedule, kept_owner, kept_number, buttons, listed, extending FROM occurrence WHERE lost = 1 ORDER BY id DESC LIMIT ?
        """
    case unlist = "UPDATE occurrence SET listed = 0 WHERE id = ?"
    case forgetLost = "UPDATE occurrence SET lost = NULL WHERE lost = 1"
    case setLost = "UPDATE occurrence SET lost = 1 WHERE id = ? AND state = 2"
    case forgetKept = """
        UPDATE occurrence SET kept_owner = NULL, kept_number = NULL WHERE kept_owner = ?1 AND kept_number = ?2
        """
    case deleteOccurrence = "DELETE FROM occurrence WHERE id = ?"
    case insertEnded = """
        INSERT OR REPLACE INTO ended (occurrence, app, identifier, request, schedule, date)
        SELECT id, app, identifier, request, schedule, ?2 FROM occurrence WHERE id = ?1
        """
    case deleteEndedUpTo = "DELETE FROM ended WHERE id <= ?"
    case setPresenter = "UPDATE presenter SET owner = ? WHERE id = 1"
    case markInterrupted = """
        UPDATE occurrence SET interrupted = 1
        WHERE state = 0 AND extending = 0 AND (SELECT owner FROM presenter WHERE id = 1) IS NOT NULL
        """

    // Statements for runs of service extensions

    case extendingNames = "SELECT app, identifier FROM occurrence WHERE extending = 1"
    case endAllRuns = "UPDATE occurrence SET extending = 0 WHERE extending = 1"
    case isExtending = "SELECT 1 FROM occurrence WHERE id = ? AND extending = 1"
    case release = "UPDATE occurrence SET extending = 0 WHERE id = ? AND extending = 1"
    case rewrite = """
        UPDATE OR FAIL occurrence SET extending = 0, original = request, request = ?2 WHERE id = ?1 AND extending = 1
        """
    case setRequest = "UPDATE OR FAIL occurrence SET request = ?2 WHERE id = ?1"
    case originalNamed = "SELECT ifnull(original, request), schedule FROM occurrence WHERE app = ? AND identifier = ?"
    case keepOriginal = "UPDATE occurrence SET original = ?2 WHERE id = ?1"
    case original = "SELECT original FROM occurrence WHERE id = ?"
    case disableExtension = "INSERT OR IGNORE INTO disabled_extension (app, kind) VALUES (?, ?)"
    case enableExtension = "DELETE FROM disabled_extension WHERE app = ? AND kind = ?"
    case disabledExtension = "SELECT 1 FROM disabled_extension WHERE app = ? AND kind = ?"

    // Statements for snoozing; ``SnoozeSource`` has the one that inserts a snoozed copy.

    case postponeSnoozed = """
        UPDATE pending SET due = ?2 - (SELECT shift FROM clock), added = ?3 - (SELECT shift FROM clock),
            run = (SELECT run FROM clock) WHERE id = ?1
        """
    case snoozable = "SELECT id, snoozed, repeats FROM pending WHERE app = ? AND identifier = ? ORDER BY snoozed"
    case deleteSnoozed = "DELETE FROM pending WHERE app = ? AND identifier = ? AND snoozed = 1"
    case ended = "SELECT id, app, identifier FROM ended WHERE occurrence = ?"
    case endedNamed = "SELECT id, date FROM ended WHERE app = ? AND identifier = ? ORDER BY id DESC LIMIT 1"
}
