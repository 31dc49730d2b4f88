// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel

/// Drawings of content extensions, and responses that such an extension gets before their receivers.
///
/// A held response is in the outbox, but is not delivered. The extension decides whether it is delivered or deleted,
/// and whether its notification ends. If an agent ends while it holds responses, the next agent delivers them.
extension NotificationStore {
    /// Stores the drawing that a content extension has made for an occurrence.
    ///
    /// - Returns: The occurrence with the drawing; nil if it has ended.
    /// - Throws: ``StoreError``.
    package func draw(_ id: Int64, _ drawing: Drawing) async throws -> Occurrence? {
        try await write { try Self.draw(id, drawing, in: $0) }
    }

    /// Stores a response that the application's content extension gets first. The occurrence does not end.
    ///
    /// - Returns: The ids of the held items of the outbox; nil if the occurrence has ended or was replaced, and then
    ///   nothing was changed.
    /// - Throws: ``StoreError``.
    package func hold(_ id: Int64, _ response: Response, receivers: [Receiver]) async throws -> [Int64]? {
        let stored = try JSONEncoder().encode(StoredResponse(response))
        return try await write { transaction in
            guard try transaction.occurrence(id) != nil else { return nil }
            let items = try transaction.post(id, response, stored, to: receivers).map(\.id)
            for item in items { try transaction.execute(Query.hold, [item, id]) }
            return items
        }
    }

    /// Ends the holding of a response: it is delivered or deleted, and its notification ends or stays.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - response: The held response.
    ///   - items: The ids of the response's items, as ``hold(_:_:receivers:)`` has returned them.
    ///   - end: The extension's decision.
    ///   - facts: Further facts for the log, without texts of the notification or the person.
    ///   - date: The date of the logged event.
    /// - Returns: The items to deliver; the newer presentation of the same notification that has ended, if there is
    ///   one; and, for a notification that stays, its occurrence or the newer presentation of it, nil if the
    ///   notification has already ended.
    /// - Throws: ``StoreError``.
    package func settle(
        _ id: Int64, _ response: Response, _ items: [Int64], _ end: DrawnAction,
        facts: [String: PropertyListValue] = [:], at date: Date
    ) async throws -> SettledResponse {
        try await write { transaction in
            var settled = SettledResponse()
            for item in items {
                if end == .forwarded, let row = try transaction.row(Query.heldItem, [item], OutboxRow.init) {
                    try transaction.execute(Query.endHold, [item])
                    // A response that can't be read is set aside when it is to be delivered.
                    if let decoded = try? row.decoded() { settled.items.append(decoded) }
                } else if end != .forwarded {
                    _ = try transaction.row(Query.deleteOutbox, [item]) { _ in true }
                }
            }
            guard case .kept(let drawing) = end else {
                settled.newer = try Self.answer(id, response, facts, at: date, in: transaction)
                return settled
            }
            settled.kept = try Self.draw(id, drawing, in: transaction)
            if settled.kept == nil, let newer = try Self.newer(than: id, response.notification, in: transaction) {
                settled.kept = try Self.draw(newer.id, drawing, in: transaction)
            }
            guard let kept = settled.kept else { return settled }
            try transaction.log(
                .extended, app: kept.app, identifier: kept.identifier, at: date,
                detail: facts.merging(["actionIdentifier": .string(response.actionIdentifier)]) { $1 })
            return settled
        }
    }

    /// Releases the responses that an earlier agent held when it ended, and ends their notifications.
    ///
    /// - Throws: ``StoreError``; then the responses stay held until the agent starts again.
    package func releaseHeldResponses(at date: Date) async throws {
        try await write { transaction in
            for id in try transaction.rows(Query.heldOccurrences, [], { $0[0] as Int64 }) {
                let row = try transaction.rows(Query.heldOutbox, [id], OutboxRow.init).first
                try transaction.execute(Query.endHolds, [id])
                // A response that can't be read is set aside when it is to be delivered.
                guard let response = (try? row?.decoded())?.response else { continue }
                _ = try Self.answer(id, response, ["reason": .string("restart")], at: date, in: transaction)
            }
        }
    }
}

