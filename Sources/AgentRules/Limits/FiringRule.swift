// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import NotificationModel
package import NotificationStore
import TimeExpressions
package import Triggers

/// Decides whether a due request is presented, held back or missed, and computes its next date.
package struct FiringRule: Sendable {
    package let now: Date
    let timeZone: Zone
    let holding: DeliveryHold
    var floodGate = FloodGate()

    package init(now: Date, timeZone: Zone, holding: DeliveryHold, floodGate: FloodGate = FloodGate()) {
        (self.now, self.timeZone, self.holding, self.floodGate) = (now, timeZone, holding, floodGate)
    }

    /// Delay in seconds beyond which a firing counts as missed, because the machine was off or asleep.
    static let tolerance: TimeInterval = 60

    package func decide(_ due: PendingRequest) -> Firing {
        // A request may wait until the person enters or leaves a place. Its due date is the end of this wait, unless a
        // crossing of the place's border has set an earlier date.
        if due.waitsForPlace, due.due >= due.request.waitEnd {
            return Firing(next: nil, fate: .pass(reason: due.due == due.request.policy.expires ? "expires" : "until"))
        }
        var firing = Firing(next: nil, fate: fate(of: due))
        guard !due.isSnoozed, due.request.trigger?.repeats == true else { return firing }
        // A firing of a repeating request that is late by several periods stands for all firings that were missed.
        let done = max(due.due, now)
        (firing.next, firing.settled) = NextDate.afterFiring(due, at: done, in: timeZone)
        if due.waitsForPlace {
            firing.next = due.request.waitEnd
        } else if let next = firing.next, due.request.isOver(due: next) {
            firing.next = nil
        }
        return firing
    }

    private func fate(of due: PendingRequest) -> Firing.Fate {
        let request = due.request
        if let expires = request.policy.expires, expires <= now { return .pass(reason: "expires") }
        if !due.isSnoozed, request.trigger?.leavesOut(due.due + request.leadTime, in: timeZone) == true {
            return .pass(reason: "calendar")
        }
        if request.warnsTooLate(due: due.due, at: now) { return .pass(reason: "over") }
        if let reason = holding.reason(due.app, request.content.interruptionLevel, at: now, in: timeZone) {
            return .keep(reason: reason)
        }
        let late = now.timeIntervalSince(due.due)
        guard late > Self.tolerance + request.policy.leeway, !due.isSnoozed else { return shown(due) }
        let standard: MissedPolicy = request.trigger?.repeats == true ? .digest(maximumAge: nil) : .show
        switch request.policy.ifMissed ?? standard {
        case .show: return shown(due)
        case .skip: return .pass(reason: "skip")
        case .digest(let age?) where late > age: return .pass(reason: "old")
        case .digest: return .keep(reason: "missed")
        }
    }

    private func shown(_ due: PendingRequest) -> Firing.Fate {
        floodGate.admits(due.request, of: due.app, at: now) ? .show : .keep(reason: MissedRequest.floodReason)
    }
}
