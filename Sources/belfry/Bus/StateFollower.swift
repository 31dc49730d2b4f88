// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import EventLoop

/// Prints the agent's state, and prints it again after each of the agent's events.
///
/// Events that come while the state is read cause one more reading, not one each.
actor StateFollower {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    private let session: Session
    /// Reads and prints the state; returns the time until it changes without an event, or nil.
    private let print: @Sendable () async throws -> Duration?
    private var follower: AgentFollower?
    private var timer: TimerSource?
    private var isReading = false
    private var isStale = false
    private var end: CheckedContinuation<Int32, any Error>?
    /// The result that ends the follower; it may be set before ``run()`` begins to wait for it.
    private var result: Result<Int32, any Error>?

    init(_ session: Session, print: @escaping @Sendable () async throws -> Duration?) {
        (self.session, self.print) = (session, print)
    }

    /// Prints until a signal arrives or the agent ends for good; returns the exit status.
    func run() async throws -> Int32 {
        let follower = try AgentFollower(
            session,
            happened: { [weak self] _ in self?.assumeIsolated { $0.noteChange() } },
            // A new agent must get a `Watch` call again, and its state may differ.
            resume: { [weak self] in try await self?.watch() },
            lost: { [weak self] failure in self?.assumeIsolated { $0.finish(.failure(failure)) } },
            interrupted: { [weak self] number in self?.assumeIsolated { $0.finish(.success(128 + number)) } })
        try await follower.start()
        self.follower = follower
        try await watch()
        return try await withCheckedThrowingContinuation { continuation in
            if let result { continuation.resume(with: result) } else { end = continuation }
        }
    }

    /// Subscribes first and reads then, so that no change is missed.
    private func watch() async throws {
        try await session.agent.watch()
        try await readUntilItStays()
    }

    private func noteChange() {
        isStale = true
        guard !isReading else { return }
        Task {
            do { try await readUntilItStays() } catch { retryOrFinish(error) }
        }
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

    /// Goes on after the end of the agent, because ``AgentFollower`` waits for the next one; ends after another error.
    private func retryOrFinish(_ error: any Error) {
        if Failure(error).status != .unavailable { finish(.failure(error)) }
    }

    private func finish(_ result: Result<Int32, any Error>) {
        if self.result == nil { self.result = result }
        timer?.cancel()
        end.take()?.resume(with: result)
    }
}
