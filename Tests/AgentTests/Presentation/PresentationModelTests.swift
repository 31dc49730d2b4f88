// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import DesktopPresentation

/// Random orders of events, each of which must keep the promises.
///
/// `BELFRY_ORDERS` says how many, `BELFRY_SEED` which. An order that breaks a promise is made as short as can be and
/// printed, to be kept in ``PresentationOrderTests``.
@Suite struct PresentationModelTests {
    private static let orders = getenv("BELFRY_ORDERS").flatMap { Int(String(cString: $0)) } ?? 100_000
    private static let length = 40

    @Test func `random orders of events keep the promises`() async {
        let seed = SeededGenerator.seed
        let runs = 4
        var seen: Set<PresentationWorld.PhasePair> = []
        await withTaskGroup(of: Result.self) { group in
            for run in 0..<runs {
                group.addTask {
                    // The four get the processor time that other tests leave.
                    await onOwnThread(nice: 10) { Self.run(seed: seed &+ UInt64(run), orders: Self.orders / runs) }
                }
            }
            for await result in group {
                seen.formUnion(result.transitions)
                for broken in result.broken.values.sorted() { Issue.record("\(broken)") }
            }
        }
        print("presentation: seed \(seed), \(Self.orders) orders, \(seen.count) transitions")
    }

    /// What one run has found.
    struct Result: Sendable {
        var transitions: Set<PresentationWorld.PhasePair> = []
        /// Short orders that break promises, by the promise.
        var broken: [String: String] = [:]
        var failures = 0

        /// Whether a longer run may find other failures. A fault that breaks many orders would take all of its time.
        var isToGoOn: Bool { broken.count < 3 && failures < 30 }
    }

    /// Walks along orders that share their beginnings: the value is copied where they part.
    private static func run(seed: UInt64, orders: Int) -> Result {
        var result = Result()
        var generator = SeededGenerator(seed: seed)
        var path: [PresentationMove] = []
        var worlds = [PresentationWorld()]
        var mixture = PresentationMixture(&generator)
        for order in 0..<orders where result.isToGoOn {
            while path.count < length, var world = worlds.last, world.failure == nil {
                let move = mixture.move(in: world, &generator)
                path.append(move)
                world.apply(move)
                worlds.append(world)
            }
            guard var world = worlds.last else { break }
            if world.failure == nil, order % 8 == 0 {
                world.settle()
                result.transitions.formUnion(world.transitions)
            }
            if let failure = world.failure { note(failure, path, seed: seed, in: &result) }
            // The next order parts from this one somewhere, seldom early.
            let isNew = Int.random(in: 0..<24, using: &generator) == 0 || world.failure != nil
            let kept = isNew ? 0 : Int.random(in: length - 8..<length, using: &generator)
            if isNew { mixture = PresentationMixture(&generator) }
            path.removeLast(path.count - kept)
            worlds.removeLast(worlds.count - kept - 1)
        }
        return result
    }

    private static func note(_ failure: String, _ path: [PresentationMove], seed: UInt64, in result: inout Result) {
        // A shorter order may break the same promise on another occurrence.
        func kind(_ failure: String?) -> String? { failure?.filter { !$0.isNumber } }
        let broken = kind(failure) ?? ""
        result.failures += 1
        guard result.broken[broken] == nil else { return }
        let order = shrunk(path) { kind(Self.failure(of: $0)) == broken }
        let words = order.map(\.description).joined(separator: " ")
        result.broken[broken] = "seed \(seed): \(Self.failure(of: order) ?? ""), by \"\(words)\""
    }

    /// Plays an order, and all that follows of it.
    static func world(after order: [PresentationMove]) -> PresentationWorld {
        var world = PresentationWorld()
        for move in order where world.failure == nil { world.apply(move) }
        if world.failure == nil { world.settle() }
        return world
    }

    static func failure(of order: [PresentationMove]) -> String? { world(after: order).failure }

    /// Leaves out moves, and makes values smaller, as long as the order still does what is asked for.
    static func shrunk(_ order: [PresentationMove], while isKept: ([PresentationMove]) -> Bool) -> [PresentationMove] {
        var order = order
        var size = order.count / 2
        while size > 0 {
            var start = 0
            var isShorter = false
            while start < order.count {
                var candidate = order
                candidate.removeSubrange(start..<min(start + size, order.count))
                if isKept(candidate) {
                    order = candidate
                    isShorter = true
                } else {
                    start += size
                }
            }
            if !isShorter || size > 1 { size /= 2 }
        }
        for index in order.indices {
            for value in 0..<order[index].value {
                var candidate = order
                candidate[index].value = value
                guard isKept(candidate) else { continue }
                order = candidate
                break
            }
        }
        return order
    }
}
