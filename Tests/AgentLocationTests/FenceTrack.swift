// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLocation
import FoundationEssentials
import NotificationStore
import TestSupport
import Triggers

/// A walk that crosses a circle's border some times, with halts on the border, and visits to it without a crossing.
///
/// A crossing passes the border, with a halt of up to 30 fixes on it, and ends two border widths or more beyond. A
/// visit comes as near as three quarters of a border's width, and returns.
struct FenceTrack {
    let ground: Ground
    let circle: Circle
    /// Distances from the centre in metres, without noise.
    private(set) var distances: [Double] = []
    private var random: SeededGenerator

    /// Standard deviation in metres of a fix to the north, and to the east.
    static let sigma = 15.0
    private static let centers = [
        Coordinate(latitude: 52.52, longitude: 13.405), Coordinate(latitude: -17.8, longitude: 179.9999),
        Coordinate(latitude: 78.2, longitude: 15.6), Coordinate(latitude: 0, longitude: 0),
    ]
    private static let radii = [200.0, 250, 400, 1000, 5000]

    /// - Parameters:
    ///   - seed: The seed of the walk; equal seeds make equal walks.
    ///   - radii: The radii in metres from which the seed chooses.
    ///   - center: The centre of the circle; the seed decides if it is nil.
    init(seed: UInt64, radii: [Double] = Self.radii, center: Coordinate? = nil) {
        random = SeededGenerator(seed: seed)
        ground = Ground(center: center ?? Self.centers[Int(seed % 4)])
        circle = ground.circle(radii.randomElement(using: &random) ?? 200)
        var side = Bool.random(using: &random) ? 1.0 : -1.0
        let width = circle.borderWidth
        stay(side)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            if Int.random(in: 0..<4, using: &random) == 0 {
                move(to: circle.radius + side * width * Double.random(in: 0.75...1.9, using: &random))
            } else {
                move(to: circle.radius)
                for _ in 0..<Int.random(in: 0...30, using: &random) {
                    distances.append(circle.radius + 3 * Ground.normal(using: &random))
                }
                side = -side
            }
            stay(side)
        }
    }

    /// Moves to a place that is surely on one side, and stays for 4 to 20 fixes.
    private mutating func stay(_ side: Double) {
        let depth = circle.borderWidth * Double.random(in: 2...4, using: &random)
        let distance = max(0, circle.radius + side * depth)
        move(to: distance)
        distances += Array(repeating: distance, count: Int.random(in: 4...20, using: &random))
    }

    private mutating func move(to end: Double) {
        guard let start = distances.last else { return }
        let step = Double.random(in: 4...60, using: &random)
        distances += stride(from: start, to: end, by: end < start ? -step : step).dropFirst()
    }

    /// The crossings that are due: the fixes during which each must come, and its side.
    var due: [(fixes: ClosedRange<Int>, side: FenceState.Side)] { Self.due(distances, of: circle) }

    /// Returns the crossings that are due on a path, which has these distances from the circle's centre in metres.
    static func due(
        _ distances: [Double], of circle: Circle
    ) -> [(fixes: ClosedRange<Int>, side: FenceState.Side)] {
        var result: [(fixes: ClosedRange<Int>, side: FenceState.Side)] = []
        var (current, left, run): (FenceState.Side?, Int, (side: FenceState.Side?, count: Int)) = (nil, 0, (nil, 0))
        for (index, distance) in distances.enumerated() {
            let beyond = distance - circle.radius
            let side: FenceState.Side? = abs(beyond) < 2 * circle.borderWidth ? nil : beyond > 0 ? .outside : .inside
            run = side == run.side ? (side, run.count + 1) : (side, 1)
            if let side, side != current, run.count == 4 {
                if current != nil { result.append(((left + 1)...index, side)) }
                current = side
            }
            if side == current { left = index }
        }
        return result
    }

    /// Returns the walk's points with a receiver's noise.
    mutating func noisyPoints() -> [Coordinate] {
        var bearing = Double.random(in: 0..<6, using: &random)
        return distances.map { noisyPoint($0, &bearing) }
    }

    /// Returns the walk's next point at a distance from the centre; the walk turns a little around it.
    private mutating func noisyPoint(_ distance: Double, _ bearing: inout Double) -> Coordinate {
        bearing += Double.random(in: -0.02...0.02, using: &random)
        return Ground.noisy(ground.point(distance, bearing: bearing), sigma: Self.sigma, using: &random)
    }

    /// Sends noisy fixes of the walk through an engine, and returns the crossings with the number of their fix.
    mutating func crossings(every interval: Double, isLowRate: Bool) -> [(fix: Int, side: FenceState.Side)] {
        var engine = FenceEngine(circle)
        var bearing = Double.random(in: 0..<6, using: &random)
        var result: [(fix: Int, side: FenceState.Side)] = []
        for (index, distance) in distances.enumerated() {
            let point = noisyPoint(distance, &bearing)
            let now = noon + Double(index) * interval
            let accuracy: Double = [0, 10, 15, 25, 30].randomElement(using: &random) ?? 15
            guard let fix = Fix(point, accuracy: accuracy, date: now) else { continue }
            let crossing = engine.handle(fix, at: now, isLowRate: isLowRate)
            if let crossing { result.append((index, crossing.side)) }
        }
        return result
    }

    /// Numbers of crossings that were due, that are missing, and that should not be.
    mutating func score(every interval: Double, isLowRate: Bool) -> (due: Int, missing: Int, others: Int) {
        let due = due
        let crossings = crossings(every: interval, isLowRate: isLowRate)
        let met = due.filter { due in crossings.contains { due.fixes.contains($0.fix) && $0.side == due.side } }
        return (due.count, due.count - met.count, crossings.count - met.count)
    }
}
