// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import EventLoop

/// Counts the wake-ups of an agent that has a pending request and no work.
struct IdlePart {
    private let seconds: Double

    init(_ effort: Effort) { seconds = effort.idleSeconds }

    /// Time until the threads left over from the start are gone.
    private static let settling = Duration.seconds(12)

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            try await stage.withAgent { process, _ in
                _ = try await stage.agent.add(SampleRequests.reminder("idle", in: SampleRequests.later))
                try await Task.sleep(for: Self.settling)
                let before = try ProcessFigures.contextSwitches(of: process)
                let busBefore = try ProcessFigures.contextSwitches(of: stage.busProcess)
                try await Task.sleep(for: .seconds(seconds))
                let after = try ProcessFigures.contextSwitches(of: process)
                let busAfter = try ProcessFigures.contextSwitches(of: stage.busProcess)
                return [
                    TableRow(
                        "in \(Int(seconds)) s", "\(ProcessFigures.wakeUps(from: before, to: after))",
                        peer: "\(ProcessFigures.wakeUps(from: busBefore, to: busAfter)) the bus's own dbus-daemon",
                        aim: "0")
                ]
            }
        }
    }
}
