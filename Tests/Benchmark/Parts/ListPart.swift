// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation

/// Measures `belfry list` and the completion of an identifier with few and with many pending requests, alternately.
struct ListPart {
    private static let few = 20
    private static let many = 10_000
    /// Number of lines that a terminal shows.
    private static let page = 40
    /// Largest number of identifiers that a shell offers.
    private static let offered = 200

    private let rounds: Int

    init(_ effort: Effort) { rounds = effort.lists }

    private struct Times {
        var page = Samples()
        var whole = Samples()
        var completion = Samples()
        var status = Samples()
    }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            let states = [Self.few, Self.many].map { (count: $0, folder: "\(stage.folder)/\($0)") }
            for state in states { try await BigStore.fill(state.folder, count: state.count) }
            var times: [Int: Times] = [:]
            // The first round warms the caches.
            for round in 0...rounds {
                for state in states {
                    let one = try await stage.withAgent(state: state.folder) { _, _ in try run(on: stage, state.count) }
                    guard round > 0 else { continue }
                    times[state.count, default: Times()].page.add(one.page.median)
                    times[state.count, default: Times()].whole.add(one.whole.median)
                    times[state.count, default: Times()].completion.add(one.completion.median)
                    times[state.count, default: Times()].status.add(one.status.median)
                }
            }
            return rows(times[Self.few] ?? Times(), times[Self.many] ?? Times())
        }
    }

    private func rows(_ few: Times, _ many: Times) -> [TableRow] {
        let page = "first \(Self.page) lines, \(Self.many) pending"
        return [
            TableRow(
                page, many.page.median, against: "\(Self.few) pending", few.page.median, aim: "1.30x or less",
                format: TableRow.milliseconds),
            TableRow(
                page, many.page.median, against: "belfry status", many.status.median, aim: "2.00x or less",
                format: TableRow.milliseconds),
            TableRow(
                "completion of an identifier, \(Self.many) pending", many.completion.median, against: "belfry status",
                many.status.median, aim: "3.00x or less", format: TableRow.milliseconds),
            TableRow(
                "all lines, \(Self.many) pending", many.whole.median, against: "belfry status", many.status.median,
                format: TableRow.milliseconds),
        ]
    }

    private func run(on stage: Stage, _ count: Int) throws -> Times {
        var times = Times()
        let list = "'\(Programs.belfry)' list --all --pending"
        let complete = "'\(Programs.belfry)' __complete bash 63 : -- 'belfry cancel --app org.belfry.Benchmark0 '"
        for _ in 0..<5 {
            times.page.add(try time("\(list) | head -n \(Self.page)", on: stage, lines: min(count, Self.page)))
            // The first line is a directive for the shell.
            let offered = min(count / BigStore.applications, Self.offered)
            times.completion.add(try time(complete, on: stage, lines: offered + 1))
            times.status.add(try time("'\(Programs.belfry)' status", on: stage, lines: nil))
            times.whole.add(try time(list, on: stage, lines: count))
        }
        return times
    }

    private func time(_ command: String, on stage: Stage, lines: Int?) throws -> Double {
        var end: (status: Int32, output: String) = (0, "")
        let seconds = try Stopwatch.time {
            end = try ChildProcess(
                ["sh", "-c", command], environment: stage.environment, errorLog: "\(stage.folder)/list.log"
            ).wait(seconds: 30)
        }
        let printed = end.output.split(separator: "\n").count
        guard end.status == 0, lines == nil || printed == lines else {
            let words = ProcessFigures.read("\(stage.folder)/list.log") ?? ""
            throw MeasurementError("\(command) ended with status \(end.status) after \(printed) lines: \(words)")
        }
        return seconds
    }
}
