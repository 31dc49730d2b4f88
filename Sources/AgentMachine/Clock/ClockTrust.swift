// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Whether the clock has told the same for so long that something may be given up for its age.
///
/// A machine whose battery is dead begins in 1970 or in 2106, until somebody sets its clock: what counts years then counts
/// a minute. Nothing is deleted before the clock has gone on evenly for an hour.
package struct ClockTrust: Hashable, Sendable {
    /// Seconds.
    package static let patience: TimeInterval = 3600
    /// Further, in seconds, than clocks are put right in small steps.
    private static let tolerance: TimeInterval = 30

    private var offset: TimeInterval
    private var since: TimeInterval

    /// Begins to look.
    package init(_ clock: any WallClock) {
        offset = Self.offset(of: clock)
        since = clock.sinceBoot
    }

    /// Whether it has been looked at for long enough, and was not set meanwhile.
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
