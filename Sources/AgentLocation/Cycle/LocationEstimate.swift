// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// A summary of the latest fixes: the machine's place and speed, and whether the machine stands still.
struct LocationEstimate: Hashable, Sendable {
    /// The latest fix that was good enough.
    private(set) var last: Fix?
    /// The latest fix that was too old or too coarse: it only hints at the machine's place.
    var provisional: Fix?
    /// Speed in metres per second that the last fix shows.
    private(set) var speed = 0.0
    /// The first of the latest fixes that were all at one place.
    private var anchor: Fix?
    /// Number of the latest fixes at one place, ``anchor`` included.
    private var count = 0

    /// Number of fixes that show that the machine stands still.
    static let stillCount = 3
    /// Seconds for which fixes must be at one place to show a standstill; in this time a walker would leave the place.
    static let stillSpan: ClosedRange<TimeInterval> = 180...540
    /// Distance in metres up to which two fixes always count as one place.
    static let shortestMove = 100.0

    mutating func take(_ fix: Fix) {
        speed = max(fix.speed ?? 0, last.map { Self.speed(from: $0, to: fix) } ?? 0)
        last = fix
        provisional = nil
        if let anchor, fix.coordinate.distance(to: anchor.coordinate) <= Self.tolerance(anchor, fix) {
            count += 1
        } else {
            (anchor, count) = (fix, 1)
        }
    }

    /// Whether the last fixes were at one place.
    var isStill: Bool {
        guard let anchor, let last, count >= Self.stillCount else { return false }
        let span = min(max(2 * Self.tolerance(anchor, last), Self.stillSpan.lowerBound), Self.stillSpan.upperBound)
        return last.date.timeIntervalSince(anchor.date) >= span
    }

    /// Whether the last fix is accurate enough for every circle.
    var isPrecise: Bool { last.map { $0.accuracy <= Fix.sufficientAccuracy } ?? false }

    /// Returns the smallest distance in metres from the latest fix to a circle's border; nil without a fix or a circle.
    func slack(to circles: some Sequence<Circle>) -> Double? {
        (last ?? provisional).flatMap { fix in circles.map(fix.slack).min() }
    }

    /// Returns the largest distance in metres at which two fixes may still be of one place.
    private static func tolerance(_ first: Fix, _ second: Fix) -> Double {
        max(2 * (first.accuracy + second.accuracy), shortestMove)
    }

    /// Returns the speed in metres per second that two fixes prove, in view of their accuracy.
    private static func speed(from first: Fix, to second: Fix) -> Double {
        let time = second.date.timeIntervalSince(first.date)
        guard time >= 1 else { return 0 }
        let way = first.coordinate.distance(to: second.coordinate) - first.accuracy - second.accuracy
        return max(0, way / time)
    }
}
