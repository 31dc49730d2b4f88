// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc

/// A subscription to the agent's events, which repeats the caller's setup calls when a new agent starts.
actor AgentFollower: LoopActor {
    nonisolated var loop: EventLoop { .main }

    private let session: Session
    private let happened: @Sendable (Message) -> Void
    private let setUp: @Sendable () async throws -> Void
    private let lost: @Sendable (Failure) -> Void
    private let away: (@Sendable () -> Void)?
    private let signals: SignalSource
    private var isKnownToRun = false
    private var isResuming = false
    /// True if the setup must be repeated, for example because the agent has changed during the setup calls.
    private var hasChanged = false

    /// Largest number of attempts to reach the agent after its end, and the pause between two attempts.
    private static let tries = 20
    private static let pause = Duration.milliseconds(500)

    /// Creates a follower that calls the four functions on the main loop.
    ///
    /// `happened` receives each event. `resume` must make the setup calls again, because a new agent may run. `lost`
    /// receives the error of a lost connection to the bus, or of a setup call that an agent refused. Without `away`,
    /// `lost` also receives the error if the agent has ended and can't be started again. With `away`, the follower
    /// calls `away` after the second failed attempt instead, and awaits the next agent. `interrupted` receives the
    /// number of a signal that asks the process to end.
    init(
        _ session: Session, happened: @escaping @Sendable (Message) -> Void,
        resume: @escaping @Sendable () async throws -> Void, lost: @escaping @Sendable (Failure) -> Void,
        away: (@Sendable () -> Void)? = nil,
        interrupted: @escaping @Sendable (Int32) -> Void
    ) throws {
        self.session = session
        (self.happened, setUp, self.lost, self.away) = (happened, resume, lost, away)
        signals = try SignalSource([SIGINT, SIGTERM, SIGHUP], on: .main, handler: interrupted)
    }

    /// Subscribes to the agent's events. The caller must query the agent's state afterwards.
    func start() async throws {
        let rule = MatchRule(
            sender: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: AgentNames.event)
        try await session.connection.subscribe(to: rule, handler: happened)
        try await session.connection.watch(name: AgentNames.busName) { [weak self] _, _ in
            self?.assumeIsolated { $0.agentChanged() }
        }
        await session.connection.setDisconnectHandler { [lost] in
            lost(Failure(.unavailable, "the connection to the session bus was lost"))
        }
    }

    /// Lets the follower make the setup calls when the first agent starts: the caller's own calls reached no agent.
    func waitForFirstAgent() { isKnownToRun = true }

    private func agentChanged() {
        // For the first agent, the caller itself makes the setup calls.
        if isKnownToRun { resume() }
        isKnownToRun = true
    }

    private func resume() {
        hasChanged = true
        guard !isResuming else { return }
        isResuming = true
        Task {
            await resumeUntilItStays()
            isResuming = false
        }
    }

    /// Repeats the setup calls until they succeed, for at most 20 failures.
    ///
    /// A call makes the bus start the agent if the bus can; otherwise systemd may restart the agent between attempts.
    private func resumeUntilItStays() async {
        var rest = Self.tries
        while hasChanged {
            hasChanged = false
            do {
                try await setUp()
            } catch {
                let failure = Failure(error)
                rest -= 1
                let ended = Failure(.unavailable, "the agent has ended, and \(failure.sentence)")
                guard failure.status == .unavailable else { return lost(ended) }
                if rest == Self.tries - 2 { away?() }
                guard rest > 0 else { return away == nil ? lost(ended) : () }
                hasChanged = true
                await pause()
            }
        }
    }

    private func pause() async {
        var timer: TimerSource?
        await withCheckedContinuation { continuation in
            timer = TimerSource(after: Self.pause, on: .main) { continuation.resume() }
        }
        timer?.cancel()
    }
}
