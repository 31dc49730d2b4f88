// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// One firing of a request in the model: its showings, and the person's actions.
struct CrashOccurrence {
    /// Whether the occurrence was shown.
    struct Showing {
        let notification: ReceivedNotification
        /// Whether a client was told of the showing: from then on it must not be shown again.
        var isNoted = false
        /// Whether its number is on disk: then it must leave the screen when it is over.
        var isNumbered = false
        /// Whether the model has looked at the agent's lists since.
        var isLooked = false
        /// The time of the first showing that this one repeats or redraws; nil if it can't be known.
        var began: Double?
        /// The number of the life in which the server itself removed it.
        var closed: Int?
        /// Whether the agent knows that it left the screen: then it must not be redrawn.
        var isOver = false

        /// The agent's unique name, which differs in each of its lives.
        var sender: String { notification.sender }
    }

    /// A press or a dismissal by the person.
    struct Press {
        enum State {
            /// The signal was sent, and the agent may have died before it received it.
            case unsure
            /// The agent received it, and lived until it was persisted: the promise covers it.
            case given
            /// The agent did not receive it: the notification stays delivered.
            case unheard
            /// Its outcome can't be known: a newer notification has replaced this one, or its time was over.
            case unknown
        }

        let act: CrashAct
        /// The time in seconds of the test clock.
        let moment: Double
        /// The number of the agent's life.
        let life: Int
        var state = State.unsure
        /// The response that the receiver got.
        var deliveries: [Delivery] = []
    }

    /// Whether a response was delivered to the receiver.
    struct Delivery {
        let life: Int
        let isAcknowledged: Bool
        /// Whether a client was told that the acknowledgement was persisted.
        let isNoted: Bool
    }

    let draft: CrashDraft
    /// The due date in seconds of the test clock.
    let due: Double
    var showings: [Showing] = []
    var press: Press?
    /// The time of its firing, which a death may have delayed; nil until it was in the list.
    var fired: Double?
    /// The number of its nags that are over.
    var nags = 0
    /// The number of the life in which its time, or its time on the screen, ended before an action of the person.
    var expired: Int?
    /// The number of the life in which a client was told that its command has ended.
    var commandNoted: Int?

    init(_ waiting: CrashRequest.Waiting) {
        draft = waiting.draft
        due = waiting.due
    }

    var version: Int { draft.version }

    /// The end of its time on the screen; nil if it stays, or if the end can't be known.
    var end: Double? {
        guard let stay = draft.stay, let began = showings.last?.began else { return nil }
        return began + stay
    }

    /// The response that the press must make; nil for none.
    var expectedAction: String? {
        guard let press, press.state == .given else { return nil }
        if case .dismiss = press.act, !draft.reportsDismissal { return nil }
        return press.act.action
    }

    /// The event for which its command must be started; nil for none.
    var expectedEvent: String? {
        if expired != nil { return press == nil && showings.contains(where: \.isNoted) ? "expire" : nil }
        guard let press, press.state == .given else { return nil }
        return press.act.action
    }

    /// The number of its nags that were due by then.
    func nags(by now: Double) -> Int {
        guard let nag = draft.nag, let fired else { return 0 }
        // A notification that is over is not shown again by a nag.
        let end = draft.expires.map { min(now, $0 - 0.5) } ?? now
        return max(0, Int((end - fired) / nag))
    }
}
