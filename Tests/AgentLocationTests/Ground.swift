// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLocation
import FoundationEssentials
import Glibc
import TestSupport
import Triggers

/// Points at distances from a centre, and fixes there with a receiver's noise.
struct Ground {
    let center: Coordinate
    static let earthRadius = 6_371_008.8

    /// Returns the point at `distance` metres from the centre; `bearing` is in radians from north.
    func point(_ distance: Double, bearing: Double = 0.7) -> Coordinate {
        Self.point(from: center, distance, bearing: bearing)
    }

    static func point(from start: Coordinate, _ distance: Double, bearing: Double) -> Coordinate {
        let (latitude, angle) = (start.latitude * .pi / 180, distance / earthRadius)
        let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
        let east = atan2(sin(bearing) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sine)
        let longitude = start.longitude + east * 180 / .pi
        return Coordinate(
            latitude: asin(min(1, max(-1, sine))) * 180 / .pi, longitude: remainder(longitude, 360))
    }

    /// Returns the point moved by normally distributed metres to the north and to the east.
    static func noisy(
        _ point: Coordinate, sigma: Double, using random: inout some RandomNumberGenerator
    ) -> Coordinate {
        let (north, east) = (sigma * normal(using: &random), sigma * normal(using: &random))
        return Self.point(from: point, hypot(north, east), bearing: atan2(east, north))
    }

    static func normal(using random: inout some RandomNumberGenerator) -> Double {
        let (first, second) = (Double.random(in: 1e-12..<1, using: &random), Double.random(in: 0..<1, using: &random))
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
}

/// A day at noon.
let noon = Date(timeIntervalSince1970: 1_795_348_800)
let berlin = Ground(center: Coordinate(latitude: 52.52, longitude: 13.405))

extension Ground {
    func circle(_ radius: Double) -> Circle { Circle(center: center, radius: radius) }

    /// Returns a fix at `distance` metres from the centre.
    func fix(_ distance: Double, accuracy: Double = 15, speed: Double? = nil, at date: Date) -> Fix? {
        Fix(point(distance), accuracy: accuracy, speed: speed, date: date)
    }
}
