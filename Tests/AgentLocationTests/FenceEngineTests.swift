// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore
import Testing
import Triggers

@testable import AgentLocation

@Suite struct FenceEngineTests {
    private var engine = FenceEngine(berlin.circle(200))

    /// Handles fixes at distances from the centre, `interval` seconds apart, and returns the sides of crossings.
    private mutating func walk(
        _ distances: [Double], accuracy: Double = 15, from start: Double = 0, every interval: Double = 10,
        age: Double = 0, isLowRate: Bool = false
    ) throws -> [FenceState.Side?] {
        try distances.enumerated().map { index, distance in
            let now = noon + start + Double(index) * interval
            let fix = try #require(berlin.fix(distance, accuracy: accuracy, at: now - age))
            return engine.handle(fix, at: now, isLowRate: isLowRate)?.side
        }
    }

    @Test mutating func `the first proof sets the side and fires nothing`() throws {
        #expect(try walk([50, 50, 50]) == [nil, nil, nil])
        #expect(engine.state.side == .inside)
    }

    @Test mutating func `the second proof in a row is a crossing`() throws {
        #expect(try walk([600, 100, 100, 100, 600, 600]) == [nil, nil, .inside, nil, nil, .outside])
    }

    @Test mutating func `a fix that proves nothing makes the proofs begin anew`() throws {
        #expect(try walk([600, 100, 200, 100, 100]) == [nil, nil, nil, nil, .inside])
    }

    @Test mutating func `a proof of the present side makes the proofs begin anew`() throws {
        #expect(try walk([600, 100, 600, 100, 600]) == [nil, nil, nil, nil, nil])
        #expect(engine.state.candidate == nil)
    }

    @Test(arguments: [
        (200.0, 15.0, 184.0, FenceState.Side.inside as FenceState.Side?), (200, 15, 186, nil), (200, 15, 239, nil),
        (200, 15, 241, .outside), (200, 0, 189, .inside), (200, 0, 191, nil), (200, 100, 299, nil),
        (200, 100, 301, .outside), (200, 100, 99, .inside), (200, 400, 99, .inside), (200, 400, 101, nil),
        (50, 15, 74, nil), (50, 15, 76, .outside), (3000, 15, 3199, nil), (3000, 15, 3201, .outside),
        (20, 15, 34, .inside),
    ])
    func `a proof keeps its distance from the border`(
        _ radius: Double, _ accuracy: Double, _ distance: Double, _ side: FenceState.Side?
    ) throws {
        let fix = try #require(berlin.fix(distance, accuracy: accuracy, at: noon))

        #expect(berlin.circle(radius).side(of: fix) == side)
    }

    @Test mutating func `old and coarse fixes change nothing`() throws {
        #expect(try walk([600, 100]) == [nil, nil])
        let state = engine.state

        #expect(try walk([100, 600], from: 20, age: 121) == [nil, nil])
        #expect(try walk([100, 600], accuracy: 501, from: 40) == [nil, nil])
        #expect(engine.state == state)
        #expect(try walk([100], from: 60, age: 30) == [.inside])
    }

    @Test mutating func `a fix that comes twice counts once`() throws {
        #expect(try walk([600, 100], every: 10) == [nil, nil])

        #expect(try walk([100], from: 10) == [nil])
        #expect(try walk([100], from: 11) == [.inside])
    }

    @Test mutating func `fixes count after the clock was set back`() throws {
        #expect(try walk([600], from: 7200) == [nil])

        #expect(try walk([100, 100]) == [nil, .inside])
    }

    @Test mutating func `a candidate from before the clock was set back counts no more`() throws {
        #expect(try walk([600, 100], from: 7200) == [nil, nil])

        #expect(try walk([100, 100]) == [nil, .inside])
    }

    @Test mutating func `a fix is described without its place`() throws {
        #expect("\(try #require(berlin.fix(0, at: noon)))" == "fix within 15.0 m")
    }

    @Test mutating func `two proofs at a low rate are 20 seconds apart`() throws {
        #expect(try walk([600], isLowRate: true) == [nil])

        #expect(try walk([100, 100, 100, 100], from: 300, every: 9, isLowRate: true) == [nil, nil, nil, .inside])
    }

    @Test mutating func `a crossing that was missed while the agent was off is told once`() throws {
        #expect(try walk([600, 600]) == [nil, nil])
        let stored = try JSONEncoder().encode(engine.state)

        engine = FenceEngine(berlin.circle(200), state: try JSONDecoder().decode(FenceState.self, from: stored))
        var crossings: [Crossing] = []
        for second in stride(from: 0.0, to: 100, by: 10) {
            let now = noon + 86_400 + second
            let fix = try #require(berlin.fix(50, at: now))
            if let crossing = engine.handle(fix, at: now, isLowRate: false) { crossings.append(crossing) }
        }

        #expect(crossings == [Crossing(to: .inside, at: noon + 86_410, lastSeen: noon + 10)])
    }

    @Test mutating func `a candidate survives a restart, and its own fix doesn't confirm it`() throws {
        #expect(try walk([600, 100]) == [nil, nil])

        engine = FenceEngine(berlin.circle(200), state: engine.state)
        #expect(try walk([100], from: 10) == [nil])
        #expect(try walk([100], from: 40) == [.inside])
    }

    @Test func `a region fires on the crossings it names`() {
        let area = Region.Area.circle(berlin.circle(200))
        let entry = Crossing(to: .inside, at: noon, lastSeen: nil)
        let exit = Crossing(to: .outside, at: noon, lastSeen: nil)

        #expect(Region(identifier: "home", area: area, notifyOnExit: false).fires(on: entry.side))
        #expect(!Region(identifier: "home", area: area, notifyOnExit: false).fires(on: exit.side))
        #expect(!Region(identifier: "home", area: area, notifyOnEntry: false).fires(on: entry.side))
        #expect(Region(identifier: "home", area: area, notifyOnEntry: false).fires(on: exit.side))
    }

    @Test func `positions that are none are refused`() {
        for (latitude, longitude, accuracy) in [
            (Double.nan, 0.0, 1.0), (91, 0, 1), (0, 181, 1), (0, 0, -1), (0, 0, .infinity), (0, 0, .nan),
        ] {
            let point = Coordinate(latitude: latitude, longitude: longitude)
            #expect(Fix(point, accuracy: accuracy, date: noon) == nil)
        }
        #expect(Fix(berlin.center, accuracy: 0, speed: -1, date: noon)?.accuracy == 10)
        #expect(Fix(berlin.center, accuracy: 0, speed: -1, date: noon)?.speed == nil)
    }
}
