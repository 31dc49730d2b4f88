// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationStore
package import Triggers

/// Decides from fixes whether the machine is inside one circle, and when the machine has crossed the circle's border.
///
/// A pure value. A fix proves a side only at a distance from the border: the hysteresis keeps a machine near the border
/// from crossing it again and again. The first proof only sets the side. Two proofs in a row change the side.
///
///     unknown ──proof──▶ outside ──proof──▶ outside, inside is the candidate ──proof──▶ inside
///                           ▲                    │
///                           └──── no proof, or one of outside
///
/// A fix that is old or coarse changes nothing. The state belongs to its circle: another circle begins anew.
package struct FenceEngine: Hashable, Sendable {
    package let circle: Circle
    /// The side of the border, the candidate and the date of the last proof; may be stored and given to a new engine.
    package private(set) var state: FenceState
    /// Date of the last fix that proved the present side, before a first fix proved the other side.
    private var lastSeen: Date?

    /// Seconds between the two proofs of a crossing if fixes are rare: a wrong position by Wi-Fi may last for one scan.
    package static let shortestConfirmation: TimeInterval = 20

    package init(_ circle: Circle, state: FenceState = FenceState()) {
        self.circle = circle.watched
        self.state = state
        lastSeen = state.candidate == nil ? state.seen : nil
    }

    /// Takes a fix into account, and returns the crossing that it confirms; nil if it confirms none.
    ///
    /// `isLowRate` says that the fix was taken alone, between pauses: then the two proofs must be 20 seconds apart.
    package mutating func handle(_ fix: Fix, at now: Date, isLowRate: Bool) -> Crossing? {
        guard fix.isFresh(at: now), fix.isUsable(for: circle), !isRepeated(fix) else { return nil }
        guard let side = circle.side(of: fix) else {
            state.candidate = nil
            return nil
        }
        state.seen = fix.date
        guard let former = state.side, former != side else {
            (state.side, state.candidate, lastSeen) = (side, nil, fix.date)
            return nil
        }
        guard let candidate = state.candidate, candidate.side == side, candidate.since <= fix.date else {
            state.candidate = FenceState.Candidate(side: side, since: fix.date)
            return nil
        }
        guard !isLowRate || fix.date.timeIntervalSince(candidate.since) >= Self.shortestConfirmation else { return nil }
        let crossing = Crossing(to: side, at: fix.date, lastSeen: lastSeen)
        (state.side, state.candidate, lastSeen) = (side, nil, fix.date)
        return crossing
    }

    /// Tells whether the fix is no newer than the last fix that proved a side of the border.
    ///
    /// A signal and a change of a property may both report the same fix, and the second report proves nothing more.
    /// After the clock was set back by more than ``Fix/longestAge``, every fix counts as new.
    private func isRepeated(_ fix: Fix) -> Bool {
        guard let seen = state.seen else { return false }
        return (0...Fix.longestAge).contains(seen.timeIntervalSince(fix.date))
    }
}
