// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The tables whose rows can be put off: each has the columns that a pending row is made of.
enum SnoozeSource: String, CaseIterable {
    case occurrence, pending, ended, missed

    /// Makes the snoozed copy; the parameters are the row, until and at. Under the same tests as ``Query``.
    var statement: String {
        """
        INSERT OR FAIL INTO pending
            (app, identifier, snoozed, due, added, moves, repeats, parent, request, schedule, run)
        SELECT app, identifier, 1, ?2 - (SELECT shift FROM clock), ?3 - (SELECT shift FROM clock), 1, 0,
            ifnull(json_extract(CAST(request AS TEXT), '$.warnsOf'), ''), request, schedule,
            (SELECT run FROM clock)
        FROM \(rawValue) WHERE id = ?1
        """
    }
}
