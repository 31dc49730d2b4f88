// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry run`: runs a command and notifies at its end.
struct Run: RequestCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command, and show a notification when it has ended.",
        usage: "belfry run [<options>] [--] <command> ...\nbelfry run [<options>] --pid <process>",
        discussion: """
            The command has this terminal, and its exit status is that of belfry: 128 and more for a signal, 127 if \
            there is no such command, 126 if it can't be run. A refused notification does not change the exit status.

            The notification has the last lines of the output, which passes through unchanged. If the command has \
            failed, the notification is time-sensitive and has a sound, unless --level and --sound say otherwise. \
            With --body the output does not pass through belfry, which a program that fills the screen may need.

            The first word that is no option begins the command; -- may stand before it.

            belfry run make -j8
            belfry run --only-failed --title "The backup" -- ./backup.sh
            belfry run --after 30s swift test
            belfry run --pid 4711
            """)

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command and its arguments.", valueName: "command"))
    var command: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The title of the notification (default: the command).", valueName: "text"))
    var title: String?

    @Option(help: "The request's identifier; a pending request that has it is replaced.")
    var id: String?

    @Flag(help: "Show nothing if the command has succeeded.")
    var onlyFailed = false

    @Option(
        help: ArgumentHelp("Show only if the command took longer than this, such as 30s.", valueName: "duration"),
        transform: DurationArgument.read)
    var after: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Run nothing, and wait for the end of this process, which runs already.", valueName: "process"))
    var pid: Int32?

    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup var owner: ApplicationOption

    /// Largest length, in characters, of a title made from the command.
    private static let titleCharacters = 100

    /// Inserts the optional `--` before the command of `run`.
    static func arguments(from arguments: [String]) -> [String] {
        guard arguments.first == "run" else { return arguments }
        let rest = arguments.dropFirst()
        // Usually the command follows `run` directly, and the options need not be known.
        if let first = rest.first, !first.hasPrefix("-") { return ["run", "--"] + rest }
        let words = CommandOptions(of: Run.self).words(of: rest)
        guard let place = words.firstIndex(of: .argument), words[..<place].allSatisfy({ $0 == .option || $0 == .value })
        else { return arguments }
        return ["run"] + rest.prefix(place) + ["--"] + rest.dropFirst(place)
    }

    func validate() throws {
        if let pid {
            if pid < 1 { throw ValidationError("--pid: \(pid) is no process; it is a number from 1.") }
            if !command.isEmpty { throw ValidationError("--pid and a command exclude each other.") }
            if onlyFailed {
                throw ValidationError(
                    "--only-failed and --pid exclude each other: the exit status of such a process is not known.")
            }
        } else if command.isEmpty {
            throw ValidationError("The command is missing: belfry run make -j8")
        }
        if content.readsStandardInput {
            throw ValidationError("The command reads the standard input, so - can't be given here.")
        }
    }

    func run() async throws {
        var request: [String: Value] = [:]
        if let id { request["identifier"] = .string(id) }
        try content.add(to: &request)
        // The option `--markup` is meant for a given body; the command's output has no markup.
        if content.body == nil { request["markup"] = nil }
        if let pid { return try await wait(for: RunningProcess(pid), request) }
        var output = CommandOutput(isKept: content.body == nil)
        let start = ContinuousClock.now
        let end = try ForegroundCommand.run(command, through: &output)
        let took = ContinuousClock.now - start
        output.handOver()
        if !(onlyFailed && end.succeeded), isLong(took) {
            await show(CommandReport(end: end, took: took, output: output.tail.lines), request)
        }
        if !end.succeeded { throw ExitCode(end.status) }
        if output.isLost { throw ExitCode(ExitStatus.notWritten.rawValue) }
    }

    private func isLong(_ took: Duration) -> Bool { after.map { took > .seconds($0.seconds) } ?? true }

    /// Adds the notification about the end of the command.
    private func show(_ report: CommandReport, _ request: [String: Value]) async {
        var request = request.merging(report.loudness) { given, _ in given }
            .merging(["body": .string(report.body)]) { given, _ in given }
        request["title"] = .string("\(title ?? Self.shortened(command.joined(separator: " "))) \(report.verb)")
        await add(request)
    }

    /// Waits for the end of a process, and adds the notification about it.
    private func wait(for process: consuming RunningProcess, _ request: [String: Value]) async throws {
        await process.waitForEnd()
        let age = process.age
        guard isLong(age) else { return }
        let body = "Process \(process.number), after \(CommandReport.words(for: age)). Its exit status is not known."
        var request = request.merging(["body": .string(body)]) { given, _ in given }
        request["title"] = .string("\(title ?? Self.shortened(process.name)) ended")
        await add(request)
    }

    private func add(_ request: [String: Value]) async {
        do {
            _ = try await owner.session().agent.add(request)
        } catch {
            // If the notification can't be added, only a message says so: the exit status is the run command's.
            Console.say(OptionNames.failure(error).sentence)
        }
    }

    private static func shortened(_ words: String) -> String {
        let line = words.onOneLine
        return line.count <= titleCharacters ? line : line.prefix(titleCharacters - 1) + "…"
    }
}
