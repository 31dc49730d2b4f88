// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Capabilities of a server, and its behaviour where the specification leaves a choice.
package struct NotificationServerConfiguration: Hashable, Sendable {
    /// Receivers of a signal.
    package enum SignalDelivery: Hashable, Sendable {
        /// All programs, as on most servers; a reply's text still goes to the program that sent the notification only.
        case broadcast
        /// The program that sent the notification only, as with GNOME and dunst.
        case unicast
    }

    /// The well-known name of the server; different in tests only.
    package var name = "org.freedesktop.Notifications"
    package var information = ServerInformation(name: "belfry", vendor: "Belfry", version: "1.0")
    package var capabilities = ["actions", "body", "body-hyperlinks", "body-markup", "inline-reply", "persistence"]
    package var signalDelivery = SignalDelivery.broadcast
    /// Display time of a notification that sets none; nil shows the notification until it is closed.
    package var defaultTimeout: Duration?
    /// Tells whether an unknown `replaces_id` becomes the new notification's number, as with Plasma, dunst and xfce.
    package var adoptsUnknownIDs = false
    /// Tells whether `NotificationClosed` follows an action or a reply, as on most servers.
    package var closesAfterAction = true
    /// Maximum number of open notifications; opening another notification closes the oldest with reason 4.
    package var capacity = 1000

    package init() {}
}

/// Data of `GetServerInformation`.
package struct ServerInformation: Hashable, Sendable {
    package var name: String
    package var vendor: String
    package var version: String
    /// The version of the specification, such as "1.3".
    package var specification: String

    package init(name: String, vendor: String, version: String, specification: String = "1.3") {
        (self.name, self.vendor, self.version) = (name, vendor, version)
        self.specification = specification
    }
}

/// Receiver of a server's events, which displays its notifications.
///
/// Every method is called on the server's event loop, in the order of events.
package protocol NotificationServerDelegate: Sendable {
    /// Shows a notification that was just opened; its `Notify` call is not answered yet.
    ///
    /// `old` is the replaced notification with the same number.
    func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?)

    /// Removes a closed notification from the display.
    func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason)

    /// Reports the new owner of the server's bus name: this connection, another connection, or nobody (`nil`).
    func nameMoved(to owner: String?)
}

extension NotificationServerDelegate {
    package func nameMoved(to owner: String?) {}
}

/// Reason for closing in `NotificationClosed`.
package enum CloseReason: UInt32, Sendable, CaseIterable {
    case expired = 1
    /// The person dismissed the notification, or chose an action that closes it.
    case dismissed = 2
    /// The program called `CloseNotification`.
    case closedByCall = 3
    case undefined = 4
}
