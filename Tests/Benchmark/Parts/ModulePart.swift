// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import EventLoop
import Foundation
import UserNotifications

/// Compares the Swift module with its parts: `add` with the agent's proxy, and a whole program with `belfry add`.
struct ModulePart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            try await stage.withAgent { _, _ in try await [adds(stage), programs(stage)] }
        }
    }

    /// Adds the same requests by the module and by the proxy, alternately, for two applications.
    private func adds(_ stage: Stage) async throws -> TableRow {
        // The module reads its bus and its application id from the environment, once.
        setenv("DBUS_SESSION_BUS_ADDRESS", stage.address, 1)
        setenv("BELFRY_APP", "org.belfry.Benchmark.Module", 1)
        let center = UNUserNotificationCenter.current()
        let agent = stage.agent
        var (ours, theirs) = (Samples(), Samples())
        for round in 0...effort.singleRounds {
            let requests = (0..<effort.singleAdds).map { Self.request("module-\(round)-\($0)") }
            let seconds = try await Stopwatch.timeAsync { for request in requests { try await center.add(request) } }
            let dictionaries = (0..<effort.singleAdds).map {
                SampleRequests.reminder("proxy-\(round)-\($0)", in: SampleRequests.later)
            }
            let floor = try await Stopwatch.timeAsync {
                for dictionary in dictionaries { _ = try await agent.add(dictionary) }
            }
            // The first round connects and warms the caches.
            guard round > 0 else { continue }
            ours.add(seconds / Double(requests.count))
            theirs.add(floor / Double(requests.count))
        }
        return TableRow(
            "UNUserNotificationCenter.add, one after another", ours.median, against: "AgentProxy.add", theirs.median,
            aim: "1.30x or less", format: TableRow.milliseconds)
    }

    private static func request(_ identifier: String) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "Call Ann"
        content.body = "About the boat: she has the keys until Friday."
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: SampleRequests.later, repeats: false)
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    /// Alternates the programs in each round, so that the machine's speed is the same for both.
    private func programs(_ stage: Stage) async throws -> TableRow {
        let body = "About the boat: she has the keys until Friday."
        let commands = [
            [Programs.addOne],
            [Programs.belfry, "add", "--id", "ann", "--title", "Call Ann", "--body", body, "--in", "7200h"],
        ]
        var samples = [Samples(), Samples()]
        for round in 0...effort.sends {
            for (index, command) in commands.enumerated() {
                var end: (status: Int32, output: String) = (0, "")
                let log = "\(stage.folder)/module.log"
                let seconds = try Stopwatch.time {
                    end = try ChildProcess(command, environment: stage.environment, errorLog: log).wait(seconds: 10)
                }
                guard end.status == 0 else {
                    throw MeasurementError(
                        "\(command[0]) ended with status \(end.status): \(ProcessFigures.read(log) ?? "")")
                }
                if round > 0 { samples[index].add(seconds) }
                try await stage.settle()
            }
        }
        return TableRow(
            "a program that imports it and adds one request", samples[0].median, against: "belfry add",
            samples[1].median, aim: "1.50x or less", format: TableRow.milliseconds)
    }
}
