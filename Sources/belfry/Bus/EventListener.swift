// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc

/// Prints the events of the agent: those of its log first, then live ones, by cursor without gap or repetition.
actor EventListener {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    private let session: Session
    /// The cursor of the last event that was printed, or of the one before the first that is wanted; nil until that is known.
    private var cursor: Int64?
    /// Live events that wait until the log has been read; nil afterwards.
    private var early: [[String: Value]]? = []
    private var signals: SignalSource?
    private var follower: AgentFollower?
    private var end: CheckedContinuation<Int32, any Error>?
    /// What ended it, perhaps before it waited for that.
    private var result: Result<Int32, any Error>?

    private static let pageSize: UInt32 = 1000

    init(_ session: Session, since cursor: Int64?) {
        self.session = session
        self.cursor = cursor
    }

    /// Prints until a signal comes, or the agent goes for good; the exit status.
    func run() async throws -> Int32 {
        signals = try SignalSource([SIGINT, SIGTERM, SIGHUP], on: .main) { [weak self] number in
            self?.assumeIsolated { $0.finish(.success(128 + number)) }
        }
        let follower = AgentFollower(
            session,
            .init(
                happened: { [weak self] signal in self?.assumeIsolated { $0.happened(signal) } },
                // A new agent knows nothing of us; what it did before we asked is in its log.
                resume: { [weak self] in try await self?.catchUp() },
                lost: { [weak self] failure in self?.assumeIsolated { $0.finish(.failure(failure)) } }))
        try await follower.start()
        self.follower = follower
        try await catchUp()
        return try await withCheckedThrowingContinuation { continuation in
            if let result { continuation.resume(with: result) } else { end = continuation }
        }
    }

    /// Watches, then reads what happened before: nothing falls between.
    private func catchUp() async throws {
        early = early ?? []
        try await session.agent.watch()
        if cursor == nil {
            // From now on; where a restarted agent's log must be taken up again, too.
            let newest = try await session.agent.log(["newest": .boolean(true), "limit": .uint32(1)]).last
            cursor = early?.first?["cursor"]?.int.map { Int64($0) - 1 } ?? newest?["cursor"]?.int.map(Int64.init) ?? 0
        }
        while let since = cursor {
            let events = try await session.agent.log(["since": .int64(since), "limit": .uint32(Self.pageSize)])
            for event in events { try print(event) }
            if events.count < Int(Self.pageSize) { break }
        }
        let waiting = early ?? []
        early = nil
        for event in waiting { try print(event) }
    }

    private func happened(_ signal: Message) {
        guard signal.arguments.count == 4, var detail = signal.arguments[3].properties else { return }
        var event: [String: Value] = [
            "app": signal.arguments[0], "identifier": signal.arguments[1], "kind": signal.arguments[2],
        ]
        for key in ["cursor", "date", "dateUnix"] { event[key] = detail.removeValue(forKey: key) }
        if !detail.isEmpty { event["detail"] = .properties(detail) }
        if early != nil {
            early?.append(event)
            return
        }
        do {
            try print(event)
        } catch {
            finish(.failure(error))
        }
    }

    private func print(_ event: [String: Value]) throws {
        guard let number = event["cursor"]?.int.map(Int64.init) else { return }
        if let cursor, number <= cursor { return }
        cursor = number
        Console.print(try JSONText.line(EventDates.readable(event)))
    }

    private func finish(_ result: Result<Int32, any Error>) {
        if self.result == nil { self.result = result }
        end?.resume(with: result)
        end = nil
    }
}
