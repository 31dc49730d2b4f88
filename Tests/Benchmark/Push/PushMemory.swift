// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation
import TestSupport

/// Measures the agent's memory without registrations and with many, alternately, and the distributor's memory and
/// wake-ups.
///
/// An agent with registrations registers again when it starts, rests, decrypts and shows a push, and rests again.
struct PushMemory {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    private struct Figures {
        var proportional = Samples()
        var own = Samples()

        mutating func add(_ process: Int32) throws {
            proportional.add(try ProcessFigures.proportionalMemory(of: process))
            own.add(try ProcessFigures.privateMemory(of: process))
        }
    }

    private struct Result {
        var (without, with) = (Figures(), Figures())
        var distributor = Figures()
        var bus = Samples()
        var (wakeUps, busWakeUps) = (0, 0)
    }

    /// After two idle seconds the agent frees memory that only its start needed, after three the distributor.
    private static let rest = Duration.seconds(4)

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        let result = try await withMeasuredNchan { server in
            try await Stage.with(on: loop) { stage in
                try await stage.withDistributor(of: server) { distributor in
                    try await run(on: stage, distributor)
                }
            }
        }
        let number = "\(effort.registrations) registrations"
        return [
            TableRow(
                "agent's PSS, \(number), after a push", result.with.proportional.median,
                against: "none", result.without.proportional.median, aim: "within 3 MB",
                format: TableRow.megabytes),
            TableRow(
                "of that, private memory", result.with.own.median, against: "none", result.without.own.median,
                format: TableRow.megabytes),
            TableRow(
                "distributor's PSS, idle, \(number)", result.distributor.proportional.median,
                against: "the bus's own dbus-daemon", result.bus.median, aim: "under 10 MB",
                format: TableRow.megabytes),
            TableRow("of that, private memory", TableRow.megabytes(result.distributor.own.median)),
            TableRow(
                "distributor's wake-ups in \(Int(effort.idleSeconds)) s", "\(result.wakeUps)",
                peer: "\(result.busWakeUps) the bus's own dbus-daemon", aim: "0"),
        ]
    }

    private func run(on stage: Stage, _ distributor: Int32) async throws -> Result {
        var result = Result()
        var subscription: String?
        for round in 0...effort.pushStarts {
            // The first round registers, and warms the caches.
            if round == 1 { result = Result() }
            try await stage.withAgent(state: "\(stage.folder)/without") { agent, _ in
                try await Task.sleep(for: Self.rest)
                try checkLibrary(of: agent, isThere: false)
                try result.without.add(agent)
            }
            try await stage.withAgent(state: "\(stage.folder)/with") { agent, _ in
                let text = if let subscription { subscription } else { try await registerAll(on: stage) }
                subscription = text
                try await Task.sleep(for: Self.rest)
                let shown = stage.server.count
                try send(to: text, on: stage)
                try await stage.server.wait(for: shown + 1)
                try await Task.sleep(for: Self.rest)
                try checkLibrary(of: agent, isThere: true)
                try result.with.add(agent)
                guard round == effort.pushStarts else { return }
                try await watchIdle(distributor, stage, &result)
            }
            try result.distributor.add(distributor)
            result.bus.add(try ProcessFigures.proportionalMemory(of: stage.busProcess))
        }
        return result
    }

    private func registerAll(on stage: Stage) async throws -> String {
        var last = ""
        for number in 0..<effort.registrations { last = try await stage.register("org.belfry.Benchmark\(number)") }
        return last
    }

    /// Throws unless libcrypto is in the agent's memory exactly if the agent has registrations.
    private func checkLibrary(of agent: Int32, isThere: Bool) throws {
        guard try ProcessFigures.hasMapped("/libcrypto.so", in: agent) == isThere else {
            throw MeasurementError("libcrypto is \(isThere ? "not " : "")in the agent's memory")
        }
    }

    private func send(to subscription: String, on stage: Stage) throws {
        let (to, payload) = ("\(stage.folder)/subscription.json", "\(stage.folder)/payload.json")
        try Data(subscription.utf8).write(to: URL(filePath: to))
        try Data(SamplePushes.payload(title: "Call Ann").utf8).write(to: URL(filePath: payload))
        let command = [Programs.belfryPush, "send", "--subscription", to, "--payload", payload]
        let end = try ChildProcess(command).wait(seconds: 10)
        guard end.status == 0 else { throw MeasurementError("belfry-push ended with \(end.status): \(end.output)") }
    }

    private func watchIdle(_ distributor: Int32, _ stage: Stage, _ result: inout Result) async throws {
        // Threads left over from earlier work end in the meantime.
        try await Task.sleep(for: .seconds(12))
        let before = try ProcessFigures.contextSwitches(of: distributor)
        let busBefore = try ProcessFigures.contextSwitches(of: stage.busProcess)
        try await Task.sleep(for: .seconds(effort.idleSeconds))
        let after = try ProcessFigures.contextSwitches(of: distributor)
        let busAfter = try ProcessFigures.contextSwitches(of: stage.busProcess)
        result.wakeUps = ProcessFigures.wakeUps(from: before, to: after)
        result.busWakeUps = ProcessFigures.wakeUps(from: busBefore, to: busAfter)
    }
}
