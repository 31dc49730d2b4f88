// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Foundation
package import NotificationModel

extension NotificationStore {
    /// Stores a response before it is delivered, as one row in the outbox for each receiver.
    ///
    /// The occurrence ends in the same transaction, and can be snoozed for a while. If the application has more than
    /// ``NotificationModel/Limits/unclaimedResponses``, the oldest responses are deleted, which is logged.
    ///
    /// An occurrence can be answered even after a newer one with its identifier has replaced it in the store, because
    /// it may still be on the screen. The response contains the older request, and the newer occurrence stays as it is.
    /// If the newer occurrence only presents the same notification again, it ends, too, so that nobody answers twice.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - response: The person's response, or the report that the notification has expired.
    ///   - receivers: The receivers of the response; the list may be empty.
    ///   - facts: Further facts for the log, without texts of the notification or the person.
    ///   - date: The date of the logged event.
    /// - Returns: The new rows of the outbox in the order of the receivers, and any newer presentation of the same
    ///   notification that has ended. Nil if the occurrence has ended before in another way; then nothing was changed.
    /// - Throws: ``StoreError``.
    package func answerAnyPresentation(
        _ id: Int64, with response: Response, receivers: [Receiver], facts: [String: PropertyListValue] = [:],
        at date: Date
    ) async throws -> (items: [OutboxItem], newer: Occurrence?)? {
        let stored = try JSONEncoder().encode(StoredResponse(response))
        let request = try StoredRequest(response.notification.request)
        return try await write { transaction in
            guard let row = try transaction.occurrence(id) else {
                return try transaction.answerReplaced(id, response, (stored, request), receivers, facts, at: date)
            }
            let items = try transaction.post(id, response, stored, to: receivers)
            try Self.end(row, response, facts, at: date, in: transaction)
            return (items, nil)
        }
    }

    /// Ends an occurrence, and logs the response that ended it.
    static func end(
        _ row: OccurrenceRow, _ response: Response, _ facts: [String: PropertyListValue], at date: Date,
        in transaction: Transaction
    ) throws {
        var detail = facts
        if response.kind != .expired { detail["actionIdentifier"] = .string(response.actionIdentifier) }
        try transaction.end(
            row.id, app: row.app, identifier: row.identifier, event: response.logEvent, detail: detail,
            canBeSnoozed: true, at: date)
        try transaction.pruneResponses(app: row.app, at: date)
    }

    /// Marks an unanswered occurrence that has expired as off the screen.
    ///
    /// The outbox gets an item for each receiver.
    ///
    /// - Parameters:
    ///   - id: The occurrence's id.
    ///   - response: The response that says that the occurrence has expired.
    ///   - receivers: The receivers of the response; the list may be empty.
    ///   - staysListed: Whether the occurrence stays delivered; false ends an occurrence that was only for the screen.
    ///   - facts: Further facts for the log, without texts of the notification or the person.
    ///   - date: The date of the logged event.
    /// - Returns: The new rows of the outbox in the order of the receivers; nil if the occurrence has ended before, and
    ///   then nothing was changed.
    /// - Throws: ``StoreError``.
    package func expire(
        _ id: Int64, with response: Response, receivers: [Receiver], staysListed: Bool = true,
        facts: [String: PropertyListValue] = [:], at date: Date
    ) async throws -> [OutboxItem]? {
        let stored = try JSONEncoder().encode(StoredResponse(response))
        return try await write { transaction in
            guard let row = try transaction.occurrence(id) else { return nil }
            let items = try transaction.post(id, response, stored, to: receivers)
            try transaction.setState(id, .unpresented, keepsNumber: true)
            try transaction.log(.expired, app: row.app, identifier: row.identifier, at: date, detail: facts)
            guard staysListed else {
                try transaction.end(
                    id, app: row.app, identifier: row.identifier, event: .gone,
                    detail: ["reason": .string("willPresent")], status: .expired, canBeSnoozed: true, at: date)
                return items
            }
            try transaction.pruneDelivered(app: row.app, at: date)
            return items
        }
    }
}

extension Transaction {
    fileprivate func answerReplaced(
        _ id: Int64, _ response: Response, _ stored: (response: Data, request: StoredRequest), _ receivers: [Receiver],
        _ facts: [String: PropertyListValue], at date: Date
    ) throws -> (items: [OutboxItem], newer: Occurrence?)? {
        let (app, identifier) = (response.notification.app, response.notification.request.identifier)
        guard let newer = try row(OccurrenceQuery.occurrenceNamed, [app, identifier], OccurrenceRow.init), newer.id > id
        else {
            return nil
        }
        let items = try receivers.map { receiver in
            OutboxItem(
                id: try post(
                    response.notification, stored.request, to: receiver, event: response.eventName,
                    response: stored.response),
                receiver: receiver, event: response.eventName, notification: response.notification, response: response)
        }
        return (items, try NotificationStore.endNewer(newer, response, facts, at: date, in: self))
    }

    func post(_ id: Int64, _ response: Response, _ stored: Data, to receivers: [Receiver]) throws -> [OutboxItem] {
        try receivers.map { receiver in
            OutboxItem(
                id: try post(id, to: receiver, event: response.eventName, response: stored),
                receiver: receiver, event: response.eventName, notification: response.notification,
                response: response)
        }
    }
}

extension NotificationModel.Notification {
    /// Tells whether this is the `other` notification, presented again, and neither its update nor its next repetition.
    func isShownAnew(_ other: NotificationModel.Notification) -> Bool {
        // The dates of both notifications may differ slightly, because dates are rounded on disk.
        !request.instance.isEmpty && request.instance == other.request.instance
            && abs(due.timeIntervalSince(other.due)) < 0.001
            && abs(date.timeIntervalSince(other.date)) < 0.001
    }
}

extension Response {
    var logEvent: EventRecord.Kind {
        switch kind {
        case .action, .default, .text: .answered
        case .dismiss: .dismissed
        case .expired: .expired
        }
    }
}
