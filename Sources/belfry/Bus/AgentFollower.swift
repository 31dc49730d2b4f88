// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// Hears the events of the agent, and asks again for what a new agent knows nothing of.
actor AgentFollower {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    /// What the follower tells; all of it is called on the loop.
    struct Handlers: Sendable {
        /// An event.
        let happened: @Sendable (Message) -> Void
        /// Another agent may be there: asks it what the first was asked.
        let resume: @Sendable () async throws -> Void
        /// The agent is gone and does not come back; why.
        let lost: @Sendable (Failure) -> Void
    }

    private let session: Session
    private let handlers: Handlers
    private var isKnownToRun = false
    private var isResuming = false
    /// The agent has changed while it was asked.
    private var hasChanged = false

    /// How often an agent that is gone is asked to come, and the pause in between.
    private static let tries = 20
    private static let pause = Duration.milliseconds(500)

    init(_ session: Session, _ handlers: Handlers) {
        self.session = session
        self.handlers = handlers
    }

    /// Subscribes; what it must know is to be asked after this.
    func start() async throws {
        let rule = MatchRule(
            sender: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: AgentNames.event)
        try await session.connection.subscribe(to: rule, handler: handlers.happened)
        try await session.connection.watch(name: AgentNames.busName) { [weak self] old, new in
            self?.assumeIsolated { $0.agentChanged(from: old, to: new) }
        }
        await session.connection.setDisconnectHandler { [handlers] in
            handlers.lost(Failure(.unavailable, "the session bus is gone"))
        }
    }

    private func agentChanged(from old: String?, to new: String?) {
        // The first owner is the one that is asked by whoever follows.
        guard isKnownToRun, old != nil || new == nil else {
            // It came by itself after the one that was lost.
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

    /// A call starts the agent where the bus can; else it is waited for a while: systemd starts it again, too.
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
