// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentExtensions
import FoundationEssentials
import TestSupport
import Testing

/// The order of the runs of service extensions: who runs, who waits, and who is shown without a run.
@Suite struct ExtensionQueueTests {
    @Test(arguments: 0..<40)
    func `in any order of events each occurrence is presented once, and no limit is exceeded`(seed: UInt64) {
        var random = SeededGenerator(seed: SeededGenerator.seed &+ seed)
        var world = ExtensionQueueWorld()
        for _ in 0..<200 { world.step(&random) }
        var steps = 0
        while !world.queue.isEmpty, steps < 10_000 {
            world.endOne(&random)
            steps += 1
        }

        #expect(world.undecided.isEmpty && world.processes.isEmpty)
    }

    @Test func `a hundred at once: two run, 32 wait, and the others are shown as they are`() {
        var world = ExtensionQueueWorld()
        let items = (0..<100).map { world.fire("a", "\($0)") }
        #expect(world.started == items[..<2].map(\.id))
        #expect(world.bypassed == Dictionary(uniqueKeysWithValues: items[34...].map { ($0.id, .tooMany) }))

        while let id = world.processes.keys.min() { world.end(id, failed: false) }

        #expect(world.presented.count == 100)
        #expect(world.started == items[..<34].map(\.id))
    }

    @Test func `an application that is full does not hold up another one`() {
        var world = ExtensionQueueWorld()
        for number in 0..<10 { world.fire("a", "\(number)") }
        let other = world.fire("b", "1")
        #expect(world.started.contains(other.id))
        #expect(world.processes.count == 3)
    }

    @Test func `a newer push ends the older one's run, which keeps its place until its process has ended`() {
        var world = ExtensionQueueWorld()
        let older = world.fire("a", "score")
        world.fire("a", "other")
        let newer = world.fire("a", "score")
        #expect(world.killed == [older.id])
        #expect(!world.started.contains(newer.id))

        world.end(older.id, failed: true)

        #expect(world.started.contains(newer.id))
        #expect(world.presented[older.id] == nil)
    }

    @Test func `five failures in a row pause the extension for ten minutes, and what waits is shown as it is`() {
        var world = ExtensionQueueWorld()
        let items = (0..<10).map { world.fire("a", "\($0)") }
        for item in items[..<4] { world.end(item.id, failed: true) }
        #expect(world.pauses == 0)
        world.end(items[4].id, failed: true)
        #expect(world.pauses == 1)
        #expect(Set(world.bypassed.keys) == Set(items[6...].map(\.id)))
        // The run that was going on is concluded as usual.
        world.end(items[5].id, failed: false)
        #expect(world.presented.count == 10)

        world.fire("a", "late")
        #expect(world.queue.pausedUntil("a", at: world.now) == nil, "A success ends the pause.")
    }

    @Test func `a pause ends after ten minutes, and other applications are not paused`() {
        var world = ExtensionQueueWorld()
        for number in 0..<5 { world.end(world.fire("a", "\(number)").id, failed: true) }
        let paused = world.fire("a", "paused")
        #expect(world.bypassed[paused.id] == .paused)
        let other = world.fire("b", "1")
        #expect(world.started.contains(other.id))

        world.pass(600)

        let again = world.fire("a", "again")
        #expect(world.started.contains(again.id))
    }

    @Test func `at the agent's end all runs are cancelled, and nothing more is started or presented`() {
        var world = ExtensionQueueWorld()
        let items = (0..<6).map { world.fire("a", "\($0)") }
        world.stop()
        #expect(world.killed == Set(items[..<2].map(\.id)))
        for item in items[..<2] { world.end(item.id, failed: true) }
        world.fire("a", "later")
        #expect(world.presented.isEmpty && world.queue.isEmpty)
    }
}
