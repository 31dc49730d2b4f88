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
            /// Nobody can tell: a newer one has come in its place.
            case unknown
        }

        let act: CrashAct
        /// When, in seconds of the test clock.
        let moment: Double
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

    let version: Int
    /// In seconds of the test clock.
    let due: Double
    let reportsDismissal: Bool
    var showings: [Showing] = []
    var press: Press?

    init(_ waiting: CrashRequest.Waiting) {
        version = waiting.version
        due = waiting.due
        reportsDismissal = waiting.reportsDismissal
    }

    /// The response that is to come of the press; nil for none.
    var expectedAction: String? {
        guard let press, press.state == .given else { return nil }
        if case .dismiss = press.act, !reportsDismissal { return nil }
        return press.act.action
    }
}
