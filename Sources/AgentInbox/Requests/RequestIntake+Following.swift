// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentInterface
import AgentMachine
import AgentOutbox
import AgentSchedule
import FoundationEssentials
package import NotificationModel
import NotificationStore
import Triggers

/// Consequences of added requests, for the other stages.
extension RequestIntake {
    /// Stores a notification in Belfry's own name, to be shown as soon as there is a notification server.
    package func say(_ request: Request) async throws {
        let now = clock.now
        let addition = Addition(
            app: AgentNames.desktopEntry, request: request, due: .now, addedAt: now,
            reading: LocalTime(now, in: clock.timeZone))
        present(await noteAdded([addition], try await store.add([addition], atomically: true)))
    }

    /// Presents occurrences after this turn, so that the caller gets its reply before the desktop is asked.
    func present(_ fired: [Occurrence]) {
        guard !fired.isEmpty else { return }
        // Why: the caller must not wait for the notification server.
        Task { [desktop, outbox] in
            await desktop.present(fired)
            await outbox.startCommands(of: fired)
        }
    }

    /// Tells the scheduler and the outbox of requests that were just stored.
    ///
    /// - Returns: The occurrences that are to be presented now.
    func noteAdded(_ additions: [Addition], _ results: [Result<AddOutcome, Refusal>]) async -> [Occurrence] {
        var fired: [Occurrence] = []
        var soonest: Date?
        var replaced: [(String, String)] = []
        var (mustLook, hasKept) = (false, false)
        for (addition, result) in zip(additions, results) {
            switch result {
            case .success(.pending(let due, let isReplacement)):
                let latest = due + addition.request.policy.leeway
                soonest = min(soonest ?? latest, latest)
                if isReplacement { replaced.append((addition.app, addition.request.identifier)) }
            case .success(.presenting(let occurrence)):
                // The request may have replaced a pending one.
                replaced.append((addition.app, addition.request.identifier))
                fired.append(occurrence)
                mustLook = mustLook || addition.request.policy.nag != nil || addition.request.policy.expires != nil
            case .success(.kept):
                replaced.append((addition.app, addition.request.identifier))
                mustLook = true
                hasKept = true
            case .failure: break
            }
        }
        // The scheduler finds the dates at which held-back requests may come and shown ones nag or expire.
        if mustLook { await scheduler.ring() }
        if hasKept { await outbox.runCommands() }
        await attachments.sweep(of: replaced)
        if let soonest { await scheduler.expect(soonest) }
        return fired
    }
}
