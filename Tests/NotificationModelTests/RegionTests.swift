// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import Triggers

@Suite struct RegionTests {
    private func region(
        _ identifier: String = "home", _ latitude: Double = 52.52, _ longitude: Double = 13.405, _ radius: Double = 200,
        entry: Bool = true, exit: Bool = true
    ) -> Region {
        let center = Coordinate(latitude: latitude, longitude: longitude)
        return Region(
            identifier: identifier, area: .circle(Circle(center: center, radius: radius)), notifyOnEntry: entry,
            notifyOnExit: exit)
    }

    private func message(of region: Region) -> String? {
        do {
            try region.validate()
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `a refusal names the key, the value and the limit`() {
        let refusals: [(Region, String)] = [
            (region("home", .nan), "region.latitude is nan; it must be from -90 to 90 degrees"),
            (region("home", 90.5), "region.latitude is 90.5; it must be from -90 to 90 degrees"),
            (region("home", -.infinity), "region.latitude is -inf; it must be from -90 to 90 degrees"),
            (region("home", 0, 180.1), "region.longitude is 180.1; it must be from -180 to 180 degrees"),
            (region("home", 0, .nan), "region.longitude is nan; it must be from -180 to 180 degrees"),
            (region("home", 0, 0, 0), "region.radius is 0.0; it must be above 0 and at most 400000 metres"),
            (region("home", 0, 0, -1), "region.radius is -1.0; it must be above 0 and at most 400000 metres"),
            (region("home", 0, 0, .nan), "region.radius is nan; it must be above 0 and at most 400000 metres"),
            (region("home", 0, 0, 400_001), "region.radius is 400001.0; it must be above 0 and at most 400000 metres"),
            (
                region(entry: false, exit: false),
                "region.notifyOnEntry and region.notifyOnExit are false; one of them must be true"
            ),
            (region(""), "region.identifier is empty; it must be a name"),
            (region(String(repeating: "x", count: 257)), "region.identifier is 257 bytes; the limit is 256"),
        ]

        for (region, text) in refusals { #expect(message(of: region) == text) }
    }

    @Test func `the edges of the ranges are allowed`() {
        for edge in [
            region("home", 90, 180, 400_000), region("home", -90, -180, 0.1), region(entry: false), region(exit: false),
            region(String(repeating: "x", count: 256)),
        ] {
            #expect(message(of: edge) == nil)
        }
    }

    @Test func `a radius below 50 metres is watched as 50 metres`() {
        #expect(region("home", 0, 0, 30).circle?.watched.radius == 50)
        #expect(region("home", 0, 0, 50).circle?.watched.radius == 50)
        #expect(region("home", 0, 0, 51).circle?.watched.radius == 51)
    }

    @Test func `the text says what the request waits for`() {
        #expect(region(exit: false).text == "when you arrive at home")
        #expect(region("office", entry: false).text == "when you leave office")
        #expect(region().text == "when you arrive at or leave home")
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 1.0, 111_195.08),  // A degree of the equator.
        (52.52, 13.405, 48.8566, 2.3522, 877_464.6),  // Berlin, Paris.
        (0, 179.9995, 0, -179.9995, 111.195),  // Across the antimeridian.
        (89.9995, 0, 89.9995, 180, 111.195),  // Across the pole.
        (0, 0, 0, 180, 20_015_114.35),  // To the opposite point.
        (52.52, 13.405, 52.52, 13.405, 0),
    ])
    func `distances are those of a globe`(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double, _ metres: Double
    ) {
        let here = Coordinate(latitude: latitude, longitude: longitude)
        let there = Coordinate(latitude: otherLatitude, longitude: otherLongitude)

        #expect(abs(here.distance(to: there) - metres) <= max(0.01, metres * 1e-6))
        #expect(here.distance(to: there) == there.distance(to: here))
    }
}
