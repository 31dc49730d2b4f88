// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Whoever draws the notifications of a server.
///
/// Every method is called on the server's event loop, in the order things happened.
package protocol NotificationServerDelegate: Sendable {
    /// A notification is open from now on; the call that brought it has not been answered yet.
    ///
    /// `old` is the one it replaces; it has the same number.
    func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?)

    /// A notification is no longer open.
    func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason)

    /// Another connection owns the server's name now, or nobody (`nil`), or we do.
    func nameMoved(to owner: String?)
}

extension NotificationServerDelegate {
    package func nameMoved(to owner: String?) {}
}
