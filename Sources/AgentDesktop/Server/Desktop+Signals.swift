// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// From what the server says to what it is about.
extension Desktop {
    /// A signal of the notification interface, from whomever.
    func received(_ message: Message) {
        guard let server else { return keep(message) }
        guard message.sender == server.owner, case .uint32(let number)? = message.arguments.first else {
            return
        }
        guard let event = event(message) else { return }
        if let id = occurrences[number] {
            if case .actionInvoked(NotifyCall.settingsKey, _, _) = event { return openSettings(of: id) }
            handle(event, of: id)
        } else if hasForgotten, reviving < Self.window {
            reviving += 1
            Task.immediate {
                await revive(number, for: event, on: server)
                reviving -= 1
            }
        } else if !takeStray(event, number, from: server) {
            park(event, for: number)
        }
    }

    /// The settings button was pressed, which leaves the notification where it is.
    private func openSettings(of id: Int64) {
        guard let notification = showings[id]?.occurrence.notification else { return }
        // On its own: the application may take its time.
        Task { [neighbours] in
            guard await neighbours.permission(notification.app).settings.providesAppNotificationSettings else { return }
            _ = await neighbours.openSettings(notification)
        }
    }

    /// Keeps what a server says before it is known what it can do: the person may press what an earlier agent has shown.
    private func keep(_ message: Message) {
        guard unmet.count < Self.unmetLimit, message.cost < Self.unmetCost else { return }
        let server = link?.assumeIsolated { $0.greeted }
        // At first it is not known who the server is.
        guard server == message.sender || server == nil && !hasAsked else { return }
        unmet.append(message)
    }

    /// Takes up what this server said before it was met.
    ///
    /// Not of one that is tied to senders: it takes everything down when an agent goes, and says so about numbers that are shown
    /// once more.
    func meet(_ server: ServerLink.Server) {
        let kept = unmet
        unmet = []
        guard !server.profile.isTiedToSenders else { return }
        for message in kept { received(message) }
    }

    private func park(_ event: ShownNotification.Event, for number: UInt32) {
        // What is still in the queue may be on the screen already, with a number of an earlier agent's.
        guard !inFlight.isEmpty || isAdopting || isPumping || !waiting.isEmpty || !quietly.isEmpty else { return }
        parked.park(event, for: number, at: clock.now)
    }

    /// Finds what was dropped for room and is on the screen all the same.
    private func revive(_ number: UInt32, for event: ShownNotification.Event, on server: ServerLink.Server) async {
        let row = try? await store.occurrence(at: ServerNumber(owner: server.place, number: number))
        guard self.server == server else { return }
        if occurrences[number] == nil, let row { await takeOver(row, number, from: server) }
        if let id = occurrences[number] {
            handle(event, of: id)
        } else if !takeStray(event, number, from: server) {
            park(event, for: number)
        }
    }

    /// Lenient about what follows the number: one server adds the typed text to its actions (quirk 28).
    private func event(_ message: Message) -> ShownNotification.Event? {
        let rest = message.arguments.dropFirst()
        switch (message.member, rest.first) {
        case ("ActionInvoked", .string(let key)):
            return .actionInvoked(key: key, text: rest.dropFirst().first?.string, at: clock.now)
        case ("NotificationReplied", .string(let text)):
            return .textReplied(text, at: clock.now)
        case ("ActivationToken", .string(let token)):
            return .activationToken(token, at: clock.now)
        case ("NotificationClosed", .uint32(let reason)):
            return .closed(reason: reason, at: clock.now)
        case ("NotificationClosed", .int32(let reason)) where reason >= 0:
            // Budgie's before 10.6.2.
            return .closed(reason: UInt32(reason), at: clock.now)
        default:
            return nil
        }
    }
}
