// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationServer
import Synchronization
import TestSupport

/// All notifications that the notification servers of a run have shown, one server after another.
final class PushScreen: Sendable {
    /// A call of `Notify`.
    struct Showing: Hashable, Sendable {
        let title: String
        /// The number of the server's life, counted over the run.
        let life: Int
        /// The unique bus name of the agent.
        let sender: String
        let number: UInt32
        /// The number that the agent wanted to replace; 0 for none.
        let replaces: UInt32
        /// Time before the reply.
        let date: Date
    }

    private struct State {
        var dates: [Date] = []
        var showings: [Showing] = []
        var life = 0
        var isMisread = false
        var blow: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// A sign of each notification.
    let arrivals = Mailbox<Void>()
    /// A sign of each blow.
    let blows = Mailbox<Void>()

    var showings: [Showing] { state.withLock { $0.showings } }
    var titles: Set<String> { Set(showings.map(\.title)) }
    /// Whether a notification was not noted when it was shown, so that the account is wrong.
    var isMisread: Bool { state.withLock { $0.isMisread } }

    /// Strikes once: when the next notification is on the screen, before the server's reply.
    func strike(_ blow: @escaping @Sendable () -> Void) {
        _ = blows.takeAll()
        state.withLock { $0.blow = blow }
    }

    /// Takes a notification that was shown at this moment.
    func note() {
        let blow = state.withLock { state in
            state.dates.append(Date())
            defer { state.blow = nil }
            return state.blow
        }
        arrivals.put(())
        guard let blow else { return }
        blow()
        blows.put(())
    }

    /// Begins the life of another server.
    fileprivate func beginLife() { state.withLock { $0.life += 1 } }

    fileprivate func add(_ notifications: [ReceivedNotification]) {
        state.withLock { state in
            if state.dates.count != notifications.count { state.isMisread = true }
            for (notification, date) in zip(notifications, state.dates) {
                state.showings.append(
                    Showing(
                        title: notification.summary, life: state.life, sender: notification.sender,
                        number: notification.id, replaces: notification.replacesID, date: date))
            }
            state.dates = []
        }
    }
}

extension ScriptedServer {
    /// Puts what this server has shown so far into the account of the run.
    func read(into screen: PushScreen) { screen.add(takeNotifications()) }

    /// Comes to the bus as another server.
    func come(_ screen: PushScreen) async throws {
        read(into: screen)
        screen.beginLife()
        change { $0.uponNotify = { screen.note() } }
        try await come()
    }
}
