// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import NotificationModel
package import NotificationStore

/// What the schedule says of notifications that are delivered already.
extension Desktop {
    package func take(_ outcome: NotificationStore.LaterOutcome) async {
        switch outcome {
        case .nagged(let newer, let older):
            // Closed and shown anew: many servers bring up nothing for one that is only replaced.
            await replace([older])
            await present([newer])
        case .expired(let occurrence, let items):
            remove([occurrence])
            await neighbours.deliver(items)
            await neighbours.tellWaiting(
                Response(kind: .expired, actionIdentifier: "", date: clock.now, notification: occurrence.notification))
        }
    }

    /// Brings up anew what is delivered; with `isSilent` as what is no news.
    package func repost(_ reposted: [NotificationStore.Reposted], isSilent: Bool) async {
        if isSilent { for one in reposted { comingAgain[one.newer.id] = Turn() } }
        // Whoever is not in a sandbox is the person's own hand.
        if !isSilent { shownByHand.formUnion(reposted.map(\.newer.id)) }
        // Closed first: many servers bring up nothing for one that is only replaced.
        await replace(reposted.map(\.older))
        await present(reposted.map(\.newer))
    }

    /// Takes off the screen what comes anew; a press on it that waited to be unlocked is lost, and the log says so.
    private func replace(_ older: [Occurrence]) async {
        let pressed = older.filter { heldPresses[$0.id] != nil }
        remove(older)
        for one in pressed { await noteUnanswered(one, because: "replaced") }
    }

    /// The person has answered an older showing of it when it was about to come anew.
    func endedEarly(_ newer: Occurrence) {
        let isInHand =
            showings[newer.id] != nil || waiting.contains { $0.id == newer.id } || inFlight.contains(newer.id)
            || asking[newer.id] != nil
        if !isInHand, endedEarly.count < Self.memory { endedEarly.insert(newer.id) }
        remove([newer])
    }

    /// Ends what expired while it waited for a server; false if it may be shown.
    ///
    /// The schedule does the same at that moment, and after a start either may come first.
    func hasExpired(_ occurrence: Occurrence) async -> Bool {
        guard let expires = occurrence.notification.request.policy.expires, expires <= clock.now else { return false }
        comingAgain[occurrence.id] = nil
        let outcome = await write(occurrence) { _, store, id, now in try await store.expireInTime(id, at: now) }
        if let outcome = outcome ?? nil { await take(outcome) }
        return true
    }
}
