// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The server's numbers of ended notifications that may still be on the screen; the next agent closes these.
///
/// SQL triggers add the numbers to this list in the transaction that ends their occurrence.
extension NotificationStore {
    /// Reads the server's numbers of ended notifications that the server may still show, the lowest first.
    ///
    /// A number that another occurrence has, or is about to take over, is never among them.
    ///
    /// - Parameters:
    ///   - owner: The server, as in ``ServerNumber/owner``; each number is valid on one server only.
    ///   - limit: The largest number of results.
    /// - Returns: The numbers; usually there are none.
    /// - Throws: ``StoreError``.
    package func unclosed(on owner: String, limit: Int) async throws -> [ServerNumber] {
        try await read { transaction in
            try transaction.rows(
                sql: "SELECT number FROM unclosed WHERE owner = ? ORDER BY number LIMIT ?", [owner, limit]
            ) { ServerNumber(owner: owner, number: $0[0]) }
        }
    }

    /// Notes that the server has closed the notification with this number. The number leaves the list of
    /// ``unclosed(on:limit:)`` with the next change of the store, so that the note costs no commit of its own.
    ///
    /// If an occurrence still has this number, the number leaves the list with the change that ends or moves that
    /// occurrence. The note is dropped when a notification is shown under this number again. If the agent ends before
    /// that change, the next agent closes the number once more, which has no effect.
    package func noteClosed(_ place: ServerNumber) { queue.noteClosed(place) }
}

extension Transaction {
    func forgetUnclosed(_ places: some Sequence<ServerNumber>) throws {
        for place in places {
            try execute(sql: "DELETE FROM unclosed WHERE owner = ? AND number = ?", [place.owner, Int64(place.number)])
        }
    }

    /// Adds the number of a notification that ended before the server returned the number: the agent may end before it
    /// closes the notification. A number that another occurrence has, or is about to take over, is not added.
    func addUnclosed(_ place: ServerNumber) throws {
        try execute(
            sql: """
                INSERT OR IGNORE INTO unclosed SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM occurrence
                    WHERE (?1, ?2) IN (VALUES (owner, number), (replaced_owner, replaced_number)))
                """, [place.owner, Int64(place.number)])
    }

    func isShown(_ place: ServerNumber) throws -> Bool {
        try row(OccurrenceQuery.occurrenceOnServer, [place.owner, Int64(place.number)]) { _ in true } ?? false
    }

    /// Deletes the numbers of ended notifications on all servers but `owner`; the other servers have exited.
    func forgetUnclosed(butOn owner: String) throws {
        try execute(sql: "DELETE FROM unclosed WHERE owner <> ?", [owner])
    }
}

/// Lost notifications, which are still delivered, although the server that showed them has exited.
extension NotificationStore {
    /// Lists the lost notifications that were not shown again since they were lost, the newest first.
    ///
    /// - Parameter limit: The largest number of results.
    /// - Returns: The occurrences, which are unpresented; unreadable occurrences are set aside.
    /// - Throws: ``StoreError``.
    package func lost(limit: Int) async throws -> [Occurrence] {
        try await readable { try $0.rows(OccurrenceQuery.lostOccurrences, [limit], OccurrenceRow.init) }
    }

    /// Keeps only these occurrences in the list of lost notifications. The others stay delivered, and don't come back.
    ///
    /// An occurrence that is shown again or has ended is ignored, and does not become lost.
    ///
    /// - Throws: ``StoreError``.
    package func keepLost(_ occurrences: [Int64]) async throws {
        try await write { transaction in
            try transaction.execute(OccurrenceQuery.forgetLost)
            for id in occurrences { try transaction.execute(OccurrenceQuery.setLost, [id]) }
        }
    }
}
