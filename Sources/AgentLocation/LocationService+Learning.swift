// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import FoundationEssentials
import NotificationStore
import Triggers

/// Stores the states of places, and computes the due dates of requests after crossings.
extension LocationService {
    /// Updates the state of each watched place by `body`, and stores the changes.
    ///
    /// - Returns: Whether a request has become due.
    func learn(_ body: (inout Fence) -> Crossing?) async throws -> Bool {
        let (former, formerEngines) = (knowledge.fences, engines)
        var changes: [FenceChange] = []
        let allowed = Set(watched.map(\.id))
        for index in knowledge.fences.indices where allowed.contains(knowledge.fences[index].id) {
            let before = knowledge.fences[index].state
            let crossing = body(&knowledge.fences[index])
            let fence = knowledge.fences[index]
            let fires = crossing.map { fence.region.fires(on: $0.side) } ?? false
            let crossed = crossing.flatMap { fires ? due($0, of: fence.region) : nil }
            guard crossed != nil || isWorthStoring(fence, after: before) else { continue }
            changes.append(FenceChange(fence, crossed: crossed))
        }
        guard !changes.isEmpty else { return false }
        do {
            try await store.change(changes)
            for change in changes { knowledge.stored[change.fence.id] = change.fence.state.seen }
        } catch {
            // The changes of states are taken back, because the next position causes the same changes again.
            (knowledge.fences, engines) = (former, formerEngines)
            throw error
        }
        return changes.contains { $0.crossed != nil }
    }

    private func isWorthStoring(_ fence: Fence, after before: FenceState) -> Bool {
        let state = fence.state
        if state.side != before.side || state.candidate != before.candidate { return true }
        guard let seen = state.seen else { return false }
        return knowledge.stored[fence.id].map { seen.timeIntervalSince($0) >= Self.savingPause } ?? true
    }

    /// Returns the due date of a request that fires because the machine has crossed a border.
    ///
    /// If the machine crossed the border while no agent ran, or while it slept, the request is late: it was due when
    /// the machine was last seen on the former side of the border.
    private func due(_ crossing: Crossing, of region: Region) -> Date {
        let now = clock.now
        guard let seen = crossing.lastSeen else { return now }
        // A place by its Wi-Fi networks has no gap: NetworkManager reports each change of the networks at once.
        let hasGap = region.circle != nil && now.timeIntervalSince(seen) > Self.longestGap
        knowledge.began = min(knowledge.began, now)
        let isLate = seen < knowledge.began || hasGap
        return isLate ? min(seen, now) : now
    }
}
