// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop

/// Measures ten thousand requests due in the same second, with a server that takes 5 ms for each.
///
/// The floor is the server's own time. All must arrive in the order of their due dates, and the agent must not keep all
/// of them in memory.
struct BurstPart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    private static let pause: UInt32 = 5000
    /// Seconds for adding all requests before they are due.
    private static let lead = 10.0
    /// Number of requests per application, below its limit of pending requests.
    private static let share = 1000

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            try await stage.withAgent { process, _ in try await run(on: stage, agent: process) }
        }
    }

    private func run(on stage: Stage, agent process: Int32) async throws -> [TableRow] {
        var dues: [Double] = []
        let due = Stopwatch.seconds(AlarmSource.now(.realtime)) + Self.lead
        for start in stride(from: 0, to: effort.burst, by: Self.share) {
            let agent = AgentProxy(on: stage.client, app: "org.belfry.Benchmark\(start / Self.share)")
            let requests = (start..<min(start + Self.share, effort.burst)).map { index in
                let left = due - Stopwatch.seconds(AlarmSource.now(.realtime))
                return SampleRequests.reminder("burst-\(index)", title: "burst-\(index)", in: left)
            }
            let outcomes = try await agent.addAll(requests)
            guard outcomes.allSatisfy({ $0["error"] == nil }) else { throw MeasurementError("AddAll refused some") }
            dues += outcomes.compactMap { $0["nextTriggerDateUnix"]?.double }
        }
        guard Stopwatch.seconds(AlarmSource.now(.realtime)) < due else {
            throw MeasurementError("adding took longer than \(Self.lead) s")
        }
        try await stage.settle()
        let before = try ProcessFigures.proportionalMemory(of: process)
        stage.server.take(Self.pause)
        var most = before
        var next = effort.burst / 20
        while stage.server.count < effort.burst {
            try await stage.server.wait(for: min(next, effort.burst), secondsEach: Self.lead + 20)
            most = max(most, try ProcessFigures.proportionalMemory(of: process))
            next += effort.burst / 20
        }
        // The requests' due dates differ by some microseconds.
        let order = dues.indices.sorted { (dues[$0], $0) < (dues[$1], $1) }
        let dates = order.compactMap { stage.server.date(of: "burst-\($0)") }
        guard dates.count == effort.burst else { throw MeasurementError("some came under another title") }
        let overtaken = zip(dates, dates.dropFirst()).count { $0 > $1 }
        guard overtaken == 0 else { throw MeasurementError("\(overtaken) were overtaken by later ones") }
        let floor = Double(effort.burst) * Double(Self.pause) / 1e6
        let last = (dates.max() ?? 0) + Double(Self.pause) / 1e6
        return [
            TableRow(
                "until the last of \(effort.burst) is shown", last - due, against: "5 ms for each", floor,
                aim: "1.20x or less", format: TableRow.seconds),
            TableRow(
                "PSS meanwhile, the most", most, against: "before they are due", before, aim: "within 10 MB",
                format: TableRow.megabytes),
        ]
    }
}
