// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The sunrise and the sunset around one noon of the sun, by the formulas of NOAA's Solar Calculator
/// (<https://gml.noaa.gov/grad/solcalc/calcdetails.html>), which follow Jean Meeus, Astronomical Algorithms.
///
/// The sun rises when its upper edge is at a flat horizon, with the refraction of a mean atmosphere. NOAA gives an
/// accuracy of one minute between 72° north and south, and of ten minutes beyond.
struct SolarDay {
    /// The UTC day in whose mean solar time the noon lies, as a number since 1970-01-01.
    let day: Int
    let place: Coordinate

    /// The angle in degrees between the zenith and the sun's centre when the sun rises or sets.
    private static let zenith = 90.833

    /// Returns the moment of sunrise or sunset, as whole seconds; nil on a day on which the sun doesn't rise or set.
    func date(of event: SunTrigger.Event) -> Date? {
        // Each iteration uses the sun's position at the moment that the previous iteration found.
        var minutes = 720 - 4 * place.longitude
        for _ in 0..<3 {
            let sun = SolarPosition(at: Double(day) + minutes / 1440)
            guard let angle = hourAngle(of: sun) else { return nil }
            minutes = 720 - 4 * (place.longitude + (event == .sunrise ? angle : -angle)) - sun.equationOfTime
        }
        return Date(timeIntervalSince1970: (Double(day) * 86_400 + minutes * 60).rounded())
    }

    /// Returns the degrees by which the Earth turns between sunrise and noon.
    private func hourAngle(of sun: SolarPosition) -> Double? {
        let (latitude, declination) = (place.latitude.radians, sun.declination.radians)
        let cosine = cos(Self.zenith.radians) / (cos(latitude) * cos(declination)) - tan(latitude) * tan(declination)
        guard abs(cosine) <= 1 else { return nil }
        return acos(cosine) * 180 / .pi
    }
}

/// The sun's position as seen from the Earth.
private struct SolarPosition {
    /// Degrees north of the celestial equator.
    let declination: Double
    /// The minutes by which a sundial is ahead of mean solar time.
    let equationOfTime: Double

    /// - Parameter moment: Days since 1970-01-01T00:00:00Z.
    init(at moment: Double) {
        // Julian centuries since 2000-01-01T12:00:00Z.
        let t = (moment - 10_957.5) / 36_525
        let meanLongitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)).radians
        let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)).radians
        let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
        let centre =
            sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
            + sin(3 * anomaly) * 0.000289
        let node = (125.04 - 1934.136 * t).radians
        let longitude = meanLongitude + (centre - 0.00569 - 0.00478 * sin(node)).radians
        let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
        let obliquity = (23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node)).radians
        declination = asin(sin(obliquity) * sin(longitude)) * 180 / .pi

        let y = tan(obliquity / 2) * tan(obliquity / 2)
        let terms =
            y * sin(2 * meanLongitude) - 2 * eccentricity * sin(anomaly)
            + 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) - y * y * sin(4 * meanLongitude) / 2
            - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        equationOfTime = 4 * terms * 180 / .pi
    }
}

extension Double {
    /// An angle in degrees as radians.
    fileprivate var radians: Double { self * .pi / 180 }
}
