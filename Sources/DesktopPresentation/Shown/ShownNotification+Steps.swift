// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
package import FoundationEssentials

/// Events, phases and steps of the state machine.
extension ShownNotification {
    package enum Phase: Hashable, Sendable {
        /// `Notify` is on its way.
        case sending
        case open
        /// The person has answered; the server may or may not close it by itself.
        case answered
        /// Closed by the server; a late action may still say why.
        case settling(reason: UInt32)
        /// Taken away by the server too soon: it comes again.
        case resting
        /// We have asked the server to close it.
        case closing
        case over
    }

    package enum Timer: Hashable, Sendable {
        /// The server had its time to close an answered one.
        case closeAnswered
        /// No late action came.
        case settle
        /// The server had its time to confirm that it is closed.
        case forget
        /// The rest after an early end is over: it may be shown again.
        case rest
    }

    package enum Event: Hashable, Sendable {
        case replied
        case actionInvoked(key: String, text: String?, at: Date)
        case textReplied(String, at: Date)
        case activationToken(String, at: Date)
        case closed(reason: UInt32, at: Date = .distantPast)
        /// Others were closed at the same moment as this one.
        case closedWithOthers
        /// Its time is over, by our own clock.
        case timeIsOver
        /// A program removed it.
        case removed
        /// A newer showing is on its way that is to take its place.
        case replacing
        /// The notification is being closed, and a newer one is sent next.
        case givingWay
        /// A newer showing has taken its place on the screen.
        case replaced
        case serverGone
        case timer(Timer)
    }

    /// A choice of the person.
    package enum Choice: Hashable, Sendable, Codable {
        case action(identifier: String)
        case text(identifier: String, String)
        case open
        case dismiss
        /// A built-in snooze button, by its words.
        case snooze(String)
        /// A button that asks for words which the server has no field for: no answer before they are typed.
        case asks(Question)
        /// No answer before the session is unlocked; the button's label is for the person.
        indirect case whenUnlocked(label: String, Choice)

        /// Whether something else must happen before it is an answer.
        package var isIncomplete: Bool {
            switch self {
            case .asks, .whenUnlocked: true
            case .action, .text, .open, .dismiss, .snooze: false
            }
        }
    }

    package enum Step: Hashable, Sendable {
        case answer(Choice, activationToken: String?)
        /// The same, by a button of an earlier request that this one has replaced: it still waits for its own.
        case answerFormer(Int64, Choice, activationToken: String?)
        /// The server took it away unanswered.
        case expire
        /// No longer on the screen, but still delivered; the reason is the server's.
        case unpresent(reason: UInt32?, end: CloseCause = .closed)
        /// The server took it away too soon: it rests for a moment.
        case rest
        /// Shows the notification once more.
        case showAgain
        /// Starts another server after a rest: a server that ends when it shows nothing has ended too early.
        case awaitServer
        /// The person dismissed it, and nobody asked to be told.
        case dismiss
        case close
        /// Sends the notification to the next server, because it was never shown.
        case sendAgain
        case start(Timer, after: Duration)
        /// The number means nothing any more.
        case forget
    }
}
