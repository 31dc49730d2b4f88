// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import NotificationServer

/// The behaviour of a scripted server; by default it follows the specification.
package struct ScriptedServerScript: Sendable {
    /// The reply to `Notify`.
    package enum Answer: Sendable {
        /// Shows the notification and returns its number.
        case number
        /// Shows nothing and returns 0, as dunst does for an empty text.
        case zero
        /// Shows nothing and returns an error.
        case error(BusError)
        /// Shows the notification, and replies when the test calls ``ScriptedServer/releaseReplies()``.
        case held
        /// Shows the notification and never replies.
        case never
        /// Shows the notification and returns an error nevertheless, once.
        case lost(BusError)
    }

    /// An action of the person, or of the server, on a notification.
    package enum Act: Sendable {
        case press(String)
        case reply(String)
        case dismiss
        case expire
        /// `NotificationClosed` with this reason; 0 and 5 occur, too.
        case close(reason: UInt32)
    }

    /// The server's options: capabilities, name and vendor, broadcast or unicast, adoption of numbers, no close after
    /// an action.
    package var configuration = NotificationServerConfiguration()
    /// The reply to each `Notify` until it is changed.
    package var answer = Answer.number
    /// The actions on each notification before the reply to its `Notify`: signals overtake the reply.
    package var beforeReply: [Act] = []
    /// A closure that is called for each shown notification before the reply to its `Notify`.
    package var uponNotify: (@Sendable () -> Void)?
    /// Tells whether every `NotificationClosed` is sent twice, as by swaync.
    package var closesTwice = false
    /// The error for `CloseNotification` of a number that is not open.
    package var errorForUnknownID: BusError?
    /// Tells whether no call gets a reply, as from a server that hangs.
    package var isHung = false
    /// The error of `GetCapabilities` and `GetServerInformation`.
    package var greetingError: BusError?
    /// The number of calls of `GetCapabilities` that get no reply, as from a server that is busy at its start.
    package var unansweredGreetings = 0
    /// Tells whether `CloseNotification` has no effect.
    package var ignoresClose = false
    /// Tells whether a replacement is shown beside the notification that it should replace, as by deadd.
    package var ignoresReplacing = false
    /// Tells whether notifications with a wrong hint, an odd number of action strings or a negative time are shown;
    /// else they are errors.
    package var takesSlips = false
    /// Tells whether no notification expires, whatever its timeout, as on GNOME.
    package var ignoresTimeouts = false

    /// The recorded server to simulate; see ``playing(_:)``.
    package var play: ServerPlay?
    /// Tells whether Do Not Disturb is on: the simulation then behaves as the recorded server did.
    package var isDisturbing = false

    package init() {}
}
