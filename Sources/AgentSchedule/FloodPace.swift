// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials

/// Dates for the digests of an application's flood, which grow while it lasts.
///
/// The first digest waits ``pause`` seconds for notifications that come close behind; later ones wait ``seconds``.
struct FloodPace {
    /// Seconds from a digest to the next one.
    var seconds = FloodLimit().seconds
    private var dates: [String: Date] = [:]

    /// Seconds that the first digest waits.
    static let pause: TimeInterval = 2

    /// Returns the date for a digest of this application's backlog; only called if it has one.
    mutating func digestDate(of app: String, at now: Date) -> Date {
        // A date further ahead than possible was computed before the clock was set back.
        if let date = dates[app], date <= now + max(seconds, Self.pause), date > now - seconds { return date }
        let date = now + Self.pause
        dates[app] = date
        return date
    }

    /// Notes that a digest was made, or that nothing waited.
    mutating func hasGathered(_ app: String, at now: Date) {
        dates = dates.filter { $0.value > now - seconds }
        dates[app] = now + seconds
    }
}
