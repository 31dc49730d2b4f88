// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The recorded behaviour of a server, signal by signal; by default that of the specification.
package struct ServerPlay: Sendable {
    /// A signal about a notification.
    package enum Signal: Hashable, Sendable {
        /// `ActionInvoked` with the pressed key, or `NotificationReplied` with the typed text.
        case answer
        /// `ActionInvoked` with `default`, whatever key was pressed.
        case open
        /// `ActivationToken`.
        case token
        /// `NotificationClosed` with this reason.
        case closed(UInt32)
    }

    /// The effect of a notification's requested timeout.
    package enum Times: Hashable, Sendable {
        case honoured
        /// No signal is sent after the timeout.
        case ignored
        /// This timeout, whatever was requested.
        case fixed(Duration)
    }

    /// The reply to `CloseNotification` of a number that is not open.
    package enum Unknown: Sendable {
        case silence
        /// The same signals as for an open number.
        case closed
        case error(BusError)
    }

    /// The effect of a notification beyond the capacity.
    package enum Overflow: Sendable {
        /// `Notify` returns this error.
        case error(BusError)
        /// The oldest notification is closed with this reason.
        case oldest(UInt32)
        /// The new notification is closed at once with this reason.
        case newest(UInt32)
    }

    /// Signals after a button press; the notification stays open if none of them is `closed`.
    package var button: [Signal] = [.answer, .closed(2)]
    /// Signals after a click on the text, or on the button for it.
    package var click: [Signal] = [.open, .closed(2)]
    /// Signals after a dismissal by the person.
    package var dismissal: [Signal] = [.closed(2)]
    /// Signals after the timeout.
    package var expiry: [Signal] = [.closed(1)]
    package var times = Times.honoured
    /// Signals after `CloseNotification`.
    package var close: [Signal] = [.closed(3)]
    package var unknownClose = Unknown.silence
    /// Signals right after the reply, during Do Not Disturb; with the reason 0, `Notify` returns 0.
    package var disturbed: [Signal] = []
    package var limit = Int.max
    package var overflow = Overflow.oldest(4)
    /// The error for a notification that equals one of the last second.
    package var excess: BusError?
    /// Tells whether only the connection that sent a notification may replace or close it, as long as it exists.
    package var isOwnedBySender = false
    /// The screen, if the server draws one notification at a time; nil if it draws all open ones.
    package var screen: PlayedScreen.Kind?
    /// Tells whether a notification without a timeout or with actions is a dialog, with number 0, that no call closes.
    package var makesDialogs = false
    /// Tells whether a replacement's reply has the requested number, while its signals have another one.
    package var hidesNewNumber = false
    /// Tells whether another connection broadcasts each signal a second time.
    package var hasEcho = false
    /// Tells whether the server ends when no notification is shown any more, and starts again as if activated.
    package var leavesWhenEmpty = false
    /// Tells whether the reason of `NotificationClosed` has the type `i`.
    package var signsReasons = false
    /// Tells whether a typed answer is the third argument of `ActionInvoked`.
    package var repliesInAction = false

    package init() {}
}
