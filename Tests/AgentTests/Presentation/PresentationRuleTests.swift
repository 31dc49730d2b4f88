// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore
import Testing

@testable import DesktopPresentation

/// The rules of the presentation queue, each in a world in which all results arrive at once.
@Suite struct PresentationRuleTests {
    /// The shapes of notifications that the world fires.
    private enum Shape: Int {
        case plain, question, words, locked, timed, critical, reportsDismissal
    }

    /// A world with a server: 0 is an ordinary one, 1 has room for two, 2 loses all with its sender.
    private func world(server: Int = 0) -> PresentationWorld {
        var world = PresentationWorld()
        world.apply(.init(.serverArrives, server))
        world.quiesce()
        return world
    }

    private func fire(_ shapes: Shape..., in world: inout PresentationWorld) {
        for shape in shapes {
            world.apply(.init(.fire, shape.rawValue))
            world.quiesce()
        }
    }

    private func pass(_ seconds: Double, in world: inout PresentationWorld) {
        world.pass(seconds)
        world.quiesce()
    }

    private func shown(_ world: PresentationWorld) -> [Int64] { world.screen.values.map(\.id).sorted() }

    @Test(arguments: [(4.9, [1, 2]), (5.0, [2, 3])] as [(Double, [Int64])])
    func `a plain one makes room for another after five seconds`(seconds: Double, expected: [Int64]) {
        var world = world(server: 1)
        fire(.plain, .plain, .plain, in: &world)
        #expect(shown(world) == [1, 2])
        pass(seconds, in: &world)
        #expect(shown(world) == expected)
        #expect(world.rows[1]?.state == (expected == [1, 2] ? .shown : .unpresented))
        #expect(world.failure == nil)
    }

    @Test func `a critical one does not wait for room, and the oldest plain one makes it`() {
        var world = world(server: 1)
        fire(.plain, .plain, .critical, in: &world)
        #expect(shown(world) == [2, 3])
        #expect(world.failure == nil)
    }

    @Test func `one with buttons makes room after twenty seconds, and waits to be presented again`() {
        var world = world(server: 1)
        fire(.question, .question, .plain, in: &world)
        pass(19.9, in: &world)
        #expect(shown(world) == [1, 2])
        pass(0.1, in: &world)
        // The store gives the displaced one a new occurrence.
        #expect(shown(world) == [2, 3])
        #expect(world.queue.records[4]?.kind == .queued)
        #expect(world.failure == nil)
    }

    // The agent stopped at once, and the next one, which heard no signal about the notification, took it for open.
    @Test func `an agent that stops carries out a press on what an earlier agent has shown`() {
        var world = world()
        fire(.question, in: &world)
        world.apply(.init(.agentRestarts, 1))
        world.apply(.init(.press))
        world.feed(.stopping)
        #expect(!world.queue.isSettled)
        world.quiesce()
        #expect(world.queue.isSettled)
        #expect(world.acts.answered == [1])
        #expect(world.failure == nil)
    }

    @Test func `an agent that stops waits for a server whose signal came before its capabilities`() {
        var world = world()
        fire(.question, in: &world)
        let (server, number) = (world.server, world.screen.keys.first)
        world.queue = PresentationQueue()
        let press = ShownNotification.Event.actionInvoked(key: "b:1:0", text: nil, at: world.now.date)
        let signal = server.flatMap { server in
            number.map { ServerSignal(sender: server.owner, number: $0, event: press) }
        }
        guard let server, let signal else { Issue.record("The world has no server."); return }
        world.acts.pressed[1] = ["yes"]
        world.feed(.signal(signal, isAwaited: true))
        world.feed(.stopping)
        #expect(!world.queue.isSettled)
        world.feed(.serverArrived(server))
        world.quiesce()
        #expect(world.queue.isSettled)
        #expect(world.acts.answered == [1])
        #expect(world.failure == nil)
    }

    // The store returns an occurrence whose press was not completed; this is the later press.
    @Test func `one that is snoozed while the store returns it is not shown at once`() throws {
        var world = world()
        fire(.question, in: &world)
        let occurrence = try #require(world.queue.records[1]?.occurrence)
        world.queue.records.change(1) { $0.marks.isReturning = true }
        world.queue.writeAnswer(.snooze("5m"), of: occurrence, token: nil, facts: [:])
        world.queue.returned(1, occurrence)
        #expect(world.queue.waiting.isEmpty)
    }

