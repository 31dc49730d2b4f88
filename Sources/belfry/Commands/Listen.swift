// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import EventLoop
import Glibc

/// The command `belfry listen`: prints events as they happen.
struct Listen: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Print events as JSON lines, until interrupted.",
        discussion: """
            Prints a line for each request that is added, fired, shown, answered or removed. With --since, first \
            prints the events after that event, without gap or repetition; --since 0 begins with the oldest event of \
            this machine in the log.
            """)

    @Option(help: ArgumentHelp("Begin after the event with this cursor.", valueName: "cursor"))
    var since: Int64?

    @Flag(help: "Include the events of all applications.")
    var all = false

    @Flag(help: "Print JSON, which is also the default.")
    var json = false

    @OptionGroup var owner: ApplicationOption

    // The events are always JSON.
    var wantsJSON: Bool { true }

    func validate() throws { try owner.refuse(all: all) }

    func run() async throws {
        let session = try await owner.session(ofAll: all)
        let listener = EventListener(session, since: since)
        let status = try await listener.run()
        if status != 0 { throw ExitCode(status) }
    }
}

/// Prints the agent's events: first those in its log, then live ones, without gaps or repetitions.
actor EventListener: LoopActor {
    nonisolated var loop: EventLoop { .main }

    private let session: Session
    /// Cursor of the last printed event, or of the event before the first wanted one; nil until it is known.
    private var cursor: Int64?
    /// Live events that are received while the log is read, to be printed after it; nil afterwards.
    private var early: [[String: Value]]? = []
    private var follower: AgentFollower?
    private var end: CheckedContinuation<Int32, any Error>?
    /// Result that ends the listener; it may be set before ``run()`` begins to wait for it.
    private var result: Result<Int32, any Error>?

    private static let pageSize: UInt32 = 1000

    init(_ session: Session, since cursor: Int64?) {
        self.session = session
        self.cursor = cursor
    }

    /// Prints events until a signal arrives or the agent ends for good; returns the exit status.
    func run() async throws -> Int32 {
        let follower = try AgentFollower(
            session,
            happened: { [weak self] signal in self?.assumeIsolated { $0.happened(signal) } },
            // A new agent must get a `Watch` call again; its log has the events that were sent before the call.
            resume: { [weak self] in try await self?.catchUp() },
            lost: { [weak self] failure in self?.assumeIsolated { $0.finish(.failure(failure)) } },
            interrupted: { [weak self] number in self?.assumeIsolated { $0.finish(.success(128 + number)) } })
        try await follower.start()
        self.follower = follower
        try await catchUp()
        return try await withCheckedThrowingContinuation { continuation in
            if let result { continuation.resume(with: result) } else { end = continuation }
        }
    }

    /// Subscribes to live events first and then reads the log, so no event is missed.
    private func catchUp() async throws {
        early = early ?? []
        try await session.agent.watch()
        if cursor == nil {
            // Without a cursor, printing starts after the newest event; the cursor is needed if the agent restarts.
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
        end.take()?.resume(with: result)
    }
}
