// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// An item that is to be delivered to a receiver: a response, or the notice that a request has fired.
package struct OutboxItem: Hashable, Sendable, Identifiable {
    /// A number that grows with each item and is never used twice.
    package var id: Int64
    package let receiver: Receiver
    /// The identifier of the chosen action, or a word of ``NotificationModel/ResponsePlan/Event``.
    package let event: String
    package var notification: Notification
    /// The response; nil for the event `fired`, which has none.
    package var response: Response?

    package init(id: Int64, receiver: Receiver, event: String, notification: Notification, response: Response?) {
        (self.id, self.receiver, self.event) = (id, receiver, event)
        (self.notification, self.response) = (notification, response)
    }

    /// The id of the application that owns the request.
    package var app: String { notification.app }
    /// The request's identifier.
    package var identifier: String { notification.request.identifier }
}

/// A receiver of responses.
package enum Receiver: Hashable, Sendable {
    /// The application's delegate, now or after the application's next call of `Attach`.
    case delegate
    /// A command that the request's dictionary `on` names.
    case command(Command)
    /// The desktop, which opens the file or address that the request names.
    case opening(Opening)

    /// The kind of receiver: the application, which fetches responses, or a program that the agent starts.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        case delegate
        case command
    }

    /// The kind of this receiver.
    package var kind: Kind {
        switch self {
        case .delegate: .delegate
        case .command, .opening: .command
        }
    }
}
