// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// Measures memory and start of an agent with an empty and a big store, alternately.
struct FootprintPart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    private struct Figures {
        var memory = Samples()
        var start = Samples()
    }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            let folder = "\(stage.folder)/big"
            try await BigStore.fill(folder, count: effort.pendingRequests)
            var (empty, full, version, bus) = (Figures(), Figures(), Samples(), Samples())
            for round in 0...effort.starts {
                let one = try await start(stage, state: "\(stage.folder)/empty", pending: 0)
                let other = try await start(stage, state: folder, pending: effort.pendingRequests)
                let floor = try Stopwatch.time {
                    try ChildProcess([Programs.belfryd, "--version"]).wait(seconds: 10)
                }
                // The first round warms the caches.
                guard round > 0 else { continue }
                empty.memory.add(one.memory)
                empty.start.add(one.start)
                full.memory.add(other.memory)
                full.start.add(other.start)
                version.add(floor)
                bus.add(try ProcessFigures.proportionalMemory(of: stage.busProcess))
            }
            return rows(empty, full, version: version, bus: bus)
        }
    }

    private func rows(_ empty: Figures, _ full: Figures, version: Samples, bus: Samples) -> [TableRow] {
        let many = "\(effort.pendingRequests) pending"
        return [
            TableRow(
                "PSS, nothing pending", empty.memory.median, against: "the bus's own dbus-daemon", bus.median,
                aim: "under 20 MB", format: TableRow.megabytes),
            TableRow(
                "PSS, \(many)", full.memory.median, against: "nothing pending", empty.memory.median,
                aim: "within 2 MB", format: TableRow.megabytes),
            TableRow(
                "start, nothing pending", empty.start.median, against: "belfryd --version", version.median,
                format: TableRow.milliseconds),
            TableRow(
                "start, \(many)", full.start.median, against: "nothing pending", empty.start.median,
                aim: "within 100 ms", format: TableRow.milliseconds),
        ]
    }

    private func start(_ stage: Stage, state: String, pending: Int) async throws -> (memory: Double, start: Double) {
        try await stage.withAgent(state: state) { process, seconds in
            // After two idle seconds the agent frees memory that only the start needed.
            try await Task.sleep(for: .seconds(3))
            let memory = try ProcessFigures.proportionalMemory(of: process)
            let status = try await stage.agent.status()
            guard status["pending"]?.int == pending else {
                throw MeasurementError("the agent says that \(status["pending"]?.int ?? -1) are pending")
            }
            return (memory, seconds)
        }
    }
}
