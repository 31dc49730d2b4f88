// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import DesktopPresentation
import Testing

/// Capacity of the screen, and how long a notification keeps its place.
@Suite struct RoomPartsTests {
    @Test func `a notification whose application is being asked takes a place on the screen`() {
        let screen = ScreenCapacity([], asked: ["a", "a", "b"], .init(perApplication: 2))
        #expect(!screen.hasRoom(for: "a"))
        #expect(screen.hasRoom(for: "b"))
        #expect(!ScreenCapacity([], asked: ["a", "b"], .init(total: 2)).hasRoom(for: "c"))
    }

    @Test func `the time between turns grows up to an hour`() {
        #expect(DisplayTurn.time(0, before: 1) == 300)
        #expect(DisplayTurn.time(1, before: 1) == 600)
        #expect(DisplayTurn.time(1, before: 4) == 2400)
        #expect(DisplayTurn.time(.max, before: 1) == 3600)
    }
}
