// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Numbers of notifications that have ended and may still be on the screen, for the next agent to close.
///
/// Numbers come into this list by themselves, in the transaction that ends their occurrence.
extension NotificationStore {
    /// The numbers of what a server may still show though it is over, the lowest first.
    ///
    /// Never one under which something of ours is shown, or is about to be.
    ///
    /// - Parameters:
    ///   - owner: The server, as ``ServerNumber/owner`` names it: a number means nothing to another.
    ///   - limit: The largest number of results.
    /// - Returns: None where all is as it should be.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func unclosed(on owner: String, limit: Int) async throws -> [ServerNumber] {
        try await read { transaction in
            try transaction.rows(
                sql: "SELECT number FROM unclosed WHERE owner = ? ORDER BY number LIMIT ?", [owner, limit]
            ) { ServerNumber(owner: owner, number: $0[0]) }
        }
    }

    /// A number is off the screen: it leaves the list with a change of the store, and costs no commit of its own.
    ///
    /// The change is the next one, or the one that ends or moves the occurrence with this number; until it is shown under it again.
    /// Lost with an agent that ends before, it is closed once more, which changes nothing.
    package func noteClosed(_ place: ServerNumber) { queue.noteClosed(place) }
}

extension Transaction {
    func forgetUnclosed(_ places: some Sequence<ServerNumber>) throws {
        for place in places {
            try execute(
                sql: "DELETE FROM unclosed WHERE owner = ? AND number = ?", [place.owner, Int64(place.number)])
        }
    }

    /// Whether something has this number, as far as the store knows.
    func isShown(_ place: ServerNumber) throws -> Bool {
        try row(OccurrenceQuery.occurrenceOnServer, [place.owner, Int64(place.number)]) { _ in true } ?? false
    }

    /// Forgets the numbers of other servers, which are gone.
    func forgetUnclosed(butOn owner: String) throws {
        try execute(sql: "DELETE FROM unclosed WHERE owner <> ?", [owner])
    }
}

/// Lost notifications: they are delivered, but the server that showed them is gone.
extension NotificationStore {
    /// Lists the lost notifications that have not come back since, the newest first.
    ///
    /// - Parameter limit: The largest number of results.
    /// - Returns: Their state is unpresented; what can't be read is set aside.
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func lost(limit: Int) async throws -> [Occurrence] {
        try await readable { try $0.rows(OccurrenceQuery.lostOccurrences, [limit], OccurrenceRow.init) }
    }

    /// Has only these be lost from now on; the others stay delivered, and do not come back by themselves.
    ///
    /// An occurrence that is shown or has ended meanwhile is no error, and not lost.
    ///
    /// - Throws: ``StoreError``.
    package nonisolated(nonsending) func keepLost(_ occurrences: [Int64]) async throws {
        try await write { transaction in
            try transaction.execute(OccurrenceQuery.forgetLost)
            for id in occurrences { try transaction.execute(OccurrenceQuery.setLost, [id]) }
        }
    }
}
