// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

/// Takes the machine's position, and plans the pauses between two fixes.
extension LocationCycle {
    /// Seconds for which GeoClue may search for a fix at each level of accuracy.
    package static let sampleTime: TimeInterval = 60
    /// Seconds between two positions near a border.
    static let continuousThreshold: UInt32 = 10

    private var plan: DutyPlan {
        DutyPlan(
            slack: estimate.slack(to: circles), speed: estimate.speed, isStill: estimate.isStill,
            isPrecise: estimate.isPrecise, power: power)
    }

    /// The level of accuracy at which GeoClue is asked for the next fix.
    private var level: AccuracyLevel {
        var level = plan.level(available: available)
        if search.wantsUsableFix, power != .saver { level = max(level, .street) }
        return max(level, search.floor)
    }

    /// Starts the GeoClue client for one fix.
    mutating func sample(at now: Date) -> [Effect] {
        let level = level
        phase = .sampling(level, until: now + Self.sampleTime)
        return start(level, timeThreshold: 0, at: now)
    }

    mutating func receive(_ fix: Fix, at now: Date) -> [Effect] {
        guard !circles.isEmpty, fix.date != estimate.last?.date else { return [] }
        guard fix.isFresh(at: now) else {
            estimate.provisional = fix
            return []
        }
        var isLowRate = true
        if case .continuous = phase { isLowRate = false }
        let effects = [Effect.evaluate(fix, isLowRate: isLowRate)]
        guard isGood(fix) else {
            estimate.provisional = fix
            return effects
        }
        switch phase {
        case .sampling, .continuous, .disabled(until: nil): return effects + settle(on: fix, at: now)
        case .idle, .connecting, .sleeping, .backingOff, .denied, .disabled:
            // The signal with this fix was in flight when the GeoClue client was stopped.
            estimate.take(fix)
            search.settle(by: fix)
            return effects
        }
    }

    /// Tells whether, for every circle, the fix is usable or surely far from the circle's border; if ``search`` wants a
    /// usable fix, it must be usable for the unsettled circles.
    private func isGood(_ fix: Fix) -> Bool {
        if search.wantsUsableFix, search.unsettled.contains(where: { !fix.isUsable(for: $0) }) { return false }
        return circles.allSatisfy { fix.isUsable(for: $0) || fix.slack(to: $0) >= DutyPlan.nearSlack }
    }

    /// Plans the time after a fix: continuous positions if the machine moves near a border, or else a pause.
    private mutating func settle(on fix: Fix, at now: Date) -> [Effect] {
        estimate.take(fix)
        search.settle(by: fix)
        failures = 0
        attempted = now
        trouble = search.unsettled.isEmpty ? nil : .coarse(accuracy: fix.accuracy)
        if plan.isContinuous {
            let level = level
            phase = .continuous(level, until: now + Self.sampleTime)
            return start(level, timeThreshold: Self.continuousThreshold, at: now)
        }
        phase = .sleeping(until: now + plan.pause)
        return pause()
    }

    /// Tries the next level of accuracy, as there was no good fix; after the last level, uses a coarse fix, or pauses.
    mutating func sampleTimedOut(at level: AccuracyLevel, now: Date) -> [Effect] {
        if let next = search.escalate(from: level, available: available) {
            phase = .sampling(next, until: now + Self.sampleTime)
            return start(next, timeThreshold: 0, at: now)
        }
        search.exhaust()
        if let coarse = estimate.provisional, coarse.isFresh(at: now) {
            if isGood(coarse) { return settle(on: coarse, at: now) }
            trouble = .coarse(accuracy: coarse.accuracy)
        } else {
            trouble = .noFix
        }
        attempted = now
        phase = .backingOff(until: now + Self.retryTimes.upperBound)
        return pause()
    }

    /// Replaces the circles. A new circle is compared with the last fix if that fix is fresh, else with the next fix.
    mutating func changeCircles(to new: Set<Circle>, at now: Date) -> [Effect] {
        let added = new.subtracting(circles)
        circles = new
        search.change(to: new, added: added)
        if new.isEmpty {
            (phase, trouble, failures, attempted) = (.idle, nil, 0, nil)
            (estimate, search) = (LocationEstimate(), LevelSearch())
            return deleteClient()
        }
        if phase == .idle { return proceed(at: now) }
        var effects: [Effect] = []
        if !added.isEmpty, let last = estimate.last, last.isFresh(at: now) {
            effects = [.evaluate(last, isLowRate: true)]
            search.settle(by: last)
        }
        switch phase {
        case .sleeping where search.wantsUsableFix || plan.isContinuous: return effects + proceed(at: now)
        case .sleeping: replanPause()
        case .backingOff, .denied, .disabled:
            if !added.isEmpty { return effects + takeHint(at: now) }
        case .idle, .connecting, .sampling, .continuous: break
        }
        return effects
    }

    /// Computes again when the pause until the next fix ends, because the circles or the power supply have changed.
    mutating func replanPause() {
        guard case .sleeping = phase, let attempted else { return }
        phase = .sleeping(until: attempted + plan.pause)
    }

    mutating func shortenPause(to date: Date) {
        guard case .sleeping(let end) = phase else { return }
        phase = .sleeping(until: min(end, date))
    }
}
