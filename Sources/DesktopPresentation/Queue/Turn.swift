// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials

/// What one that comes again, and is no news, keeps of the time that it was on the screen before.
struct Turn {
    /// When its time on the screen is over, by ``WallClock/sinceBoot``; nil: never.
    var hidesAt: TimeInterval?
    /// How often it has made room, and when it did last.
    var count = 0
    var since: TimeInterval = 0

    /// The shortest and the longest turn in seconds: with nobody there, they need not go on all night.
    private static let times: (TimeInterval, TimeInterval) = (300, 3600)

    /// How long, in seconds, one stays that has made room so often before one that has done so `other` times.
    static func time(_ count: Int, before other: Int) -> TimeInterval {
        let doublings = min(max(count, other - 1, 0), 10)
        return min(times.0 * Double(1 << doublings), times.1)
    }
}
