// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Receiver of a server's events, which displays its notifications.
///
/// Every method is called on the server's event loop, in the order of events.
package protocol NotificationServerDelegate: Sendable {
    /// Shows a notification that was just opened; its `Notify` call is not answered yet.
    ///
    /// `old` is the replaced notification with the same number.
    func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?)

    /// Removes a closed notification.
    func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason)

    /// Reports the new owner of the server's name: another connection, this one, or none (`nil`).
    func nameMoved(to owner: String?)
}

extension NotificationServerDelegate {
    package func nameMoved(to owner: String?) {}
}

/// Reason in `NotificationClosed`.
package enum CloseReason: UInt32, Sendable, CaseIterable {
    case expired = 1
    /// The person dismissed it, or chose an action that closes it.
    case dismissed = 2
    /// The program called `CloseNotification`.
    case closedByCall = 3
    case undefined = 4
}
