// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import EventLoop
import NotificationModel
import NotificationStore

/// Starts the commands that wait in the outbox, oldest first and a limited number at once, and retries those that fail.
actor CommandDispatch {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let store: NotificationStore
    private let clock: any WallClock
    private let runner: CommandRunner
    private let opener: DesktopOpener

    /// The state of a command that was read from the store.
    private enum Phase {
        /// Being started, and still in the store.
        case starting
        case running
        /// Waiting for the next try, after a lack of memory, files or processes.
        case pausing(any ClockTimer)
        /// Due for its next try; 0 is the first attempt.
        case retrying(OutboxItem, attempt: Int)
    }

    private enum Reading { case idle, underWay, oncemore }

    private var phases: [Int64: Phase] = [:]
    private var reading = Reading.idle
    /// Id of the last command that was read; ids grow and are never used twice.
    private var last: Int64 = 0
    private var isStopping = false
    /// Whether the time to stop is over.
    private var isOverdue = false
    private var waiters = Waiters()

    /// Number of commands that run at once; the others wait in the store.
    private static let limit = 16

    init(store: NotificationStore, clock: any WallClock, loop: EventLoop, runner: CommandRunner, opener: DesktopOpener)
    {
        self.store = store
        self.clock = clock
        self.loop = loop
        self.runner = runner
        self.opener = opener
    }

    /// Starts what waits in the store; returns at once.
    func ring() {
        guard reading == .idle else {
            reading = .oncemore
            return
        }
        reading = .underWay
        // Why: one task reads the commands; each then runs in its own task, for up to half a minute.
        Task {
            repeat {
                reading = .underWay
                while !isStopping, runningCount < Self.limit, let (item, attempt) = await next() {
                    phases[item.id] = .starting
                    Task { await run(item, attempt) }
                }
            } while reading == .oncemore
            reading = .idle
            waiters.resume()
        }
    }

    private func next() async -> (OutboxItem, attempt: Int)? {
        for id in phases.keys.sorted() {
            if case .retrying(let item, let attempt)? = phases[id] { return (item, attempt) }
        }
        let items = try? await store.outbox(for: .command, app: nil, after: last, limit: 1)
        guard let item = items?.first else { return nil }
        last = item.id
        return (item, 0)
    }

    private func run(_ item: OutboxItem, _ attempt: Int) async {
        var pause: Duration?
        if case .opening(let opening) = item.receiver {
            await opener.open(opening, for: item)
        } else {
            pause = await runner.run(item, attempt: attempt) { await self.hasStarted(item.id) }
        }
        // A command that pauses stays in the store: after a restart the agent begins with it again.
        phases[item.id] = pause.map { pause in
            .pausing(
                clock.timer(after: pause, on: loop) { [weak self] in
                    self?.assumeIsolated {
                        $0.phases[item.id] = .retrying(item, attempt: attempt + 1)
                        $0.ring()
                    }
                })
        }
        waiters.resume()
        ring()
    }

    private func hasStarted(_ id: Int64) {
        phases[id] = .running
        waiters.resume()
    }

    // MARK: - Stopping

    private var runningCount: Int {
        phases.values.count { phase in
            switch phase {
            case .starting, .running: true
            case .pausing, .retrying: false
            }
        }
    }

    private var isStarting: Bool {
        reading != .idle || phases.values.contains { if case .starting = $0 { true } else { false } }
    }

    /// Starts nothing more, and waits for commands that are being started.
    func stop(within limit: Duration) async {
        isStopping = true
        let deadline = TimerSource(after: limit, on: loop) { [weak self] in
            self?.assumeIsolated {
                $0.isOverdue = true
                $0.waiters.resume()
            }
        }
        while isStarting, !isOverdue { await withCheckedContinuation { waiters.add($0) } }
        deadline.cancel()
    }

    /// Waits until no command runs, which the time limit of commands bounds.
    func finish() async {
        while runningCount > 0 { await withCheckedContinuation { waiters.add($0) } }
    }
}
