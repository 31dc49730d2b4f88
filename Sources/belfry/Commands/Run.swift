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
        usage: "belfry run [<options>] [--] <command> ...",
        discussion: """
            The command has this terminal, and its exit status is that of belfry: 128 and more for a signal, 127 if \
            there is no such command, 126 if it can't be run. A refused notification does not change the exit status.

            The first word that is no option begins the command; -- may stand before it.

            belfry run make -j8
            belfry run --sound default --title "The backup" -- ./backup.sh
            """)

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command and its arguments.", valueName: "command"))
    var command: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The title of the notification (default: the command).", valueName: "text"))
    var title: String?

    @Option(help: "The request's identifier; one that is pending is replaced.")
    var id: String?

    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup var owner: ApplicationOption

    /// Largest length, in characters, of a title made from the command.
    private static let titleCharacters = 100

    /// Inserts the optional `--` before the command of `run`.
    static func arguments(from arguments: [String]) -> [String] {
        guard arguments.first == "run" else { return arguments }
        let rest = arguments.dropFirst()
        let words = CommandOptions(help: Belfry.helpMessage(for: Run.self, columns: 400)).words(of: rest)
        guard let place = words.firstIndex(of: .argument), words[..<place].allSatisfy({ $0 == .option || $0 == .value })
        else { return arguments }
        return ["run"] + rest.prefix(place) + ["--"] + rest.dropFirst(place)
    }

    func validate() throws {
        if command.isEmpty { throw ValidationError("The command is missing: belfry run make -j8") }
        if content.readsStandardInput {
            throw ValidationError("The command reads the standard input, so - can't be given here.")
        }
    }

    func run() async throws {
        var request: [String: Value] = [:]
        if let id { request["identifier"] = .string(id) }
        try content.add(to: &request)
        let start = ContinuousClock.now
        let end = try ForegroundCommand.run(command)
        let took = Self.words(for: ContinuousClock.now - start)
        request["title"] = .string("\(title ?? Self.shortened(command)) \(end.succeeded ? "has ended" : "has failed")")
        if content.body == nil {
            request["body"] = .string(end.succeeded ? "After \(took)." : "\(end), after \(took).")
        }
        do {
            _ = try await owner.session().agent.add(request)
        } catch {
            // A notification that can't be added is only reported: the exit status is the command's own.
            Console.say(OptionNames.failure(error).sentence)
        }
        if !end.succeeded { throw ExitCode(end.status) }
    }

    private static func shortened(_ words: [String]) -> String {
        let line = words.joined(separator: " ").onOneLine
        return line.count <= titleCharacters ? line : line.prefix(titleCharacters - 1) + "…"
    }

    /// Returns a duration in its two largest units: `2 h 5 min`, `3 min 12 s`, `4 s`.
    static func words(for duration: Duration) -> String {
        let seconds = duration.components.seconds
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours > 0 { return "\(hours) h \(minutes) min" }
        return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
    }
}
