// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import NotificationServer

/// How a scripted server behaves: by default like a good one.
package struct ScriptedServerScript: Sendable {
    /// What `Notify` gets.
    package enum Answer: Sendable {
        /// Shows it and answers with its number.
        case number
        /// Shows nothing and answers 0, as dunst does for an empty text.
        case zero
        /// Shows nothing and answers with an error.
        case error(BusError)
        /// Shows it, and answers when the test calls ``ScriptedServer/releaseReplies()``.
        case held
        /// Shows it and never answers.
        case never
        /// Shows it and answers with an error all the same, once.
        case lost(BusError)
    }

    /// What a person, or the server, does with a notification.
    package enum Act: Sendable {
        case press(String)
        case reply(String)
        case dismiss
        case expire
        /// `NotificationClosed` with this reason, whatever it is; 0 and 5 occur.
        case close(reason: UInt32)
    }

    /// Capabilities, name and vendor, broadcast or unicast, id adoption, no closing after an action.
    package var configuration = NotificationServerConfiguration()
    /// Used for each `Notify` until it is changed.
    package var answer = Answer.number
    /// Done with each notification before its `Notify` is answered: signals overtake the reply.
    package var beforeReply: [Act] = []
    /// Called when something is shown, before its `Notify` is answered.
    package var uponNotify: (@Sendable () -> Void)?
    /// Sends every `NotificationClosed` twice, as swaync does.
    package var closesTwice = false
    /// Answers `CloseNotification` of a number that is not open with this error.
    package var errorForUnknownID: BusError?
    /// Answers no call at all, as a server that hangs.
    package var isHung = false
    /// What `GetCapabilities` and `GetServerInformation` get instead of an answer.
    package var greetingError: BusError?
    /// So many calls of `GetCapabilities` are never answered, as by a server that is busy when it comes.
    package var unansweredGreetings = 0
    /// Answers `CloseNotification` and does nothing else.
    package var ignoresClose = false
    /// Shows a replacement beside what it should replace, as deadd does.
    package var ignoresReplacing = false
    /// Shows also what has a wrong hint, an odd number of action strings or a negative time; else that is an error.
    package var takesSlips = false
    /// Lets nothing expire, whatever time a notification names, as GNOME does.
    package var ignoresTimeouts = false

    /// A server that was recorded; see ``playing(_:)``.
    package var play: ServerPlay?
    /// Nobody is to be disturbed: a server that is played does what it does then.
    package var isDisturbing = false

    package init() {}
}
