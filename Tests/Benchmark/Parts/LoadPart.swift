// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// Measures many clients at once, and adds of one client while others disturb it.
struct LoadPart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    private static let clients = 64
    /// Number of calls that a flooding client has in flight.
    private static let flood = 1000
    /// Size of the refused messages in bytes.
    private static let hugeSize = 100 << 20

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            try await stage.withAgent { process, _ in
                try await together(stage) + attached(stage, process) + flooded(stage) + unread(stage)
                    + huge(stage, process)
            }
        }
    }

    /// Compares 64 clients with one; the agent commits simultaneous adds together.
    private func together(_ stage: Stage) async throws -> [TableRow] {
        let connections = try (0..<Self.clients).map { _ in
            try Connection(to: .at(stage.address), on: stage.client.loop)
        }
        var (many, one) = (Samples(), Samples())
        for round in 0...4 {
            let count = effort.clientAdds
            let alone = try await Stopwatch.timeAsync {
                try await Self.add(count, "one-\(round)", by: AgentProxy(on: connections[0], app: "org.belfry.One"))
            }
            let seconds = try await Stopwatch.timeAsync {
                try await withThrowingTaskGroup { group in
                    for (number, connection) in connections.enumerated() {
                        let agent = AgentProxy(on: connection, app: "org.belfry.Many\(number)")
                        group.addTask { try await Self.add(count, "many-\(round)", by: agent) }
                    }
                    try await group.waitForAll()
                }
            }
            guard round > 0 else { continue }
            one.add(Double(count) / alone)
            many.add(Double(count * Self.clients) / seconds)
        }
        for connection in connections { await connection.close() }
        return [
            TableRow(
                "Add, \(Self.clients) clients at once", many.median, against: "one client", one.median,
                aim: "5.00x or more", format: TableRow.rate)
        ]
    }

    private func attached(_ stage: Stage, _ process: Int32) async throws -> [TableRow] {
        let calm = try await latency(stage, "before")
        let memory = try ProcessFigures.proportionalMemory(of: process)
        let connections = try (0..<effort.attached).map { _ in
            try Connection(to: .at(stage.address), on: stage.client.loop)
        }
        for (number, connection) in connections.enumerated() {
            let agent = AgentProxy(on: connection, app: "org.belfry.Attached\(number)")
            try await agent.attach()
            try await agent.watch()
        }
        let busy = try await latency(stage, "attached")
        let more = try ProcessFigures.proportionalMemory(of: process)
        for connection in connections { await connection.close() }
        try await stage.settle()
        return [
            TableRow(
                "one Add, \(effort.attached) clients attached, p50", busy, against: "none", calm, aim: "under 3x",
                format: TableRow.milliseconds),
            TableRow(
                "PSS, \(effort.attached) clients attached", more, against: "none", memory, format: TableRow.megabytes),
        ]
    }

    /// Measures adds while another client always has a thousand calls in flight.
    private func flooded(_ stage: Stage) async throws -> [TableRow] {
        let calm = try await latency(stage, "calm")
        let loop = EventLoop.onOwnThread(named: "flood")
        defer { loop.stop() }
        let agent = AgentProxy(on: try Connection(to: .at(stage.address), on: loop), app: "org.belfry.Flood")
        let flood = Task.detached {
            await withTaskGroup { group in
                for number in 0..<Self.flood {
                    group.addTask {
                        while !Task.isCancelled {
                            _ = try? await agent.add(
                                SampleRequests.reminder("flood-\(number)", in: SampleRequests.later))
                        }
                    }
                }
            }
        }
        let busy = try await latency(stage, "flooded")
        flood.cancel()
        await flood.value
        return [
            TableRow(
                "one Add, another client floods, p50", busy, against: "calm", calm, aim: "under 3x",
                format: TableRow.milliseconds)
        ]
    }

    /// Measures adds while another client watches everything and doesn't read its socket.
    private func unread(_ stage: Stage) async throws -> [TableRow] {
        let calm = try await latency(stage, "read")
        let loop = EventLoop.onOwnThread(named: "silent")
        defer { loop.stop() }
        let connection = try Connection(to: .at(stage.address), on: loop)
        let agent = AgentProxy(on: connection, app: AgentNames.allApplications)
        try await agent.watch()
        let door = Door()
        loop.perform { door.wait() }
        let busy = try await latency(stage, "unread")
        door.open()
        await connection.close()
        return [
            TableRow(
                "one Add, a client that watches never reads, p50", busy, against: "calm", calm, aim: "under 3x",
                format: TableRow.milliseconds)
        ]
    }

    private func huge(_ stage: Stage, _ process: Int32) async throws -> [TableRow] {
        let memory = try ProcessFigures.proportionalMemory(of: process)
        let address = stage.address
        for _ in 0..<5 {
            let refusal = try await Task.detached { try HugeMessage.send(Self.hugeSize, to: address) }.value
            guard refusal == "org.freedesktop.DBus.Error.LimitsExceeded" else {
                throw MeasurementError("a message of 100 MB was answered with \(refusal ?? "success")")
            }
        }
        try await stage.settle()
        let more = try ProcessFigures.proportionalMemory(of: process)
        return [
            TableRow(
                "PSS after five refused messages of 100 MB", more, against: "before", memory, aim: "within 10 MB",
                format: TableRow.megabytes)
        ]
    }

    /// Returns the median duration of an `Add` in seconds.
    private func latency(_ stage: Stage, _ prefix: String) async throws -> Double {
        var samples = Samples()
        for number in 0..<effort.disturbedAdds {
            let request = SampleRequests.reminder("\(prefix)-\(number % 50)", in: SampleRequests.later)
            samples.add(try await Stopwatch.timeAsync { _ = try await stage.agent.add(request) })
        }
        return samples.median
    }

    private static func add(_ count: Int, _ prefix: String, by agent: AgentProxy) async throws {
        for number in 0..<count {
            _ = try await agent.add(SampleRequests.reminder("\(prefix)-\(number)", in: SampleRequests.later))
        }
    }
}
