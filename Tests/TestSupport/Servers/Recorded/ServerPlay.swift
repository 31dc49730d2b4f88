// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The recorded behaviour of a server, signal by signal; by default that of the specification.
package struct ServerPlay: Sendable {
    /// One signal about a notification.
    package enum Signal: Hashable, Sendable {
        /// `ActionInvoked` with the key that was pressed, or `NotificationReplied` with the text that was typed.
        case answer
        /// `ActionInvoked` with `default`, whatever was pressed.
        case open
        /// `ActivationToken`.
        case token
        /// `NotificationClosed` with this reason.
        case closed(UInt32)
    }

    /// The effect of the time that a notification asks for.
    package enum Times: Hashable, Sendable {
        case honoured
        /// No signal is sent when its time is over.
        case ignored
        /// This time, whatever time was asked for.
        case fixed(Duration)
    }

    /// The reply to `CloseNotification` of a number that is not open.
    package enum Unknown: Sendable {
        case silence
        /// The signals as for an open number.
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

    /// After a button; the notification stays open if there is no close among them.
    package var button: [Signal] = [.answer, .closed(2)]
    /// After a click on the text, or on the button for it.
    package var click: [Signal] = [.open, .closed(2)]
    /// After the person has dismissed the notification.
    package var dismissal: [Signal] = [.closed(2)]
    /// After its time.
    package var expiry: [Signal] = [.closed(1)]
    package var times = Times.honoured
    /// After `CloseNotification`.
    package var close: [Signal] = [.closed(3)]
    package var unknownClose = Unknown.silence
    /// Right after the reply, during Do Not Disturb; with the reason 0, `Notify` returns 0.
    package var disturbed: [Signal] = []
    package var limit = Int.max
    package var overflow = Overflow.oldest(4)
    /// Refuses a notification that equals one of the last second, with this error.
    package var excess: BusError?
    /// Only the connection that sent a notification may replace or close it, as long as the connection exists.
    package var isOwnedBySender = false
    /// Draws one notification at a time; nil: all open ones.
    package var screen: PlayedScreen.Kind?
    /// Makes a dialog, with number 0, of a notification without a timeout or with actions; no call closes it.
    package var makesDialogs = false
    /// Returns the requested number, and sends its signals with another one.
    package var hidesNewNumber = false
    /// Another connection broadcasts each signal a second time.
    package var hasEcho = false
    /// Ends when no notification is shown any more, and starts again as if activated.
    package var leavesWhenEmpty = false
    /// The reason of `NotificationClosed` has the type `i`.
    package var signsReasons = false
    /// A typed answer is sent as a third argument of `ActionInvoked`.
    package var repliesInAction = false

    package init() {}
}
