// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationStore
import Synchronization
import Testing
import Triggers

@testable import AgentLocation

/// Programs that follow the location while they run.
@Suite struct LocationMonitorTests {
    private static let home = Coordinate(latitude: 52, longitude: 13)
    private static let probe = Circle(center: Coordinate(latitude: 0, longitude: 0), radius: 50)
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let key = LocationMonitor.Key(connection: ":1.7", app: "a")
    private let told = Told()

    /// The events that a program was told.
    private final class Told: Sendable {
        private let events = Mutex<[LocationEvent]>([])

        func add(_ event: LocationEvent) { events.withLock { $0.append(event) } }

        func takeAll() -> [LocationEvent] {
            events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    private func region(_ name: String, entry: Bool = true, exit: Bool = true) -> Region {
        Region(
            identifier: name, area: .circle(Circle(center: Self.home, radius: 200)), notifyOnEntry: entry,
            notifyOnExit: exit)
    }

    private func set(_ regions: [Region], positions: Bool = false, in monitors: inout LocationMonitors) throws {
        let monitor = LocationMonitor(
            regions: Dictionary(uniqueKeysWithValues: regions.map { ($0.identifier, $0) }), wantsPositions: positions)
        try monitors.set(monitor, of: key) { [told] in told.add($0) }
    }

    /// Takes positions at distances north of the middle of the places, 10 seconds apart.
    private func walk(_ norths: [Double], from seconds: Double = 0, in monitors: inout LocationMonitors) throws {
        for (index, north) in norths.enumerated() {
            let date = start + seconds + 10 * Double(index)
            let place = Coordinate(latitude: Self.home.latitude + north / 111_195, longitude: Self.home.longitude)
            let fix = try #require(Fix(place, accuracy: 15, date: date))
            monitors.take(fix, of: ["a"], at: date, isLowRate: false)
        }
    }

    @Test func `crossings are told, but not the side at the start`() throws {
        var monitors = LocationMonitors()
        try set([region("home"), region("exit", entry: false)], in: &monitors)
        try walk([0, 0, 500, 500, 0, 0], in: &monitors)
        #expect(told.takeAll() == [.left("exit"), .left("home"), .entered("home")])
    }

    @Test func `a region that stays keeps its side when another one is added`() throws {
        var monitors = LocationMonitors()
        try set([region("home")], in: &monitors)
        try walk([0, 0], in: &monitors)
        try set([region("home"), region("new")], in: &monitors)
        try walk([500, 500], from: 60, in: &monitors)
        #expect(told.takeAll() == [.left("home")])
    }

    @Test func `each position is told once, and a circle around it keeps them coming`() throws {
        var monitors = LocationMonitors()
        try set([], positions: true, in: &monitors)
        #expect(monitors.circles(of: ["a"], fix: nil, probe: Self.probe) == [Self.probe])
        try walk([100], in: &monitors)
        try walk([100], in: &monitors)
        let events = told.takeAll()
        #expect(events.count == 1)
        guard case .position(let fix)? = events.first else { return }
        let circle = try #require(monitors.circles(of: ["a"], fix: fix, probe: Self.probe).first)
        #expect(fix.isUsable(for: circle) && fix.slack(to: circle) < DutyPlan.nearSlack)
        #expect(monitors.circles(of: [], fix: fix, probe: Self.probe).isEmpty)
    }

    @Test func `an application without permission hears decisions only`() throws {
        var monitors = LocationMonitors()
        try set([region("home")], positions: true, in: &monitors)
        let fix = try #require(Fix(Self.home, accuracy: 15, date: start))
        monitors.take(fix, of: ["b"], at: start, isLowRate: false)
        monitors.tell(.noFix, of: ["b"])
        #expect(told.takeAll().isEmpty)
        monitors.tell(["a": LocationPermission(.allowed)], before: [:])
        monitors.tell(["a": LocationPermission(.allowed)], before: ["a": LocationPermission(.allowed)])
        #expect(told.takeAll() == [.permission(.allowed)])
    }

    @Test func `an application may monitor 20 regions, over all of its connections`() throws {
        var monitors = LocationMonitors()
        let other = LocationMonitor.Key(connection: ":1.8", app: "a")
        try set((0..<15).map { region("r\($0)") }, in: &monitors)
        let five = Dictionary(uniqueKeysWithValues: (0..<6).map { ("s\($0)", region("s\($0)")) })
        #expect(throws: Refusal.self) { try monitors.set(LocationMonitor(regions: five), of: other) { _ in } }
        try set((0..<14).map { region("r\($0)") }, in: &monitors)
        try monitors.set(LocationMonitor(regions: five), of: other) { _ in }
        monitors.remove(":1.7")
        #expect(monitors.count == 1)
    }
}
