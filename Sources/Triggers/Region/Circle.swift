// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A point on the globe, in degrees of the WGS 84 reference frame.
package struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, from -90 to 90.
    package var latitude: Double
    /// Degrees east of Greenwich, from -180 to 180.
    package var longitude: Double

    package init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

    /// Returns the distance to another point in metres, along the surface of a globe of the Earth's mean radius.
    package func distance(to other: Coordinate) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let north = sin(radians(other.latitude - latitude) / 2)
        let east = sin(radians(other.longitude - longitude) / 2)
        let haversine = north * north + cos(radians(latitude)) * cos(radians(other.latitude)) * east * east
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The Earth's mean radius in metres.
    private static let earthRadius = 6_371_008.8

    /// Checks that latitude and longitude are in range; the refusal names the point's dictionary by `key`.
    package func validate(_ key: String) throws(Refusal) {
        guard (-90...90).contains(latitude) else {
            throw .invalidTrigger("\(key).latitude is \(latitude); it must be from -90 to 90 degrees")
        }
        guard (-180...180).contains(longitude) else {
            throw .invalidTrigger("\(key).longitude is \(longitude); it must be from -180 to 180 degrees")
        }
    }
}

/// The area within a distance of a point on the globe.
package struct Circle: Hashable, Sendable {
    package var center: Coordinate
    /// Distance of the circle's edge from its centre, in metres.
    package var radius: Double

    package init(center: Coordinate, radius: Double) { (self.center, self.radius) = (center, radius) }

    /// The largest radius in metres that a caller may ask for: 400 km.
    package static let longestRadius = 400_000.0
    /// The smallest radius in metres that the agent watches, because no desktop knows its place more precisely; a
    /// smaller radius counts as this one.
    package static let shortestRadius = 50.0

    /// The circle as it is watched: with ``shortestRadius`` if its own radius is smaller.
    package var watched: Circle { Circle(center: center, radius: max(radius, Self.shortestRadius)) }

    /// Checks that centre and radius are in range; the refusal names the circle's dictionary by `key`.
    package func validate(_ key: String) throws(Refusal) {
        try center.validate(key)
        guard radius > 0, radius <= Self.longestRadius else {
            throw .invalidTrigger("\(key).radius is \(radius); it must be above 0 and at most 400000 metres")
        }
    }
}
