// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// Something that a receiver has still to be told: a response, or that a request fired.
package struct OutboxItem: Hashable, Sendable, Identifiable {
    /// Grows with each item and is never used twice.
    package let id: Int64
    package let receiver: Receiver
    /// The action's identifier, or a word of ``NotificationModel/ResponsePlan/Event``.
    package let event: String
    package let notification: Notification
    /// Nil where nobody answered: the event is `fired`.
    package let response: Response?

    package init(id: Int64, receiver: Receiver, event: String, notification: Notification, response: Response?) {
        self.id = id
        self.receiver = receiver
        self.event = event
        self.notification = notification
        self.response = response
    }

    /// Whose it is.
    package var app: String { notification.app }
    /// The request's identifier.
    package var identifier: String { notification.request.identifier }
}
