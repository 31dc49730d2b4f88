// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// How a server that somebody has watched behaves, signal by signal: by default as the specification has it.
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

    /// What becomes of the time that a notification asks for.
    package enum Times: Hashable, Sendable {
        case honoured
        /// Nothing comes when its time is over.
        case ignored
        /// So long, whatever was asked.
        case fixed(Duration)
    }

    /// What `CloseNotification` gets for a number that is not open.
    package enum Unknown: Sendable {
        case silence
        /// The signals as for an open one.
        case closed
        case error(BusError)
    }

    /// What happens when one more comes than there may be.
    package enum Overflow: Sendable {
        /// `Notify` gets this error.
        case error(BusError)
        /// The oldest goes with this reason.
        case oldest(UInt32)
        /// The new one goes at once with this reason.
        case newest(UInt32)
    }

    /// After a button; nothing is closed where no close is among them.
    package var button: [Signal] = [.answer, .closed(2)]
    /// After a click on the text, or the button for it.
    package var click: [Signal] = [.open, .closed(2)]
    /// After the person has taken it away.
    package var dismissal: [Signal] = [.closed(2)]
    /// After its time.
    package var expiry: [Signal] = [.closed(1)]
    package var times = Times.honoured
    /// After `CloseNotification`.
    package var close: [Signal] = [.closed(3)]
    package var unknownClose = Unknown.silence
    /// Right after the reply, while nobody is to be disturbed; 0 as a reason: `Notify` returns 0.
    package var disturbed: [Signal] = []
    package var limit = Int.max
    package var overflow = Overflow.oldest(4)
    /// Refuses what was sent before less than a second ago with this error.
    package var excess: BusError?
    /// Only the connection that sent it may replace or close it, as long as it is there.
    package var isOwnedBySender = false
    /// Draws one at a time; nil: whatever is open.
    package var screen: PlayedScreen.Kind?
    /// Makes a dialog, with number 0, of what asks to stay or has actions; nothing closes it.
    package var makesDialogs = false
    /// The number that was asked for comes back, and the signals carry another.
    package var hidesNewNumber = false
    /// Somebody else broadcasts each signal once more.
    package var hasEcho = false
    /// Goes when nothing is shown any more, and comes back as it would when it is activated.
    package var leavesWhenEmpty = false
    /// The reason of `NotificationClosed` is an `i`.
    package var signsReasons = false
    /// A typed answer comes as a third argument of `ActionInvoked`.
    package var repliesInAction = false

    package init() {}
}
