// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A delivered notification that has not ended: one firing of a request.
///
/// An occurrence goes from presenting to shown, perhaps on to unpresented, and leaves the delivered list when it is
/// answered, removed, replaced or gone. An application has at most one occurrence of each identifier.
package struct Occurrence: Hashable, Sendable, Identifiable {
    /// The state of an occurrence that has not ended.
    package enum State: Int, Hashable, Sendable, CaseIterable {
        /// The occurrence has fired, and no server has returned a number for it yet.
        case presenting
        /// A server shows the occurrence.
        case shown
        /// The occurrence is off the screen, because it expired or the server exited, and is still delivered.
        case unpresented
    }

    /// A number that grows with each new occurrence and is never used twice. Action keys contain this number.
    package let id: Int64
    package let notification: NotificationModel.Notification
    package let state: State
    /// The server's number of the notification; nil unless ``state`` is `shown`.
    package let server: ServerNumber?
    /// The server's number of an earlier occurrence that this one replaces on the screen.
    package let replaces: ServerNumber?
    /// The server's number before the notification expired; the server may still list the notification.
    package let kept: ServerNumber?
    /// Whether an agent ended while it presented this occurrence to a server, which may have shown it.
    package let wasInterrupted: Bool
    /// The buttons that were shown, as the agent gave them to ``NotificationStore/markShown(_:server:buttons:at:)``.
    package let buttons: Data?
    /// Whether the occurrence is in the delivered list; an application may want it on the screen only.
    package let isListed: Bool
    /// Whether the occurrence waits for its application's service extension, and is not to be presented yet.
    package let isExtending: Bool

    package init(
        id: Int64, notification: NotificationModel.Notification, state: State, server: ServerNumber? = nil,
        replaces: ServerNumber? = nil, kept: ServerNumber? = nil, wasInterrupted: Bool = false,
        buttons: Data? = nil, isListed: Bool = true, isExtending: Bool = false
    ) {
        (self.id, self.notification, self.state) = (id, notification, state)
        (self.server, self.replaces, self.kept) = (server, replaces, kept)
        (self.wasInterrupted, self.buttons, self.isListed) = (wasInterrupted, buttons, isListed)
        self.isExtending = isExtending
    }

    /// The id of the application that owns the request.
    package var app: String { notification.app }
    /// The request's identifier.
    package var identifier: String { notification.request.identifier }
}

extension Occurrence {
    /// Changes by the application's content extension; nil until it has drawn the notification.
    package var drawing: Drawing? { notification.request.drawing }

    /// Returns the same occurrence with another drawing.
    package func drawn(_ drawing: Drawing?) -> Occurrence {
        var notification = notification
        notification.request.drawing = drawing
        return Occurrence(
            id: id, notification: notification, state: state, server: server, replaces: replaces, kept: kept,
            wasInterrupted: wasInterrupted, buttons: buttons, isListed: isListed, isExtending: isExtending)
    }
}

/// The number by which one notification server knows a notification.
package struct ServerNumber: Hashable, Sendable {
    /// The server's unique name on the bus, such as `:1.42`.
    package let owner: String
    /// The number that the server's `Notify` returned; not 0.
    package let number: UInt32

    package init(owner: String, number: UInt32) {
        self.owner = owner
        self.number = number
    }
}
