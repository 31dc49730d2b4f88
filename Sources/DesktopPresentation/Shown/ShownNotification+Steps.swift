// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
package import FoundationEssentials

/// Events, phases and steps of the state machine of one notification on the screen.
extension ShownNotification {
    package enum Phase: Hashable, Sendable {
        /// `Notify` was sent, and its reply is awaited.
        case sending
        case open
        /// The person has answered; the server may or may not close the notification by itself.
        case answered
        /// The server has closed the notification; a press that it reports late may still turn out to be the reason.
        case settling(reason: UInt32)
        /// The server has closed the notification too soon; it is presented again after a pause.
        case resting
        /// The agent has asked the server to close the notification.
        case closing
        case over
    }

    package enum Timer: Hashable, Sendable {
        /// The time in which the server may itself close an answered notification is over.
        case closeAnswered
        /// The time in which a late press, or closes of other notifications, may explain a close is over.
        case settle
        /// The time in which the server may confirm that it has closed the notification is over.
        case forget
        /// The pause after an early close is over, and the notification may be presented again.
        case rest
    }

    package enum Event: Hashable, Sendable {
        case replied
        case actionInvoked(key: String, text: String?, at: Date)
        case textReplied(String, at: Date)
        case activationToken(String, at: Date)
        case closed(reason: UInt32, at: Date = .distantPast)
        /// Other notifications were closed at the same moment as this one.
        case closedWithOthers
        /// The notification's time on the screen is over, by the agent's clock.
        case timeIsOver
        /// A program removed the notification.
        case removed
        /// A newer presentation was sent that is to replace this one.
        case replacing
        /// The agent closes the notification, and then sends a newer one.
        case givingWay
        /// A newer presentation has replaced this one on the screen.
        case replaced
        case serverGone
        /// The application's content extension has dealt with the answer, and keeps the notification.
        case kept
        case timer(Timer)
    }

    /// A choice of the person.
    package enum Choice: Hashable, Sendable, Codable {
        case action(identifier: String)
        case text(identifier: String, String)
        case open
        case dismiss
        /// A built-in snooze button, with its duration in words.
        case snooze(String)
        /// A button that asks for text, for which the server has no field; the press alone is no answer.
        case asks(Question)
        /// A button that needs an unlocked session; a press while the session is locked is no answer. The label of the
        /// button is for the person.
        indirect case whenUnlocked(label: String, Choice)

        /// Whether the choice is not an answer yet.
        package var isIncomplete: Bool {
            switch self {
            case .asks, .whenUnlocked: true
            case .action, .text, .open, .dismiss, .snooze: false
            }
        }
    }

    package enum Step: Hashable, Sendable {
        case answer(Choice, activationToken: String?)
        /// Stores the answer to an earlier request, whose old button was pressed although this request has replaced it
        /// on the screen. This request is still unanswered.
        case answerFormer(Int64, Choice, activationToken: String?)
        /// The notification's time is over, and nobody has answered.
        case expire
        /// The notification is off the screen, but still delivered; `reason` is that of the server's close signal.
        case unpresent(reason: UInt32?, end: CloseCause = .closed)
        /// The server has closed the notification too soon; it is presented again after a pause.
        case rest
        /// Shows the notification once more.
        case showAgain
        /// Starts the server again after a pause, because it exits with its last notification, and has closed this
        /// notification too soon.
        case awaitServer
        /// The person has dismissed the notification, and no receiver has asked for dismissals.
        case dismiss
        case close
        /// Sends the notification to the next server, because it was never shown.
        case sendAgain
        case start(Timer, after: Duration)
        /// Forgets the number that the server gave the notification.
        case forget
    }
}
