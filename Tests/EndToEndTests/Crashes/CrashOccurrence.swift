// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// One firing of a request, as the model knows it: what came of it on the screen, and what the person did.
struct CrashOccurrence {
    /// It came to the screen.
    struct Showing {
        let notification: ReceivedNotification
        /// Somebody was told that it is shown: from then on it must not come again.
        var isNoted = false
        /// Its number is on disk: it has to leave the screen when it is over.
        var isNumbered = false
        /// The model has looked at the agent's lists since.
        var isLooked = false
        /// When it came, or what it was drawn anew for had come; nil where nobody can tell.
        var began: Double?
        /// In which of the agent's lives the server took it away by itself.
        var closed: Int?
        /// The agent has heard that it is off the screen: it must not be drawn anew.
        var isOver = false

        /// The agent's unique name: another for each of its lives.
        var sender: String { notification.sender }
    }

    /// The person pressed or dismissed it.
    struct Press {
        enum State {
            /// The signal was sent, and the agent may have died before it had it.
            case unsure
            /// The agent had it, and lived on until it was to be on disk: the promise covers it.
            case given
            /// It was not heard: the notification is delivered as if nothing had happened.
            case unheard
            /// Nobody can tell: a newer one has come in its place, or its time was over.
            case unknown
        }

        let act: CrashAct
        /// When, in seconds of the test clock.
        let moment: Double
        /// In which of the agent's lives.
        let life: Int
        var state = State.unsure
        /// What the receiver was told of it.
        var deliveries: [Delivery] = []
    }

    /// A response came to the receiver.
    struct Delivery {
        let life: Int
        let isAcknowledged: Bool
        /// Somebody was told that the acknowledgement was noted.
        let isNoted: Bool
    }

    let draft: CrashDraft
    /// In seconds of the test clock.
    let due: Double
    var showings: [Showing] = []
    var press: Press?
    /// When it fired, which a death may have delayed; nil until it was in the list.
    var fired: Double?
    /// How many of its nags are over.
    var nags = 0
    /// Its time, or that on the screen, was over before anybody did anything with it: in which of the agent's lives.
    var expired: Int?
    /// In which life somebody was told that its command has ended.
    var commandNoted: Int?

    init(_ waiting: CrashRequest.Waiting) {
        draft = waiting.draft
        due = waiting.due
    }

    var version: Int { draft.version }

    /// When its time on the screen is over; nil where it stays, or nobody can tell.
    var end: Double? {
        guard let stay = draft.stay, let began = showings.last?.began else { return nil }
        return began + stay
    }

    /// The response that is to come of the press; nil for none.
    var expectedAction: String? {
        guard let press, press.state == .given else { return nil }
        if case .dismiss = press.act, !draft.reportsDismissal { return nil }
        return press.act.action
    }

    /// What its command is to be started for; nil for nothing.
    var expectedEvent: String? {
        if expired != nil { return press == nil && showings.contains(where: \.isNoted) ? "expire" : nil }
        guard let press, press.state == .given else { return nil }
        return press.act.action
    }

    /// How many of its nags were to come by then.
    func nags(by now: Double) -> Int {
        guard let nag = draft.nag, let fired else { return 0 }
        // What is over is not nagged about.
        let end = draft.expires.map { min(now, $0 - 0.5) } ?? now
        return max(0, Int((end - fired) / nag))
    }
}
