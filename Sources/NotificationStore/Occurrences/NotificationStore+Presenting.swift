// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB
package import NotificationModel

/// The steps of presenting one occurrence. If the occurrence has ended, a step changes nothing and returns false.
extension NotificationStore {
    /// Stores the server that presents occurrences from now on; nil if there is no server.
    ///
    /// After a crash, occurrences that were being presented to a server are ``Occurrence/wasInterrupted``. The entries
    /// of ``unclosed(on:limit:)`` for other servers are deleted.
    package func setPresenter(_ owner: String?) async throws {
        try await write { transaction in
            try transaction.execute(OccurrenceQuery.setPresenter, [owner])
            if let owner { try transaction.forgetUnclosed(butOn: owner) }
        }
    }

    /// Stores the number that the server has returned for an occurrence.
    ///
    /// If another occurrence has this number, as the server did not report its closing, the other becomes unpresented.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - server: The server's number for it.
    ///   - buttons: The buttons of the notification, stored with the occurrence; nil leaves them as they are.
    ///   - isListed: Whether the occurrence is in the delivered list; false takes it out for good.
    ///   - date: The date of the logged event.
    /// - Returns: Whether the occurrence still exists, and the older ones that exceeded the limit.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func markShown(
        _ id: Int64, server: ServerNumber, buttons: Data? = nil, isListed: Bool = true, at date: Date
    ) async throws -> PresentationOutcome {
        // An earlier note that this number was closed is about the notification that had the number before.
        queue.forgetNote(of: server)
        return try await write { transaction in
            guard let row = try transaction.occurrence(id) else {
                try transaction.addUnclosed(server)
                return .ended
            }
            let former = try transaction.row(
                OccurrenceQuery.occurrenceOnServer, [server.owner, Int64(server.number)], OccurrenceRow.init)
            if let former, former.id != id {
                try transaction.setState(former.id, .unpresented)
                try transaction.log(
                    .gone, app: former.app, identifier: former.identifier, at: date,
                    detail: ["reason": .string("number")])
            }
            // An expired occurrence for which this number was kept loses the number, too.
            try transaction.execute(OccurrenceQuery.forgetKept, [server.owner, Int64(server.number)])
            try transaction.setState(id, .shown, server: server, buttons: buttons)
            try transaction.execute(HistoryQuery.noteShown, [id, date.timeIntervalSince1970])
            if !isListed, row.isListed { try transaction.execute(OccurrenceQuery.unlist, [id]) }
            try transaction.log(.shown, app: row.app, identifier: row.identifier, at: date)
            // Unreadable occurrences are left out: they have no buttons that the person could press.
            return .shown(
                pushedOut: try transaction.pruneDelivered(app: row.app, at: date).compactMap { try? $0.decoded() })
        }
    }

    /// Marks an occurrence as off the screen; it stays delivered.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - event: The reason: `expired` or `gone`.
    ///   - detail: Further facts for the log.
    ///   - isLost: Whether its server has exited, so that the occurrence may be shown again: see ``lost(limit:)``.
    ///   - date: The date of the logged event.
    /// - Returns: False if the occurrence has already ended.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func markUnpresented(
        _ id: Int64, event: EventRecord.Kind, detail: [String: PropertyListValue] = [:], isLost: Bool = false,
        at date: Date
    ) async throws -> Bool {
        try await change(id) { transaction, row in
            try transaction.setState(id, .unpresented, isLost: isLost)
            try transaction.log(event, app: row.app, identifier: row.identifier, at: date, detail: detail)
            try transaction.pruneDelivered(app: row.app, at: date)
        }
    }

    /// Ends an occurrence without a response. The occurrence leaves the delivered list, and can be snoozed for a while.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - event: The reason, such as `dismissed`, `expired` or `gone`.
    ///   - detail: Further facts for the log.
    ///   - date: The date of the logged event.
    /// - Returns: False if the occurrence has ended already; then nothing was changed.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func markGone(
        _ id: Int64, event: EventRecord.Kind, detail: [String: PropertyListValue] = [:], at date: Date
    ) async throws -> Bool {
        try await change(id) { transaction, row in
            try transaction.end(
                id, app: row.app, identifier: row.identifier, event: event, detail: detail, canBeSnoozed: true, at: date
            )
        }
    }

    private func change(
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
    /// The server's number is stored. The oldest occurrences over the limit have ended: the caller closes them.
    case shown(pushedOut: [Occurrence])
    /// The occurrence had already ended, and the caller closes it on the server.
    case ended
}
