// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials

/// Dates of the digests of an application's flood while the flood lasts, and pauses between two applications' digests.
///
/// The first digest waits ``pause`` seconds for notifications that follow closely; later digests wait ``seconds``.
struct DigestPace {
    /// Seconds from a flood's digest to the next digest of the same flood.
    var seconds = FloodLimit().seconds
    private var dates: [String: Date] = [:]
    private var next = Date.distantPast
    /// The application of the last digest; the next digest is for another application with a backlog, if there is any.
    private var lastApplication = ""

    /// Seconds that the first digest of a flood waits for further notifications.
    static let pause: TimeInterval = 2
    /// Seconds between the digests of two applications: servers drop notifications that come all at once.
    private static let digestPause: TimeInterval = 2

    /// Returns the date for a digest of this application's backlog; only called if there is a backlog.
    mutating func digestDate(of app: String, at now: Date) -> Date {
        // A date further ahead than possible was computed before the clock was set back.
        if let date = dates[app], date <= now + max(seconds, Self.pause), date > now - seconds { return date }
        let date = now + Self.pause
        dates[app] = date
        return date
    }

    /// Notes that a digest of the application's flood was made, or that no notification waited for a digest.
    mutating func hasDigestedFlood(_ app: String, at now: Date) {
        dates = dates.filter { $0.value > now - seconds }
        dates[app] = now + seconds
    }

    /// Orders applications so that the one after the application of the last digest comes first.
    func inTurn(_ apps: [String]) -> [String] {
        apps.filter { $0 > lastApplication } + apps.filter { $0 <= lastApplication }
    }

    /// Returns the date to which the next digest must wait; nil if it may be made now.
    func nextDigest(after now: Date) -> Date? {
        // A date further ahead than possible was computed before the clock was set back.
        next <= now || next > now + Self.digestPause ? nil : next
    }

    /// Notes that a digest was presented; returns the earliest date of the next digest.
    mutating func hasDigested(_ app: String, at now: Date) -> Date {
        lastApplication = app
        next = now + Self.digestPause
        return next
    }
}
