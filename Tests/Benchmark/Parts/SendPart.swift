// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation

/// Compares `belfry send` with `notify-send`, and with a minimal D-Bus program.
struct SendPart {
    private let count: Int

    init(_ effort: Effort) { count = effort.sends }

    private enum Program: CaseIterable {
        case belfry, notifySend, belfryVersion, bareCall

        var arguments: [String] {
            let words = ["--app-name", "bench", "Tea is ready", "It has drawn for five minutes."]
            return switch self {
            case .belfry: [Programs.belfry, "send"] + words
            case .notifySend: ["notify-send"] + words
            case .belfryVersion: [Programs.belfry, "--version"]
            case .bareCall:
                [
                    "dbus-send", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
                    "org.freedesktop.DBus.GetId",
                ]
            }
        }

        var isShown: Bool { self == .belfry || self == .notifySend }
    }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        let samples = try await Stage.with(on: loop) { stage in
            try await stage.withAgent { _, _ in try await run(on: stage) }
        }
        func median(_ program: Program) -> Double { samples[program]?.median ?? .nan }
        return [
            TableRow(
                "belfry send", median(.belfry), against: "notify-send", median(.notifySend), aim: "0.60x or less",
                format: TableRow.milliseconds),
            TableRow(
                "belfry send", median(.belfry), against: "dbus-send (C, connect and one call)", median(.bareCall),
                format: TableRow.milliseconds),
            TableRow(
                "belfry --version", median(.belfryVersion), against: "dbus-send (C, connect and one call)",
                median(.bareCall), format: TableRow.milliseconds),
        ]
    }

    /// Alternates the programs in each round, so that the machine's speed is the same for all.
    private func run(on stage: Stage) async throws -> [Program: Samples] {
        var samples: [Program: Samples] = [:]
        var shown = stage.server.count
        // The first round warms the caches.
        for round in 0...count {
            for program in Program.allCases {
                var end: (status: Int32, output: String) = (0, "")
                let seconds = try Stopwatch.time {
                    end = try ChildProcess(
                        program.arguments, environment: stage.environment, errorLog: "\(stage.folder)/send.log"
                    ).wait(seconds: 10)
                }
                guard end.status == 0 else {
                    let words = ProcessFigures.read("\(stage.folder)/send.log") ?? ""
                    throw MeasurementError("\(program) ended with status \(end.status): \(words)")
                }
                if round > 0 { samples[program, default: Samples()].add(seconds) }
                // The agent presents after its reply; this must not run into the next program's time.
                if program.isShown { shown += 1 }
                try await stage.server.wait(for: shown)
                try await stage.settle()
            }
        }
        return samples
    }
}