    @Test func `words are hidden while the session is locked, and shown again afterwards`() {
        var world = world()
        fire(.plain, in: &world)
        for (kind, isRedacted) in [(PresentationMove.Kind.lock, true), (.unlock, false)] {
            world.apply(.init(kind))
            world.quiesce()
            #expect(world.screen.values.map(\.isRedacted) == [isRedacted])
        }
        #expect(world.acts.announced == [1], "A redraw is no news.")
        #expect(world.failure == nil)
    }

    @Test(arguments: [true, false])
    func `a press that needs an unlocked session waits for it, for two minutes`(isInTime: Bool) {
        var world = world()
        fire(.locked, in: &world)
        world.apply(.init(.lock))
        world.quiesce()
        world.apply(.init(.press))
        world.quiesce()
        #expect(world.queue.records[1]?.marks.press != nil)
        #expect(world.queue.records[1]?.kind == .open, "It is presented again with a line about the press.")
        pass(isInTime ? 119 : 121, in: &world)
        world.apply(.init(.unlock))
        world.quiesce()
        #expect(world.acts.answered.contains(1) == isInTime)
        #expect(shown(world) == (isInTime ? [] : [1]))
        #expect(world.failure == nil)
    }

    @Test func `the time on the screen ends by our own clock, a second after the server's`() {
        var world = world()
        fire(.timed, in: &world)
        pass(10.9, in: &world)
        #expect(shown(world) == [1])
        pass(0.1, in: &world)
        #expect(shown(world) == [])
        #expect(world.failure == nil)
    }

    @Test func `a lost server is no dismissal: the next one shows what it had, silently`() {
        var world = world()
        fire(.question, in: &world)
        world.apply(.init(.serverLeaves))
        #expect(world.rows[1]?.state == .unpresented)
        world.apply(.init(.serverArrives))
        world.quiesce()
        #expect(shown(world) == [1])
        #expect(world.acts.announced == [1])
        #expect(world.failure == nil)
    }

    @Test func `a refused call is sent again when the server's pause is over`() {
        var world = world()
        world.apply(.init(.fire))
        for _ in 0..<4 { world.apply(.init(.deliver)) }
        // The server has no such method yet.
        world.apply(.init(.refuse, 2))
        world.apply(.init(.deliver))
        #expect(world.queue.records[1]?.kind == .retrying)
        pass(0.1, in: &world)
        #expect(shown(world) == [1])
        #expect(world.failure == nil)
    }

    @Test func `removed while the server has it in hand, it is closed as soon as it has a number`() {
        var world = world()
        world.apply(.init(.fire))
        for _ in 0..<4 { world.apply(.init(.deliver)) }
        world.apply(.init(.remove))
        #expect(world.queue.records[1]?.kind == .sending)
        world.quiesce()
        #expect(shown(world) == [])
        #expect(world.queue.records[1] == nil)
        #expect(world.failure == nil)
    }

    @Test func `an edited one takes the place of the older on the screen`() {
        var world = world()
        fire(.question, in: &world)
        world.apply(.init(.edit, 4))
        world.quiesce()
        #expect(world.screen.keys.sorted() == [1])
        #expect(shown(world) == [2])
        #expect(world.failure == nil)
    }

    @Test
    func `a call without a reply leaves its place to others after five seconds, and its reply counts all the same`() {
        var world = world()
        world.apply(.init(.fire))
        for _ in 0..<4 where world.calls.isEmpty { world.apply(.init(.deliver)) }
        #expect(world.queue.records.inFlight == 1)
        world.pass(5.1)
        #expect(world.queue.records.inFlight == 0)
        world.quiesce()
        #expect(world.queue.records[1]?.kind == .open)
        #expect(world.failure == nil)
    }

    @Test(arguments: [0, 2], [PresentationMove(.remove), .init(.repost, 2), .init(.edit)])
    func `an occurrence that was removed, nagged or edited while a new agent read the store stays off the screen`(
        server: Int, move: PresentationMove
    ) {
        var world = world(server: server)
        fire(.plain, in: &world)
        // With 1 the store is read at once, and the rows arrive later.
        world.apply(.init(.agentRestarts, 1))
        #expect(world.adoptions.first?.shown?.map(\.row.id) == [1])
        world.apply(move)
        world.quiesce()

        #expect(shown(world) == (move.kind == .remove ? [] : [2]))
        #expect(world.queue.records[1] == nil)
        #expect(world.failure == nil)
    }
}
