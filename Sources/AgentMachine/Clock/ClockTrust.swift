// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A check that the clock can be trusted before old data is deleted.
///
/// A machine with a dead battery starts in 1970 or 2106 until its clock is set, and this change makes minutes look like
/// years. Nothing is deleted before the clock has run for an hour without being set.
package struct ClockTrust: Hashable, Sendable {
    /// Seconds for which the clock must run without being set: one hour.
    package static let patience: TimeInterval = 3600
    /// Seconds by which the clock may jump without counting as set: time synchronisation makes small steps.
    private static let tolerance: TimeInterval = 30

    private var offset: TimeInterval
    private var since: TimeInterval

    /// Starts observing the clock.
    package init(_ clock: any WallClock) {
        offset = Self.offset(of: clock)
        since = clock.sinceBoot
    }

    /// Returns whether the clock has run for ``patience`` without being set.
    package mutating func isEarned(by clock: any WallClock) -> Bool {
        let now = Self.offset(of: clock)
        if abs(now - offset) > Self.tolerance {
            offset = now
            since = clock.sinceBoot
        }
        return clock.sinceBoot - since >= Self.patience
    }

    private static func offset(of clock: any WallClock) -> TimeInterval {
        clock.now.timeIntervalSince1970 - clock.sinceBoot
    }
}
