// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// Receives the agent's events, and repeats the setup when a new agent starts.
actor AgentFollower {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    /// Callbacks of the follower, called on the loop.
    struct Handlers: Sendable {
        /// Receives an event.
        let happened: @Sendable (Message) -> Void
        /// Repeats the setup calls, because a new agent may run.
        let resume: @Sendable () async throws -> Void
        /// Receives the reason if the agent has ended and can't be started again.
        let lost: @Sendable (Failure) -> Void
    }

    private let session: Session
    private let handlers: Handlers
    private var isKnownToRun = false
    private var isResuming = false
    /// True if the agent has changed during the setup calls.
    private var hasChanged = false

    /// Number of attempts to start an ended agent, and the pause between them.
    private static let tries = 20
    private static let pause = Duration.milliseconds(500)

    init(_ session: Session, _ handlers: Handlers) {
        self.session = session
        self.handlers = handlers
    }

    /// Subscribes to the events; the caller must query the state afterwards.
    func start() async throws {
        let rule = MatchRule(
            sender: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: AgentNames.event)
        try await session.connection.subscribe(to: rule, handler: handlers.happened)
        try await session.connection.watch(name: AgentNames.busName) { [weak self] old, new in
            self?.assumeIsolated { $0.agentChanged(from: old, to: new) }
        }
        await session.connection.setDisconnectHandler { [handlers] in
            handlers.lost(Failure(.unavailable, "the connection to the session bus was lost"))
        }
    }

    private func agentChanged(from old: String?, to new: String?) {
        // The caller itself does the setup with the first owner.
        guard isKnownToRun, old != nil || new == nil else {
            // The agent has come back after its end.
            if isKnownToRun { resume() }
            isKnownToRun = true
            return
        }
        resume()
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

    /// Repeats the setup until it succeeds. A call starts the agent if the bus can; otherwise systemd may restart it.
    private func resumeUntilItStays() async {
        var rest = Self.tries
        while hasChanged {
            hasChanged = false
            do {
                try await handlers.resume()
            } catch {
                let failure = Failure(error)
                rest -= 1
                guard failure.status == .unavailable, rest > 0 else {
                    return handlers.lost(Failure(.unavailable, "the agent has ended, and \(failure.sentence)"))
                }
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
