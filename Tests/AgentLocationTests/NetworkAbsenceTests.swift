// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore
import Testing

@testable import AgentLocation

/// The state of a place with networks.
@Suite struct NetworkAbsenceTests {
    private func learn(_ isConnected: Bool, after seconds: Double, _ state: inout FenceState) -> FenceState.Side? {
        state.learn(isConnected: isConnected, at: noon + seconds, absence: 180)
    }

    @Test(arguments: [true, false]) func `the first side is no crossing`(isConnected: Bool) {
        var state = FenceState()
        #expect(learn(isConnected, after: 0, &state) == nil)
        #expect(state == FenceState(side: isConnected ? .inside : .outside, seen: noon))
    }

    @Test func `a place is reached at once, and left after the absence`() {
        var state = FenceState(side: .outside)
        #expect(learn(true, after: 0, &state) == .inside)
        #expect(learn(false, after: 10, &state) == nil)
        #expect(learn(false, after: 189, &state) == nil)
        // Until then there is doubt.
        #expect(state.seen == noon)
        #expect(learn(false, after: 190, &state) == .outside)
        #expect(state == FenceState(side: .outside, seen: noon + 190))
    }

    @Test func `each connection ends an absence`() {
        var state = FenceState(side: .inside)
        for start in stride(from: 0.0, to: 1_000, by: 200) {
            #expect(learn(false, after: start, &state) == nil)
            #expect(learn(false, after: start + 179, &state) == nil)
            #expect(learn(true, after: start + 180, &state) == nil)
        }
        #expect(state == FenceState(side: .inside, seen: noon + 980))
    }
}
