// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials

/// When the digest of an application's flood comes, and comes again as it grows.
///
/// The first one waits a moment for what comes along; the next ones wait as long as the limit says.
struct FloodPace {
    /// How long after a digest its next one comes.
    var seconds = FloodLimit().seconds
    private var dates: [String: Date] = [:]

    /// How long, in seconds, the first digest waits.
    static let pause: TimeInterval = 2

    /// When what waits of this application comes as a digest; asked only where something waits.
    mutating func digestDate(of app: String, at now: Date) -> Date {
        // One that lies further ahead than it can was noted before the clock was set back.
        if let date = dates[app], date <= now + max(seconds, Self.pause), date > now - seconds { return date }
        let date = now + Self.pause
        dates[app] = date
        return date
    }

    /// It came, or nothing waited.
    mutating func hasGathered(_ app: String, at now: Date) {
        dates = dates.filter { $0.value > now - seconds }
        dates[app] = now + seconds
    }
}
