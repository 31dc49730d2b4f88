// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

/// A response without its notification, which has columns of its own.
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
