// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// The steps of one occurrence. Each returns false, having changed nothing, where it has ended.
extension NotificationStore {
    /// Remembers which server occurrences are handed to from now on; nil for none.
    ///
    /// After a crash, what was presenting while there was a server is ``Occurrence/wasInterrupted``. What is ``unclosed(on:limit:)``
    /// on others is forgotten.
    package nonisolated(nonsending) func setPresenter(_ owner: String?) async throws {
        try await write { transaction in
            try transaction.execute(OccurrenceQuery.setPresenter, [owner])
            if let owner { try transaction.forgetUnclosed(butOn: owner) }
        }
    }

    /// The server has returned its number.
    ///
    /// Another occurrence that still had this number, of which the server has told us nothing, is unpresented.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - server: The server's number of it.
    ///   - buttons: The buttons of the notification, stored with the occurrence; nil leaves them as they are.
    ///   - isListed: Whether it is in the delivered list; one that is not stays out of it.
    ///   - date: For the log.
    /// - Returns: Whether it is still wanted, and what had to make room.
    /// - Throws: ``StoreError``.
    @discardableResult
    package nonisolated(nonsending) func markShown(
        _ id: Int64, server: ServerNumber, buttons: Data? = nil, isListed: Bool = true, at date: Date
    ) async throws -> PresentationOutcome {
        // What was noted of this number was about what was there before.
        queue.forgetNote(of: server)
        return try await write { transaction in
            guard let row = try transaction.occurrence(id) else { return .ended }
            let former = try transaction.row(
                OccurrenceQuery.occurrenceOnServer, [server.owner, Int64(server.number)], OccurrenceRow.init)
            if let former, former.id != id {
                try transaction.setState(former.id, .unpresented)
                try transaction.log(
                    .gone, app: former.app, identifier: former.identifier, at: date,
                    detail: ["reason": .string("number")])
            }
            // Nor is it any longer that of one that has expired.
            try transaction.execute(OccurrenceQuery.forgetKept, [server.owner, Int64(server.number)])
            try transaction.setState(id, .shown, server: server, buttons: buttons)
            if !isListed, row.isListed { try transaction.execute(OccurrenceQuery.unlist, [id]) }
            try transaction.log(.shown, app: row.app, identifier: row.identifier, at: date)
            // What can't be read can't be pressed either.
            return .shown(
                pushedOut: try transaction.pruneDelivered(app: row.app, at: date).compactMap { try? $0.decoded() })
        }
    }

    /// Marks an occurrence as off the screen; it stays delivered.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - event: Why: `expired` or `gone`.
    ///   - detail: Further facts for the log.
    ///   - isLost: It went with its server, and may come back: see ``lost(limit:)``.
    ///   - date: For the log.
    /// - Returns: False if it has ended meanwhile.
    /// - Throws: ``StoreError``.
    @discardableResult
    package nonisolated(nonsending) func markUnpresented(
        _ id: Int64, event: EventRecord.Kind, detail: [String: PropertyListValue] = [:], isLost: Bool = false,
        at date: Date
    ) async throws -> Bool {
        try await change(id) { transaction, row in
            try transaction.setState(id, .unpresented, isLost: isLost)
            try transaction.log(event, app: row.app, identifier: row.identifier, at: date, detail: detail)
            try transaction.pruneDelivered(app: row.app, at: date)
        }
    }

    /// Ends an occurrence without a response: it is no longer delivered. It can be snoozed for a while.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - event: Why, such as `dismissed`, `expired` or `gone`.
    ///   - detail: Further facts for the log.
    ///   - date: For the log.
    /// - Returns: False if it has ended before: the first end counts.
    /// - Throws: ``StoreError``.
    @discardableResult
    package nonisolated(nonsending) func markGone(
        _ id: Int64, event: EventRecord.Kind, detail: [String: PropertyListValue] = [:], at date: Date
    ) async throws -> Bool {
        try await change(id) { transaction, row in
            try transaction.end(
                id, app: row.app, identifier: row.identifier, event: event, detail: detail, canBeSnoozed: true, at: date
            )
        }
    }

    private nonisolated(nonsending) func change(
        _ id: Int64,
        _ body: @escaping @Sendable (Transaction, OccurrenceRow) throws -> Void
    ) async throws -> Bool {
        try await write { transaction in
            guard let row = try transaction.occurrence(id) else { return false }
            try body(transaction, row)
            return true
        }
    }
}

/// The result of ``NotificationStore/markShown(_:server:buttons:isListed:at:)``.
package enum PresentationOutcome: Hashable, Sendable {
    /// The number is stored. The oldest occurrences over the limit have ended: the caller closes them.
    case shown(pushedOut: [Occurrence])
    /// The occurrence has ended meanwhile: the caller closes it on the server.
    case ended
}
