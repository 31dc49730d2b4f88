// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

extension Transaction {
    func occurrence(_ id: Int64) throws -> OccurrenceRow? {
        try row(OccurrenceQuery.occurrence, [id], OccurrenceRow.init)
    }

    /// Deletes an occurrence from the delivered list, keeps it in the history, and logs the reason.
    ///
    /// The status in the history is that of the event, unless `status` is given. With `canBeSnoozed` the store keeps
    /// the occurrence in another table for a while, because the person may still snooze it.
    /// - Throws: ``StoreError``.
    func end(
        _ id: Int64, app: String, identifier: String, event: EventRecord.Kind,
        detail: [String: PropertyListValue] = [:], status: HistoryEntry.Status? = nil, canBeSnoozed: Bool = false,
        at date: Date
    ) throws {
        if canBeSnoozed { try remember(id, at: date) }
        let action: String? = if case .string(let action)? = detail["actionIdentifier"] { action } else { nil }
        try keep(id, status ?? HistoryEntry.Status(event), action: event == .answered ? action : nil, at: date)
        try execute(OccurrenceQuery.deleteOccurrence, [id])
        try log(event, app: app, identifier: identifier, at: date, detail: detail)
    }

    /// Moves an occurrence to another state; `server` is the server's number of a shown occurrence.
    ///
    /// With `keepsNumber` the store keeps the occurrence's former server number, because the server may still list the
    /// notification. `isLost` means that the server which showed the occurrence has exited.
    func setState(
        _ id: Int64, _ state: Occurrence.State, server: ServerNumber? = nil, keepsNumber: Bool = false,
        buttons: Data? = nil, isLost: Bool = false
    ) throws {
        try execute(
            OccurrenceQuery.setState,
            [
                id, state.rawValue, server?.owner, server.map { Int64($0.number) }, keepsNumber, buttons,
                isLost ? true : nil,
            ])
    }

    /// Deletes the oldest occurrences over the limit of an application's delivered list, unpresented ones first.
    ///
    /// Occurrences that no server has shown yet are never deleted; the quota limits their number.
    ///
    /// - Returns: The deleted occurrences that were on the screen, which the caller closes.
    @discardableResult
    func pruneDelivered(app: String, at date: Date) throws -> [OccurrenceRow] {
        var pushedOut: [OccurrenceRow] = []
        while let count = try row(Query.application, [app], { $0[4] as Int }), count > Limits.deliveredNotifications {
            guard let (id, identifier) = try oldest(.unpresented, of: app) ?? oldest(.shown, of: app) else { break }
            if let row = try occurrence(id), row.state == .shown { pushedOut.append(row) }
            try end(id, app: app, identifier: identifier, event: .gone, detail: ["reason": .string("limit")], at: date)
        }
        return pushedOut
    }

    private func oldest(_ state: Occurrence.State, of app: String) throws -> (Int64, String)? {
        try row(OccurrenceQuery.oldestOccurrence, [app, state.rawValue]) { ($0[0], $0[1]) }
    }

    /// Inserts an item into the outbox for one receiver, and returns its id.
    func post(_ occurrence: Int64, to receiver: Receiver, event: String, response: Data?) throws -> Int64 {
        try execute(Query.insertOutbox, [occurrence, receiver.kind.rawValue, command(of: receiver), event, response])
        return lastInsertedID
    }

    /// Inserts an item about an ended occurrence into the outbox for one receiver, and returns its id.
    func post(
        _ notification: NotificationModel.Notification, _ stored: StoredRequest, to receiver: Receiver, event: String,
        response: Data?
    ) throws -> Int64 {
        try execute(
            Query.insertFormerOutbox,
            [
                notification.app, notification.request.identifier, receiver.kind.rawValue, command(of: receiver), event,
                response, notification.date.timeIntervalSince1970, notification.due.timeIntervalSince1970,
                stored.request, stored.trigger,
            ])
        return lastInsertedID
    }

    private func command(of receiver: Receiver) throws -> Data? {
        switch receiver {
        case .delegate: nil
        case .command(let command): try JSONEncoder().encode(command)
        case .opening(let opening): try JSONEncoder().encode(opening)
        }
    }

    /// Deletes the oldest responses that an application has not fetched, until it has no more than the limit.
    ///
    /// Responses that only report that a notification was opened are deleted first: they contain no choice.
    func pruneResponses(app: String, at date: Date) throws {
        while let count = try row(Query.application, [app], { $0[5] as Int }), count > Limits.unclaimedResponses,
            let oldest = try row(Query.oldestOpening, [app], { $0[0] as Int64 })
                ?? row(Query.oldestResponse, [app], { $0[0] as Int64 })
        {
            try drop(oldest, of: app, because: "limit", at: date)
        }
    }

    /// Deletes an undelivered response from the outbox, and logs the reason.
    func drop(_ item: Int64, of app: String, because reason: String, at date: Date) throws {
        let identifier = try row(Query.deleteOutbox, [item]) { $0[1] as String } ?? ""
        try log(.dropped, app: app, identifier: identifier, at: date, detail: ["reason": .string(reason)])
    }
}
