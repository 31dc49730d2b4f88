// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import FoundationEssentials
import NotificationStore
import Triggers

/// Compares places that have Wi-Fi networks with the networks that the machine is connected to.
extension LocationService {
    /// Seconds by which the timer for ``absence`` must be late to show that the machine has slept.
    private static let lateness = 10.0
    /// Seconds until places are compared again after the store has failed.
    private static let retryPause = 60.0

    func evaluateNetworks() async throws {
        guard let networks = knowledge.networks else { return }
        let (now, absence) = (clock.now, Self.absence)
        // The timer stands still while the machine sleeps, and may fire before logind reports the end of sleep.
        if let end = timers.absence?.end, now.timeIntervalSince(end) > Self.lateness { forgetAbsences() }
        monitors.take(networks, of: allowedApps, at: now, absence: absence)
        // If the store fails now, the timer retries, because no further change of the networks may come.
        watchAbsence(until: now + Self.retryPause)
        let hasCrossed = try await learn { fence in
            guard let names = fence.region.networks else { return nil }
            let seen = fence.state.seen
            let side = fence.state.learn(isConnected: !networks.isDisjoint(with: names), at: now, absence: absence)
            return side.map { Crossing(to: $0, at: now, lastSeen: seen) }
        }
        let dates = knowledge.fences.filter { $0.region.networks != nil }.compactMap(\.state.candidate?.since)
        let since = (dates + [monitors.absentSince].compactMap(\.self)).min()
        watchAbsence(until: since.map { $0 + absence })
        if hasCrossed { await dependencies.ring() }
    }

    /// Compares the places with the networks again at a date; nil means never.
    private func watchAbsence(until end: Date?) {
        timers.absence?.timer.cancel()
        timers.absence = end.map { (timer(at: $0) { $0.add(.networks) }, $0) }
    }

    /// Restarts the time for which networks must be missing, because they also go missing while the machine sleeps.
    func forgetAbsences() {
        for index in knowledge.fences.indices where knowledge.fences[index].region.networks != nil {
            knowledge.fences[index].state.candidate = nil
        }
        monitors.forgetAbsences()
    }
}
