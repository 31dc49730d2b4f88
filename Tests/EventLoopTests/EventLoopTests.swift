// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct EventLoopTests {
    @Test func `closures run in the order in which they were submitted`() async throws {
        try await withLoop { loop in
            let numbers = Mailbox<Int>()

            for number in 0..<1000 { loop.perform { numbers.put(number) } }

            for number in 0..<1000 { try #expect(await numbers.next() == number) }
        }
    }

    @Test func `many threads submit closures without losing any`() async throws {
        try await withLoop { loop in
            let count = Count()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<5000 { loop.perform { count.add() } }
                    }
                }
            }
            let done = Mailbox<Int>()

            loop.perform { done.put(count.now) }

            try #expect(await done.next() == 40_000)
        }
    }

    @Test func `an actor of the loop runs on the loop's thread`() async throws {
        try await withLoop { loop in
            #expect(!loop.isCurrent)
            let counter = Counter(on: loop)

            let isOnLoop = await counter.isOnLoop

            #expect(isOnLoop)
        }
    }

    @Test func `a closure on the loop enters an actor without waiting`() async throws {
        try await withLoop { loop in
            let counter = Counter(on: loop)
            let counts = Mailbox<Int>()

            loop.perform { counts.put(counter.assumeIsolated { $0.increment() }) }

            try #expect(await counts.next() == 1)
        }
    }

    @Test func `calls of an actor and closures share one order`() async throws {
        try await withLoop { loop in
            let counter = Counter(on: loop)
            let counts = Mailbox<Int>()

            // Task.immediate runs up to the hop to the actor, so all are submitted in this order.
            for _ in 0..<50 {
                loop.perform { counter.assumeIsolated { $0.increment(into: counts, by: 1) } }
                Task.immediate { await counter.increment(into: counts, by: 2) }
            }

            for expected in (0..<50).flatMap({ [3 * $0 + 1, 3 * $0 + 3] }) {
                try #expect(await counts.next() == expected)
            }
        }
    }

    @Test func `nonisolated code stays on the loop if the task prefers it, and leaves it otherwise`() async throws {
        try await withLoop { loop in
            let preferring = await Task(executorPreference: loop) { await isOn(loop) }.value
            let plain = await Task { await isOn(loop) }.value
            let counter = Counter(on: loop)
            let left = await counter.isNonisolatedCodeOnLoop()
            let stayed = await Task(executorPreference: loop) { await counter.isNonisolatedCodeOnLoop() }.value

            #expect(preferring)
            #expect(!plain)
            #expect(!left)
            #expect(stayed)
        }
    }

    @Test func `an actor without an executor runs on the loop for a task that prefers it`() async throws {
        try await withLoop { loop in
            let actor = PlainActor()

            let (first, second) = await Task(executorPreference: loop) {
                await (actor.isOn(loop), isOn(loop))
            }.value

            #expect(first)
            #expect(second)
        }
    }

    @Test func `a stop before the run makes the run return at once`() {
        let loop = EventLoop()
        loop.stop()

        loop.run()

        #expect(!loop.isCurrent)
    }

    @Test func `a loop runs again after it was stopped`() {
        let loop = EventLoop()
        let count = Count()
        for round in 1...3 {
            loop.perform {
                count.add()
                loop.stop()
            }
            loop.run()

            #expect(count.now == round)
        }
    }

    @Test func `an idle loop uses no processor time`() async throws {
        try await withLoop { loop in
            let times = Mailbox<Duration>()
            let pause = TimerBox()
            // The alarms of an agent, far in the future.
            loop.perform {
                pause.alarm = try? AlarmSource(clock: .realtime, on: loop) { _ in }
                pause.alarm?.set(at: AlarmSource.now(.realtime) + .seconds(3600))
                pause.timer = TimerSource(after: .milliseconds(300), on: loop) { times.put(threadSwitches()) }
                times.put(threadSwitches())
            }

            let before = try await times.next()
            let after = try await times.next()

            // The loop goes to sleep once, and the timer fires.
            #expect(after - before <= .seconds(3))
            loop.perform { pause.clear() }
        }
    }
}

/// The number of times that this thread went to sleep, each counted as a second.
private func threadSwitches() -> Duration {
    var usage = rusage()
    // RUSAGE_THREAD, which Swift's Glibc module lacks as a number.
    getrusage(1, &usage)
    return .seconds(usage.ru_nvcsw)
}

@concurrent private func isOn(_ loop: EventLoop) async -> Bool { loop.isCurrent }

private actor Counter: LoopActor {
    nonisolated let loop: EventLoop
    private var count = 0

    init(on loop: EventLoop) { self.loop = loop }

    var isOnLoop: Bool { loop.isCurrent }

    func increment() -> Int {
        count += 1
        return count
    }

    func increment(into counts: Mailbox<Int>, by number: Int) {
        count += number
        counts.put(count)
    }

    func isNonisolatedCodeOnLoop() async -> Bool { await isOn(loop) }
}

private final class Count: Sendable {
    private let value = Atomic(0)
    var now: Int { value.load(ordering: .relaxed) }
    func add() { value.add(1, ordering: .relaxed) }
}

private actor PlainActor {
    func isOn(_ loop: EventLoop) -> Bool { loop.isCurrent }
}

/// Runs a test's body with a loop on its own thread.
func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
    let loop = EventLoop.onOwnThread(named: "test")
    defer { loop.stop() }
    try await body(loop)
}

/// Keeps sources for a test; used on the loop only.
final class TimerBox: @unchecked Sendable {
    var alarm: AlarmSource?
    var timer: TimerSource?
    var descriptor: FileDescriptorSource?
    var signals: SignalSource?
    var folder: FolderWatch?

    func clear() {
        alarm = nil
        timer = nil
        folder = nil
        descriptor = nil
        signals = nil
    }
}
