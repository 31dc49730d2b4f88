// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc

/// Prints the agent's state, and prints it again after each of the agent's events and changes of its status.
///
/// All events that come while the state is read cause one more reading of the state. While no agent runs, the follower
/// waits for an agent. The follower ends when the reader of its output ends, such as a status bar.
actor StateFollower: LoopActor {
    nonisolated var loop: EventLoop { .main }

    private let session: Session
    /// Reads and prints the state; returns the time until the state changes without an event; nil if no change is due.
    private let print: @Sendable () async throws -> Duration?
    /// Prints that no agent runs.
    private let printAway: @Sendable () -> Void
    private var follower: AgentFollower?
    private var output: FileDescriptorSource?
    private var timer: TimerSource?
    private var isReading = false
    private var isStale = false
    private var end: CheckedContinuation<Int32, any Error>?
    /// The result that ends the follower; it may be set before ``run()`` begins to wait for it.
    private var result: Result<Int32, any Error>?

    init(
        _ session: Session, away: @escaping @Sendable () -> Void,
        print: @escaping @Sendable () async throws -> Duration?
    ) {
        (self.session, self.print, printAway) = (session, print, away)
    }

    /// Prints the state until a signal arrives, the reader of the output ends or the bus ends; returns the exit status.
    func run() async throws -> Int32 {
        let follower = try AgentFollower(
            session,
            happened: { [weak self] _ in self?.assumeIsolated { $0.noteChange() } },
            // A new agent must get a `Watch` call again, and its state may differ from that of the previous agent.
            resume: { [weak self] in try await self?.watch() },
            lost: { [weak self] failure in self?.assumeIsolated { $0.finish(.failure(failure)) } },
            away: { [weak self] in self?.assumeIsolated { $0.waitForAgent() } },
            interrupted: { [weak self] number in self?.assumeIsolated { $0.finish(.success(128 + number)) } })
        try await follower.start()
        self.follower = follower
        let rule = MatchRule(
            sender: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: AgentNames.statusChanged)
        try await session.connection.subscribe(to: rule) { [weak self] _ in
            self?.assumeIsolated { $0.noteChange() }
        }
        // The kernel reports a closed pipe even if no condition is requested.
        output = FileDescriptorSource(STDOUT_FILENO, [], on: .main) { [weak self] _ in
            self?.assumeIsolated { $0.finish(.success(128 + SIGPIPE)) }
        }
        do {
            try await watch()
        } catch let error where Failure(error).status == .unavailable {
            await follower.waitForFirstAgent()
            waitForAgent()
        }
        return try await withCheckedThrowingContinuation { continuation in
            if let result { continuation.resume(with: result) } else { end = continuation }
        }
    }

    /// Subscribes to the agent's events first and reads the state then, so that no change is missed.
    private func watch() async throws {
        try await session.agent.watch()
        try await readUntilItStays()
    }

    /// The time after which an agent that has not answered is asked again.
    private static let patience = Duration.seconds(10)

    /// Prints that no agent answers. ``AgentFollower`` waits for the next agent; a still running agent is asked again.
    private func waitForAgent() {
        printAway()
        timer?.cancel()
        timer = TimerSource(after: Self.patience, on: .main) { [weak self] in
            self?.assumeIsolated { follower in _ = Task { await follower.askAgain() } }
        }
    }

    private func askAgain() async {
        guard (try? await session.connection.owner(of: AgentNames.busName)) != nil else { return }
        do {
            try await watch()
        } catch let error where Failure(error).status == .unavailable {
            waitForAgent()
        } catch {
            finish(.failure(error))
        }
    }

    private func noteChange() {
        isStale = true
        guard !isReading else { return }
        Task { do { try await readUntilItStays() } catch { retryOrFinish(error) } }
    }

    private func readUntilItStays() async throws {
        isReading = true
        defer { isReading = false }
        repeat {
            isStale = false
            let rest = try await print()
            timer?.cancel()
            timer = rest.map {
                TimerSource(after: $0, on: .main) { [weak self] in self?.assumeIsolated { $0.noteChange() } }
            }
        } while isStale
    }

    /// Ignores an error if no agent answers: ``AgentFollower`` waits for the next agent; other errors end the follower.
    private func retryOrFinish(_ error: any Error) {
        if Failure(error).status != .unavailable { finish(.failure(error)) }
    }

    private func finish(_ result: Result<Int32, any Error>) {
        if self.result == nil { self.result = result }
        timer?.cancel()
        output?.cancel()
        end.take()?.resume(with: result)
    }
}
