// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import AgentLocation

@Suite struct DutyCycleTests {
    /// A circle of 200 metres whose border is 10 km from the centre of Berlin.
    private let far = Circle(center: berlin.point(10_200), radius: 200)

    private func geoClue(_ place: @escaping (Double) -> Coordinate?) -> ScriptedGeoClue {
        ScriptedGeoClue(place: place)
    }

    @Test func `without places there are no client, no timer and no effect`() {
        var geoClue = geoClue { _ in berlin.center }

        for event in [
            LocationCycle.Event.fencesChanged([]), .resumed, .networkChanged, .unlocked, .timer, .daemonAppeared,
            .daemonVanished, .powerChanged(.battery), .availableLevelChanged(.exact), .candidateFound,
        ] {
            geoClue.send(event)
        }
        geoClue.run(for: 86_400)

        #expect(geoClue.log.isEmpty)
        #expect(geoClue.cycle.phase == .idle)
    }

    @Test func `the last place to go takes the client and the timer along`() {
        var geoClue = geoClue { _ in berlin.center }
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 3600)
        let count = geoClue.log.count

        geoClue.send(.fencesChanged([]))
        geoClue.run(for: 86_400)

        #expect(geoClue.log.dropFirst(count).map(\.effect) == [.deleteClient, .cancelWake])
        #expect(geoClue.cycle.estimate.last == nil)
    }

    @Test(arguments: [15.0, 50, 500], [PowerState.external, .battery, .saver])
    func `a machine that stands still takes two fixes an hour after its first three`(
        _ accuracy: Double, _ power: PowerState
    ) {
        var geoClue = geoClue { _ in berlin.center }
        geoClue.accuracy = accuracy
        geoClue.send(.powerChanged(power))
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 86_400)

        #expect(geoClue.mostFixesInAnHour(after: 3) <= 2)
        #expect(geoClue.fixes.count >= 10)
        #expect(geoClue.count(of: .createClient) == 1)
    }

    @Test(arguments: [1.4, 5, 14, 33, 70], [0.0, 1, 2, 3])
    func `a moving machine takes at most 13 fixes an hour`(_ speed: Double, _ bearing: Double) {
        // It moves back and forth within 9 km, and comes no nearer to the border than 1 km.
        var geoClue = geoClue { second in
            let way = (speed * second).truncatingRemainder(dividingBy: 36_000)
            return berlin.point(abs(way - 18_000) - 9000, bearing: bearing)
        }
        geoClue.script = (1...600).map { (noon + Double($0) * 30, .networkChanged) }
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 18_000)

        #expect(geoClue.mostFixesInAnHour() <= 13)
        #expect(geoClue.fixes.count >= 20)
    }

    @Test func `the client runs for less than a fiftieth of the time`() {
        var geoClue = geoClue { _ in berlin.center }
        geoClue.send(.fencesChanged([far]))
        geoClue.run(for: 86_400)

        var (running, started): (Double, Date?) = (0, nil)
        for (date, effect) in geoClue.log {
            if case .start = effect { started = date }
            if effect == .stop, let start = started { running += date.timeIntervalSince(start) }
        }
        #expect(running > 0 && running * 50 < 86_400)
    }

    @Test func `near a border positions come every 10 seconds until the machine stands still`() {
        // It walks to 30 metres inside the border, and stays.
        var geoClue = geoClue { berlin.point(max(170, 700 - 1.4 * $0)) }
        geoClue.sigma = 3
        geoClue.send(.availableLevelChanged(.exact))
        geoClue.send(.fencesChanged([berlin.circle(200)]))
        geoClue.run(for: 500)

        #expect(geoClue.count(of: .start(.exact, timeThreshold: 10)) == 1)
        #expect(geoClue.fixes.count > 20)

        geoClue.run(for: 3600)
        let count = geoClue.fixes.count
        geoClue.run(for: 3600)
        #expect(geoClue.fixes.count - count <= 2)
        #expect(geoClue.count(of: .start(.exact, timeThreshold: 10)) == 1)
    }

    @Test func `coarse positions are not asked for all the time, however near the border`() {
        var geoClue = geoClue { berlin.point(22_000, bearing: $0 / 1000) }
        geoClue.accuracy = 5000
        geoClue.send(.fencesChanged([berlin.circle(25_000)]))
        geoClue.run(for: 7200)

        #expect(geoClue.mostFixesInAnHour() <= 13)
        #expect(geoClue.fixes.count >= 3)
    }

    @Test func `a machine that has stopped stands still after three fixes`() throws {
        var estimate = LocationEstimate()
        for minute in 0..<8 {
            let distance = Double(max(0, 5 - minute)) * 1000
            estimate.take(try #require(berlin.fix(distance, at: noon + Double(minute) * 300)))
            #expect(estimate.isStill == (minute >= 7), "minute \(minute)")
        }
        estimate.take(try #require(berlin.fix(1000, at: noon + 2400)))
        #expect(!estimate.isStill)
    }

    @Test(arguments: [
        (nil as Double?, 0.0, false, PowerState.external, AccuracyLevel.exact, 300.0),
        (400, 0, false, .external, .exact, 60), (-50, 0, false, .external, .exact, 60),
        (600, 0, false, .external, .street, 300), (1900, 0, false, .external, .street, 300),
        (10_000, 0, false, .external, .neighborhood, 303), (19_800, 0, false, .external, .neighborhood, 600),
        (33_000, 0, false, .external, .city, 1000), (33_000, 50, false, .external, .city, 330),
        (99_000, 0, false, .external, .city, 1800), (33_000, 0, false, .battery, .city, 2000),
        (10_000, 0, true, .external, .neighborhood, 1800), (400, 0, true, .external, .exact, 1800),
        (33_000, 0, true, .saver, .city, 7200), (400, 0, false, .saver, .neighborhood, 240),
    ])
    func `the distance to the border decides on level and pause`(
        _ slack: Double?, _ speed: Double, _ isStill: Bool, _ power: PowerState, _ level: AccuracyLevel,
        _ pause: Double
    ) {
        let plan = DutyPlan(slack: slack, speed: speed, isStill: isStill, isPrecise: true, power: power)

        #expect(plan.level(available: .exact) == level)
        #expect(abs(plan.pause - pause) < 1)
    }
}
