// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import EventLoop
import FoundationEssentials
package import NotificationStore
package import Triggers

/// Tells callers the machine's present position.
extension LocationService {
    /// The last position, and the reason why no new position arrives.
    package var position: (fix: Fix?, trouble: LocationTrouble?) { (knowledge.fix, cycle.trouble) }

    /// The pending requests that wait for a place.
    package var fences: [Fence] { knowledge.fences }

    /// Makes GeoClue look for the machine's position, and waits for the position.
    ///
    /// - Parameter limit: The longest wait.
    /// - Returns: The last position and, if it is not fresh, the reason why there is no fresh position.
    package func look(within limit: Duration) async -> (fix: Fix?, trouble: LocationTrouble?) {
        let now = clock.now
        if let fix = knowledge.fix, fix.isFresh(at: now) { return (fix, nil) }
        let number = nextWaiting
        nextWaiting += 1
        let timer = TimerSource(after: limit, on: loop) { [weak self] in
            self?.assumeIsolated { $0.waiting.removeValue(forKey: number)?.resume() }
        }
        await withCheckedContinuation { continuation in
            waiting[number] = continuation
            knowledge.isProbing = true
            watchCircles()
        }
        timer.cancel()
        let trouble = cycle.trouble
        knowledge.isProbing = !waiting.isEmpty
        watchCircles()
        let isFresh = knowledge.fix?.isFresh(at: clock.now) == true
        return (knowledge.fix, isFresh ? nil : trouble ?? .noFix)
    }

    /// Returns the Wi-Fi networks that the machine is connected to; nil if NetworkManager does not run.
    package func presentNetworks() async -> Set<String>? {
        // A ``WirelessNetworks`` that has just started has not read the networks yet.
        if let names = await wireless?.names { return names }
        return await WirelessNetworks(systemBus: systemBus, logger: logger) { _ in }.present()
    }

    /// Tells whether the person is known to be at a place; looks for the position for two seconds at most.
    package func isInside(_ region: Region) async -> Bool {
        switch region.area {
        case .networks(let names):
            return await presentNetworks()?.isDisjoint(with: names) == false
        case .circle(let circle):
            let looked = knowledge.looked.map { clock.now.timeIntervalSince($0) < Self.presence } ?? false
            if knowledge.fix == nil, cycle.trouble == nil, !looked {
                knowledge.looked = clock.now
                _ = await look(within: .seconds(2))
            }
            guard let fix = knowledge.fix, clock.now.timeIntervalSince(fix.date) <= Self.presence else { return false }
            return fix.isUsable(for: circle) && circle.side(of: fix) == .inside
        }
    }

    func resumeWaiting() {
        let all = waiting.values
        waiting = [:]
        for continuation in all { continuation.resume() }
    }
}
