// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import DesktopPresentation

/// The table of ``PresentationPhase``, from which its diagram is drawn, and the transitions that the queue makes.
@Suite struct PresentationDiagramTests {
    private typealias Pair = PresentationWorld.PhasePair

    private static var table: Set<Pair> {
        let steps = PresentationPhase.successors.flatMap { from, successors in
            successors.map { Pair(from: from, to: $0) }
        }
        return Set(steps).union(PresentationPhase.initial.map { Pair(from: nil, to: $0) })
    }

    /// The model test finds no transition that is not in the table; this one finds each that is.
    @Test func `every transition of the table is made by one of the kept orders, and no other`() {
        var seen: Set<Pair> = []
        for text in PresentationOrders.reaching {
            let world = PresentationModelTests.world(after: PresentationMove.order(text))
            #expect(world.failure == nil, "\(text)")
            seen.formUnion(world.transitions)
        }
        #expect(Self.table.subtracting(seen).sorted() == [])
        #expect(seen.subtracting(Self.table).sorted() == [])
    }

    /// Looks for short orders that make the transitions which ``PresentationOrders`` does not reach, and prints them.
    @Test(.enabled(if: getenv("BELFRY_TRANSITIONS") != nil))
    func `prints orders that reach the other transitions of the table`() {
        var generator = SeededGenerator()
        var reached: Set<Pair> = []
        for text in PresentationOrders.reaching {
            reached.formUnion(PresentationModelTests.world(after: PresentationMove.order(text)).transitions)
        }
        for _ in 0..<100_000 where !Self.table.isSubset(of: reached) {
            let mixture = PresentationMixture(&generator)
            var beginning = PresentationWorld()
            var order: [PresentationMove] = []
            while order.count < 60, beginning.failure == nil {
                let move = mixture.move(in: beginning, &generator)
                order.append(move)
                beginning.apply(move)
            }
            for pair in PresentationModelTests.world(after: order).transitions where reached.insert(pair).inserted {
                let short = PresentationModelTests.shrunk(order) {
                    let world = PresentationModelTests.world(after: $0)
                    return world.failure == nil && world.transitions.contains(pair)
                }
                reached.formUnion(PresentationModelTests.world(after: short).transitions)
                print("ORDER \"\(short.map(\.description).joined(separator: " "))\",  // \(pair)")
            }
        }
        print("MISSING \(Self.table.subtracting(reached).sorted())")
    }
}
