// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import NotificationStore
import TestSupport
import Testing
import Triggers

/// Twenty of the tracks of ``FenceTrackTests``, walked by a simulated receiver of GeoClue's own daemon.
@Suite struct DaemonTrackTests {
    /// A walk over four tracks one after another, each around a circle of its own that is far from the others.
    private struct Walk {
        /// The circles and the true distances from their centres, along the whole walk.
        private(set) var circles: [(circle: Circle, distances: [Double])] = []
        private(set) var points: [Coordinate] = []

        /// The seeds of the twenty shortest tracks that have a crossing.
        ///
        /// A receiver has one position in a second, and a test can hardly wait for long tracks. They are around circles of at
        /// most 400 metres: farther from a border than 500 metres GeoClue is stopped between positions.
        private static let seeds = {
            let tracks = (UInt64(0)..<1000).map { (seed: $0, track: FenceTrack(seed: $0)) }
            let fitting = tracks.filter { !$0.track.due.isEmpty && $0.track.circle.radius <= 400 }
            return fitting.sorted { $0.track.distances.count < $1.track.distances.count }.prefix(20).map(\.seed)
        }()

        /// - Parameter number: From 0 to 4; each has a fifth of the tracks.
        init(_ number: Int) {
            var tracks = stride(from: number, to: Self.seeds.count, by: 5).map { index in
                FenceTrack(seed: Self.seeds[index], center: Coordinate(latitude: 52.52, longitude: 13 + Double(index)))
            }
            let away = 60_000.0
            for index in tracks.indices {
                let distances = tracks.indices.flatMap { other in
                    tracks[other].distances.map { other == index ? $0 : away }
                }
                circles.append((tracks[index].circle, distances))
                points += tracks[index].noisyPoints()
            }
        }

        /// Returns a request that fires at each crossing of a circle, late ones included.
        func request(_ index: Int) -> [String: Value] {
            let circle = circles[index].circle
            return PlaceWorld.home(
                latitude: circle.center.latitude, longitude: circle.center.longitude, exit: true, radius: circle.radius,
                repeats: true
            ).merging([
                "identifier": .string("track \(index)"), "title": .string("Track \(index)"),
                "ifMissed": .string("show"),
            ]) { $1 }
        }
    }

    /// Walks, and returns the number of the fix at which each request was seen to have fired.
    private func firings(on walk: Walk, _ world: GeoClueWorld) async throws -> [[Int]] {
        var firings = Array(repeating: [Int](), count: walk.circles.count)
        // Positions have whole seconds, and may be up to two minutes old: the walk need not take so long. Some are from before
        // the agent was started, so what they show comes late.
        var stamp = Date.now.timeIntervalSince1970.rounded(.down) - 111
        for (index, point) in walk.points.enumerated() {
            // A walk that is slower than a position in a second must not fall behind these two minutes.
            stamp = max(stamp + 1, Date.now.timeIntervalSince1970.rounded(.down) - 110)
            await world.geoClue.move(
                latitude: point.latitude, longitude: point.longitude, age: Date.now.timeIntervalSince1970 - stamp)
            try await withDeadline {
                while try await !world.isAt(point.latitude, after: 0) { try await yieldUntilDeadline() }
            }
            for number in firings.indices {
                let count = try await world.firings(of: "track \(number)")
                while firings[number].count < count { firings[number].append(index) }
            }
        }
        return firings
    }

    @Test(arguments: 0..<5)
    func `crossings that are due come once through the daemon, and no others`(number: Int) async throws {
        let walk = Walk(number)
        try await GeoClueWorld.with { world in
            try await world.geoClue.start()
            try await world.geoClue.startAgent()
            await world.geoClue.move(latitude: walk.points[0].latitude, longitude: walk.points[0].longitude, age: 111)
            for index in walk.circles.indices { _ = try await world.agent.proxy().add(walk.request(index)) }
            let firings = try await firings(on: walk, world)
            for (track, found) in zip(walk.circles, firings) {
                let due = FenceTrack.due(track.distances, of: track.circle)
                // A firing may be seen one fix later than it came.
                let isMet = zip(due, found).allSatisfy { ($0.fixes.lowerBound...$0.fixes.upperBound + 1).contains($1) }
                #expect(found.count == due.count && isMet, "due \(due), found \(found)")
            }
        }
    }
}
