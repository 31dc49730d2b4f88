// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Handles alarms, and hints that the machine may have moved.
extension LocationCycle {
    /// Seconds after a fix in which a hint causes no other fix: even with hints, there are at most 13 fixes in an hour.
    static let hintSpacing = DutyPlan.pauses.lowerBound
    /// Seconds after a failed attempt to take a fix in which a hint causes no other attempt.
    static let retrySpacing: TimeInterval = 60
    /// Seconds after GeoClue has denied access in which a hint causes no attempt to take a fix.
    static let denialSpacing: TimeInterval = 1800
    /// Longest pause between fixes, in seconds: a deadline that is further ahead was set before the clock was set back.
    static let longestPause = DutyPlan.pauses.upperBound * PowerState.saver.factor
    /// Seconds by which the alarm may fire before its date.
    private static let tolerance: TimeInterval = 0.001

    mutating func timePassed(at now: Date) -> [Effect] {
        guard let deadline = phase.deadline else { return [] }
        let rest = deadline.timeIntervalSince(now)
        guard rest <= Self.tolerance || rest > Self.longestPause else { return [] }
        switch phase {
        case .connecting: return connectionFailed(.noAgent, at: now)
        case .sampling(let level, _): return sampleTimedOut(at: level, now: now)
        case .continuous:
            // GeoClue is silent because the machine stands still or because its source of positions is gone; the next
            // attempt to take a fix shows which.
            phase = .sleeping(until: now + DutyPlan.nearPause * power.factor)
            return pause()
        case .sleeping, .backingOff, .disabled: return proceed(at: now)
        case .idle, .denied: return []
        }
    }

    /// Takes a fix soon, because the machine may have moved.
    mutating func takeHint(at now: Date) -> [Effect] {
        switch phase {
        case .sleeping: attempt(after: Self.hintSpacing, at: now)
        case .backingOff, .disabled(until: .some): attempt(after: Self.retrySpacing, at: now)
        case .denied: attempt(after: Self.denialSpacing, at: now)
        case .idle, .connecting, .sampling, .continuous, .disabled(until: nil): []
        }
    }

    /// Makes an attempt to take a fix, at once or `spacing` seconds after the last attempt.
    mutating func attempt(after spacing: TimeInterval, at now: Date) -> [Effect] {
        let date = attempted.map { $0 + spacing } ?? now
        if date <= now || date > now + spacing { return proceed(at: now) }
        switch phase {
        case .sleeping(let end): phase = .sleeping(until: min(end, date))
        case .backingOff(let end): phase = .backingOff(until: min(end, date))
        case .disabled(let end?): phase = .disabled(until: min(end, date))
        case .idle, .connecting, .sampling, .continuous, .denied, .disabled(until: nil): break
        }
        return []
    }
}
