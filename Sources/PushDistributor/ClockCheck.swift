// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A check that the clock can be trusted before a day is counted towards the days for which messages wait.
///
/// A machine with a dead battery starts in another year until its clock is set. So a day counts only when the clock has
/// run for an hour without being set. The agent has the same check (ClockTrust in AgentMachine).
struct ClockCheck: Hashable, Sendable {
    /// Time for which the clock must run without being set.
    static let patience = Duration.seconds(3600)
    /// Seconds by which time synchronisation may correct the clock.
    private static let tolerance: TimeInterval = 30

    private var date: Date
    private var since: ContinuousClock.Instant

    /// Starts observing the clock; the continuous clock of `now` also runs while the machine sleeps.
    init(at date: Date, _ now: ContinuousClock.Instant) { (self.date, since) = (date, now) }

    /// Returns whether the clock has run for ``patience`` without being set.
    mutating func isPassed(at date: Date, _ now: ContinuousClock.Instant) -> Bool {
        let time = now - since
        guard abs(date.timeIntervalSince(self.date) - time / .seconds(1)) <= Self.tolerance else {
            self = ClockCheck(at: date, now)
            return false
        }
        return time >= Self.patience
    }
}
