// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel

/// A row of the table `outbox`. It is read on the store's queue; lists decode it outside the queue.
struct OutboxRow: Sendable {
    let id: Int64
    let app: String
    let command: Data?
    let event: String
    let response: Data?
    let date: Date
    let due: Date
    let stored: StoredRequest

    /// Reads the columns in the order of ``Query/outbox``.
    init(_ row: Row) {
        id = row[0]
        app = row[1]
        command = row[3]
        event = row[4]
        response = row[5]
        date = Date(timeIntervalSince1970: row[6])
        due = Date(timeIntervalSince1970: row[7])
        stored = StoredRequest(request: row[8], trigger: row[9])
    }

    /// Decodes the receiver of an item: a command is a string or a list, an opening is a dictionary.
    private static func receiver(_ data: Data, _ decoder: JSONDecoder) throws -> Receiver {
        data.first == UInt8(ascii: "{")
            ? .opening(try decoder.decode(Opening.self, from: data))
            : .command(try decoder.decode(Command.self, from: data))
    }

    func decoded() throws -> OutboxItem {
        let decoder = JSONDecoder()
        let notification = Notification(app: app, request: try stored.decoded(), date: date, due: due)
        return OutboxItem(
            id: id,
            receiver: try command.map { try Self.receiver($0, decoder) } ?? .delegate,
            event: event, notification: notification,
            response: try response.map {
                try decoder.decode(StoredResponse.self, from: $0).response(to: notification)
            })
    }
}

/// A response without its notification, which is in other columns.
struct StoredResponse: Codable {
    let kind: Response.Kind
    let actionIdentifier: String
    let userText: String?
    let date: Double
    let activationToken: String?

    init(_ response: Response) {
        kind = response.kind
        actionIdentifier = response.actionIdentifier
        userText = response.userText
        date = response.date.timeIntervalSince1970
        activationToken = response.activationToken
    }

    func response(to notification: NotificationModel.Notification) -> Response {
        Response(
            kind: kind, actionIdentifier: actionIdentifier, userText: userText,
            date: Date(timeIntervalSince1970: date), activationToken: activationToken, notification: notification)
    }
}