/// The result of ``NotificationStore/settle(_:_:_:facts:at:)``.
package struct SettledResponse: Sendable {
    /// The items that are to be delivered now.
    package var items: [OutboxItem] = []
    /// The newer presentation of the answered notification, which has ended, too; nil if there is none.
    package var newer: Occurrence?
    /// The occurrence of a notification that stays, or its newer presentation; nil if it doesn't stay or has ended.
    package var kept: Occurrence?
}

extension NotificationStore {
    private static func draw(_ id: Int64, _ drawing: Drawing, in transaction: Transaction) throws -> Occurrence? {
        guard let row = try transaction.occurrence(id) else { return nil }
        let drawn = try row.decoded().drawn(drawing)
        let request = try StoredRequest(drawn.notification.request).request
        try transaction.execute(OccurrenceQuery.setRequest, [id, request])
        return drawn
    }

    /// Ends an answered occurrence or, if it has ended, ends and returns the newer presentation of its notification.
    private static func answer(
        _ id: Int64, _ response: Response, _ facts: [String: PropertyListValue], at date: Date,
        in transaction: Transaction
    ) throws -> Occurrence? {
        if let row = try transaction.occurrence(id) {
            try end(row, response, facts, at: date, in: transaction)
            return nil
        }
        let (app, identifier) = (response.notification.app, response.notification.request.identifier)
        let named = try transaction.row(OccurrenceQuery.occurrenceNamed, [app, identifier], OccurrenceRow.init)
        guard let newer = named, newer.id > id else {
            // A program has removed the notification, which ended it in the store; only the answer is left to log.
            let detail = facts.merging(["actionIdentifier": .string(response.actionIdentifier)]) { $1 }
            try transaction.log(response.logEvent, app: app, identifier: identifier, at: date, detail: detail)
            return nil
        }
        return try endNewer(newer, response, facts, at: date, in: transaction)
    }

    /// Returns the newer presentation of the same notification; nil if there is none.
    private static func newer(
        than id: Int64, _ notification: NotificationModel.Notification, in transaction: Transaction
    ) throws -> Occurrence? {
        let row = try transaction.row(
            OccurrenceQuery.occurrenceNamed, [notification.app, notification.request.identifier], OccurrenceRow.init)
        guard let row, row.id > id, let newer = try? row.decoded(), newer.notification.isShownAnew(notification) else {
            return nil
        }
        return newer
    }

    /// Ends the newer presentation of an answered notification; an update or a repetition of the notification stays.
    ///
    /// - Returns: The newer presentation that has ended; nil if there is none.
    static func endNewer(
        _ newer: OccurrenceRow, _ response: Response, _ facts: [String: PropertyListValue], at date: Date,
        in transaction: Transaction
    ) throws -> Occurrence? {
        let (app, identifier) = (newer.app, newer.identifier)
        var detail = facts.merging(["actionIdentifier": .string(response.actionIdentifier)]) { _, new in new }
        let anew = (try? newer.decoded()).flatMap { $0.notification.isShownAnew(response.notification) ? $0 : nil }
        if let anew {
            try transaction.end(
                anew.id, app: app, identifier: identifier, event: response.logEvent, detail: detail,
                canBeSnoozed: true, at: date)
        } else {
            detail["replaced"] = .boolean(true)
            try transaction.changeNewestEntry(
                app: app, identifier: identifier, from: .replaced, to: HistoryEntry.Status(response.logEvent),
                action: response.logEvent == .answered ? response.actionIdentifier : nil, at: date)
            try transaction.log(response.logEvent, app: app, identifier: identifier, at: date, detail: detail)
        }
        try transaction.pruneResponses(app: app, at: date)
        return anew
    }
}
