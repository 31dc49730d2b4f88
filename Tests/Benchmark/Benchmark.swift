// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EventLoop
import Foundation

/// Measures Belfry against its peers and floors, and prints a table.
///
/// Each figure is compared with one taken in the same run, because the machine's speed varies. The measured programs
/// are beside this one; `packaging/bench` builds all three.
@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmark",
        abstract: "Measure Belfry against its peers and floors, all in one run.",
        discussion: "Run it with packaging/bench, on an idle machine. Exit status 1: a part could not be measured.")

    @Option(help: ArgumentHelp("Measure only this part; may be repeated.", valueName: "part"))
    var only: [Part] = []

    @Flag(help: "Fewer samples and a tenth of the rows: to see that it works.")
    var quick = false

    @Option(help: ArgumentHelp("How long to watch an idle agent (default: 60, or 10 if quick).", valueName: "seconds"))
    var idleSeconds: Double?

    func validate() throws {
        if let idleSeconds, !(idleSeconds > 0 && idleSeconds <= 3600) {
            throw ValidationError("--idle-seconds must be more than 0 and at most 3600.")
        }
    }

    func run() async throws {
        let loop = EventLoop.onOwnThread(named: "benchmark")
        defer { loop.stop() }
        // Ctrl-C must not leave agents or buses running.
        let interruption = await Interruption(on: loop)
        defer { withExtendedLifetime(interruption) {} }
        print(Machine.description)
        var effort = quick ? Effort.quick : Effort.full
        if let idleSeconds { effort.idleSeconds = idleSeconds }
        var table = Table()
        var hasFailed = false
        for part in only.isEmpty ? Part.allCases : only {
            FileHandle.standardError.write(Data("measuring \(part.rawValue) ...\n".utf8))
            do {
                table.add(try await part.measure(effort, on: loop), under: part.title)
            } catch {
                hasFailed = true
                table.add([TableRow("could not be measured: \(error)", "")], under: part.title)
            }
        }
        print(table.text)
        print("load average afterwards: \(Machine.loadAverage)")
        if hasFailed { throw ExitCode.failure }
    }
}
