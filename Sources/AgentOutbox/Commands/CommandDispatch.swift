// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import EventLoop
import NotificationStore

/// Starts the commands that wait in the outbox, oldest first and a limited number at once, and retries failed starts.
actor CommandDispatch: LoopActor {
    nonisolated let loop: EventLoop

    private let store: NotificationStore
    private let clock: any WallClock
    private let runner: CommandRunner
    private let opener: DesktopOpener

    private enum Phase {
        /// The command is being started, and is still in the store.
        case starting
        case running
    }

    /// Commands that are being started or run, at most ``limit``.
    private var commands: [Int64: Phase] = [:]
    /// Timers of commands that wait until they are started again, because memory, files or processes were short.
    private var pauses: [Int64: any ClockTimer] = [:]
    /// Commands that must now be started again, each with the number of earlier attempts.
    private var due: [(item: OutboxItem, attempt: Int)] = []
    private var rounds = WorkRounds()
    /// Id of the last outbox item that was read from the store; ids grow and are never used twice.
    private var last: Int64 = 0
    private var isStopping = false
    private var waiters = Waiters()

    /// Largest number of commands that run at once; further commands wait in the store.
    private static let limit = 16

    init(store: NotificationStore, clock: any WallClock, loop: EventLoop, runner: CommandRunner, opener: DesktopOpener)
    {
        (self.store, self.clock, self.loop) = (store, clock, loop)
        (self.runner, self.opener) = (runner, opener)
    }

    /// Starts the commands that wait in the store; returns at once.
    func ring() {
        guard rounds.begin() else { return }
        // Why: one task reads the commands; each command then runs in a task of its own, for up to half a minute.
        Task {
            repeat {
                while !isStopping, commands.count < Self.limit, let (item, attempt) = await next() {
                    commands[item.id] = .starting
                    Task { await run(item, attempt) }
                }
            } while rounds.end()
            waiters.resume()
        }
    }

    private func next() async -> (OutboxItem, attempt: Int)? {
        if !due.isEmpty { return due.removeFirst() }
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
        commands[item.id] = nil
        if let pause {
            // The command stays in the store: a restarted agent tries to start it again.
            pauses[item.id] = clock.timer(after: pause, on: loop) { [weak self] in
                self?.assumeIsolated {
                    $0.pauses[item.id] = nil
                    $0.due.append((item, attempt + 1))
                    $0.ring()
                }
            }
        }
        waiters.resume()
        ring()
    }

    private func hasStarted(_ id: Int64) {
        commands[id] = .running
        waiters.resume()
    }

    // MARK: - Stopping

    private var isStarting: Bool { !rounds.isIdle || commands.values.contains(.starting) }

    /// Lets no more commands start, and waits at most `limit` for the commands that are being started.
    func stop(within limit: Duration) async {
        isStopping = true
        let deadline = TimerSource(after: limit, on: loop) { [weak self] in
            self?.assumeIsolated { $0.waiters.giveUp() }
        }
        var isToWait: Bool { isStarting && !waiters.haveGivenUp }
        while isToWait { await withCheckedContinuation { waiters.add($0, if: isToWait) } }
        deadline.cancel()
    }

    /// Waits until no command runs. Each command has a time limit.
    func finish() async {
        while !commands.isEmpty { await withCheckedContinuation { waiters.add($0, if: !commands.isEmpty) } }
    }
}
