// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import DesktopPresentation
import FoundationEssentials
import Logging
import NotificationStore

/// Showings whose number nobody knows: an agent ended before it had written it down, or the server did not answer.
///
/// Their buttons tell whose they are: a key names its occurrence. A press counts for that one, and all showings of it leave
/// the screen.
extension Desktop {
    /// Takes a press under an unknown number; false where its key names no occurrence that may have one, or the reply that names it
    /// is to come.
    func takeStray(_ event: ShownNotification.Event, _ number: UInt32, from server: ServerLink.Server) -> Bool {
        guard case .actionInvoked(let key, _, _) = event, let id = Buttons.occurrence(of: key),
            sent[id] == nil ? parked.mayHaveStrays(of: id) : !inFlight.contains(id)
        else { return false }
        // In the store's queue before what comes behind it.
        Task.immediate { await answerStray(event, number, of: id, from: server) }
        return true
    }

    /// Takes the presses of this one that came under other numbers while its reply was awaited.
    func takeStrays(of id: Int64) {
        guard parked.mayHaveStrays(of: id) else { return }
        for (number, event) in parked.takePresses(where: { Buttons.occurrence(of: $0) == id }) {
            handle(event, of: id)
            if occurrences[number] == nil { closeOnServer(number) }
        }
    }

    private func answerStray(
        _ event: ShownNotification.Event, _ number: UInt32, of id: Int64, from server: ServerLink.Server
    ) async {
        if showings[id]?.machine.phase != .open {
            // It waits to be shown again, its reply is long overdue, or it is in nobody's hand.
            guard let row = try? await store.occurrence(id), self.server == server else { return }
            if showings[id]?.number == nil, occurrences[number] == nil {
                withdraw(id)
                endCall(of: id)
                showings.removeValue(forKey: id)?.timers.values.forEach { $0.cancel() }
                await takeOver(row, number, from: server)
                withdrawn.remove(id)
            }
        }
        guard self.server == server, showings[id] != nil else { return }
        logger.info("A press of a showing without a known number counts", metadata: [LogKey.occurrence: "\(id)"])
        let isOwn = showings[id]?.number == number
        handle(event, of: id)
        if !isOwn, occurrences[number] == nil { closeOnServer(number) }
    }
}
