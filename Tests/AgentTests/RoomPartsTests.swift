// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import DesktopPresentation
import Testing

/// Who has room on a screen, and for how long.
@Suite struct RoomPartsTests {
    @Test func `what waits for its application's word takes its room`() {
        let screen = Screen([], asked: ["a", "a", "b"], .init(perApplication: 2))
        #expect(!screen.hasRoom(for: "a"))
        #expect(screen.hasRoom(for: "b"))
        #expect(!Screen([], asked: ["a", "b"], .init(total: 2)).hasRoom(for: "c"))
    }

    @Test func `turns grow up to an hour`() {
        #expect(Turn.time(0, before: 1) == 300)
        #expect(Turn.time(1, before: 1) == 600)
        #expect(Turn.time(1, before: 4) == 2400)
        #expect(Turn.time(.max, before: 1) == 3600)
    }
}
