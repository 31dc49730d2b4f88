// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AgentExtensions

@Suite struct ContentTurnsTests {
    private func turn(_ id: UInt64, _ app: String, _ occurrence: Int64) -> ContentTurns.Turn {
        ContentTurns.Turn(id: id, app: app, occurrence: occurrence)
    }

    @Test func `the runs of one notification come one after the other, in order`() {
        var turns = ContentTurns()
        #expect(turns.arrive(turn(1, "a", 7)) == .begins)
        #expect(turns.arrive(turn(2, "a", 7)) == .waits)
        #expect(turns.arrive(turn(3, "a", 7)) == .waits)
        #expect(turns.arrive(turn(4, "a", 8)) == .begins)
        #expect(turns.end(1) == [turn(2, "a", 7)])
        #expect(turns.end(2) == [turn(3, "a", 7)])
        #expect(turns.end(3) == [])
    }

    @Test func `four run at once, two of one application, and one does not hold up another`() {
        var turns = ContentTurns()
        let first = (1...4).map { turns.arrive(turn($0, "a", Int64($0))) }
        #expect(first == [.begins, .begins, .waits, .waits])
        #expect(turns.arrive(turn(5, "b", 5)) == .begins)
        #expect(turns.arrive(turn(6, "c", 6)) == .begins)
        #expect(turns.arrive(turn(7, "d", 7)) == .waits)
        #expect(turns.end(5) == [turn(7, "d", 7)])
        #expect(turns.end(1) == [turn(3, "a", 3)])
    }

    @Test func `beyond 32 that wait an application's run is refused`() {
        var turns = ContentTurns()
        let admissions = (1...35).map { turns.arrive(turn($0, "a", Int64($0))) }
        #expect(admissions.count { $0 == .begins } == 2)
        #expect(admissions.count { $0 == .waits } == 32)
        #expect(admissions.last == .refused)
        #expect(turns.arrive(turn(99, "b", 99)) == .begins)
    }
}
