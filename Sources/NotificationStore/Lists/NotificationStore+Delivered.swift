// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
import NotificationModel

extension NotificationStore {
    /// Lists delivered notifications that have not ended, the newest first.
    ///
    /// - Parameters:
    ///   - app: The application's id; nil for every application.
    ///   - identifiers: The identifiers; nil for all. Unknown ones are left out.
    ///   - limit: The largest size of the list in bytes on the bus, if `identifiers` is nil.
    /// - Returns: The occurrences, including those that are being presented.
    /// - Throws: ``NotificationModel/Refusal`` `contentTooLarge` over the limit (the list is not read); ``StoreError``.
    package func delivered(
        app: String?, identifiers: [String]? = nil, upTo limit: Int = .max
    ) async throws -> [Occurrence] {
        try await readable {
            try $0.delivered(app: app, identifiers: identifiers, upTo: limit)
        }
    }

    /// Ends delivered notifications; the caller removes them from the screen.
    ///
    /// - Parameters:
    ///   - app: The application's id.
    ///   - identifiers: The identifiers; nil for all. Unknown ones are no error.
    ///   - undo: The command in a terminal that removes the notifications, which is noted as one that can't be undone;
    ///     nil if no command removes them.
    ///   - date: The date of the logged event.
    /// - Returns: The removed occurrences, the newest first.
    /// - Throws: ``StoreError``.
    package func removeDelivered(
        app: String, identifiers: [String]? = nil, undo: UndoKey? = nil, at date: Date
    ) async throws -> [Occurrence] {
        try await write { transaction in
            try transaction.undoTable.note(undo, obstacle: "it removed delivered notifications", at: date)
            return try transaction.delivered(app: app, identifiers: identifiers).compactMap { row in
                try transaction.end(row.id, app: app, identifier: row.identifier, event: .removed, at: date)
                return try? row.decoded()
            }
        }
    }

    /// Reads the occurrence with this id; nil if it has ended.
    package func occurrence(_ id: Int64) async throws -> Occurrence? {
        try await readable {
            try $0.rows(OccurrenceQuery.occurrence, [id], OccurrenceRow.init)
        }.first
    }

    /// Reads the occurrence whose notification has this server number; nil if it has ended, or is not Belfry's.
    package func occurrence(at server: ServerNumber) async throws -> Occurrence? {
        try await readable {
            try $0.rows(OccurrenceQuery.occurrenceOnServer, [server.owner, Int64(server.number)], OccurrenceRow.init)
        }.first
    }

    /// Lists the occurrences that have fired and are to be presented, the oldest first; those that wait for a service
    /// extension are left out.
    ///
    /// - Parameters:
    ///   - id: The last id of the previous page; 0 for the first page.
    ///   - limit: The largest number of results.
    /// - Returns: A page; the next one begins after its last id.
    /// - Throws: ``StoreError``.
    package func presenting(after id: Int64 = 0, limit: Int) async throws -> [Occurrence] {
        try await readable {
            try $0.rows(OccurrenceQuery.presentingOccurrences, [id, limit], OccurrenceRow.init)
        }
    }

    /// Lists the occurrences that a server shows, the oldest first.
    ///
    /// - Parameters:
    ///   - owner: The server's unique name; nil for all servers, including those that have exited.
    ///   - id: The last id of the previous page; 0 for the first page.
    ///   - limit: The largest number of results.
    /// - Returns: A page; the next one begins after its last id.
    /// - Throws: ``StoreError``.
    package func shown(on owner: String?, after id: Int64 = 0, limit: Int) async throws -> [Occurrence] {
        try await readable { transaction in
            if let owner {
                return try transaction.rows(OccurrenceQuery.occurrencesOnOwner, [owner, id, limit], OccurrenceRow.init)
            }
            return try transaction.rows(
                OccurrenceQuery.occurrencesInState, [Occurrence.State.shown.rawValue, id, limit], OccurrenceRow.init)
        }
    }
}

extension Transaction {
    fileprivate func delivered(app: String?, identifiers: [String]?, upTo limit: Int = .max) throws -> [OccurrenceRow] {
        guard let identifiers else {
            let all: [OccurrenceRow]? =
                if let app {
                    try rows(OccurrenceQuery.occurrencesOfApp, [app], upTo: limit)
                } else {
                    try rows(OccurrenceQuery.occurrences, [], upTo: limit)
                }
            if let all { return all.sorted { $0.id > $1.id } }
            throw tooMany("delivered", of: app, count: try count(of: app) { $0.delivered }, limit)
        }
        let found = try Set(identifiers).flatMap { identifier -> [OccurrenceRow] in
            guard let app else {
                return try rows(OccurrenceQuery.occurrenceNamedAnywhere, [identifier], OccurrenceRow.init)
            }
            return try rows(OccurrenceQuery.occurrenceNamed, [app, identifier], OccurrenceRow.init)
        }
        return found.sorted { $0.id > $1.id }
    }
}
