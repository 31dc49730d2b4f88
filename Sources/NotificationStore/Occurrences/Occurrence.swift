// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A delivered notification: one firing of a request, which has not ended.
///
/// An occurrence goes from presenting to shown, perhaps on to unpresented, and leaves the store's list when it is
/// answered, removed, replaced or gone. An application has at most one with the same identifier.
package struct Occurrence: Hashable, Sendable, Identifiable {
    /// The state of an occurrence that has not ended.
    package enum State: Int, Hashable, Sendable, CaseIterable {
        /// Fired; no server has returned a number yet.
        case presenting
        /// On a server.
        case shown
        /// No longer on the screen (expired, or the server went), and still delivered.
        case unpresented
    }

    /// Grows with each firing and is never used twice: it serves as the version in action keys.
    package let id: Int64
    package let notification: NotificationModel.Notification
    package let state: State
    /// The server's number of the notification; nil unless ``state`` is `shown`.
    package let server: ServerNumber?
    /// The number of an earlier occurrence, whose place on the screen this one takes over.
    package let replaces: ServerNumber?
    /// The number that it had before it expired: a server with a list of its own may still have it there.
    package let kept: ServerNumber?
    /// Whether an agent ended while it was presenting to a server: it may have been shown already.
    package let wasInterrupted: Bool
    /// The buttons that were shown, as the agent gave them to ``NotificationStore/markShown(_:server:buttons:at:)``.
    package let buttons: Data?
    /// Whether it is in the delivered list: its application may want it on the screen only.
    package let isListed: Bool

    package init(
        id: Int64, notification: NotificationModel.Notification, state: State, server: ServerNumber? = nil,
        replaces: ServerNumber? = nil, kept: ServerNumber? = nil, wasInterrupted: Bool = false,
        buttons: Data? = nil, isListed: Bool = true
    ) {
        self.id = id
        self.notification = notification
        self.state = state
        self.server = server
        self.replaces = replaces
        self.kept = kept
        self.wasInterrupted = wasInterrupted
        self.buttons = buttons
        self.isListed = isListed
    }

    /// The id of the application that owns it.
    package var app: String { notification.app }
    /// The request's identifier.
    package var identifier: String { notification.request.identifier }
}

/// A notification server's own number for a notification, meaningless to any other owner.
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
