// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// A position of the machine, as GeoClue reports it.
package struct Fix: Hashable, Sendable, CustomStringConvertible {
    package let coordinate: Coordinate
    /// Radius in metres around ``coordinate`` in which the machine probably is; at least ``bestAccuracy``.
    package let accuracy: Double
    /// Speed in metres per second; nil if it is unknown.
    package let speed: Double?
    /// Date at which the position was measured, by the wall clock.
    package let date: Date
    /// The source of the position as GeoClue names it; empty if it is unknown.
    package let source: String

    /// Smallest accuracy in metres: GeoClue takes accuracy 0 from a table of receivers; no position is that accurate.
    package static let bestAccuracy = 10.0
    /// Largest accuracy in metres that a position may have: a circle larger than the Earth says nothing.
    package static let worstAccuracy = 5e7
    /// Largest age in seconds of a fix that tells where the machine is now; GeoClue's first fix may be older.
    package static let longestAge: TimeInterval = 120
    /// Accuracy in metres that all circles accept; a circle with a larger radius accepts an accuracy up to its radius.
    package static let sufficientAccuracy = 500.0

    /// Creates a fix from GeoClue's values; nil for a point that is not on the globe, and for an impossible accuracy.
    ///
    /// `accuracy` is in metres, from 0. `speed` is in metres per second; a negative speed means that it is unknown.
    package init?(_ coordinate: Coordinate, accuracy: Double, speed: Double? = nil, date: Date, source: String = "") {
        guard (-90...90).contains(coordinate.latitude), (-180...180).contains(coordinate.longitude),
            (0...Self.worstAccuracy).contains(accuracy), date.timeIntervalSince1970.isFinite
        else { return nil }
        self.coordinate = coordinate
        self.accuracy = max(accuracy, Self.bestAccuracy)
        self.speed = speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        (self.date, self.source) = (date, source)
    }

    /// Description that lacks the coordinate, because no log may have the person's position.
    package var description: String { "fix within \(accuracy) m" }

    /// Tells whether the fix is from the last 120 seconds; a date that is at most 120 seconds ahead counts, too.
    package func isFresh(at now: Date) -> Bool { abs(now.timeIntervalSince(date)) <= Self.longestAge }

    /// Tells whether the fix is accurate enough to tell on which side of the circle's border the machine is.
    package func isUsable(for circle: Circle) -> Bool {
        accuracy <= max(circle.watched.radius, Self.sufficientAccuracy)
    }

    /// Returns the smallest possible distance in metres between the machine and the circle's border.
    ///
    /// The result is negative if the machine may be on the other side of the border than the fix.
    package func slack(to circle: Circle) -> Double {
        abs(coordinate.distance(to: circle.center) - circle.watched.radius) - accuracy
    }
}
