// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EventLoop
import Glibc

/// The command `belfry`: schedules notifications and returns their answers.
///
/// Everything runs on the main thread, in GLib's loop. The command's task prefers that loop as its executor, so neither
/// the main actor nor the concurrency pool is used. The program starts fast, because no second thread is created and
/// replies are handled on the thread that receives them.
struct Belfry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "belfry",
        abstract: "Schedule notifications and get their answers.",
        discussion: """
            A request goes to the agent, which keeps it on disk, shows it at its time, and delivers the answer. \
            Only ask, wait, listen and send --wait wait for an answer or for events.
            """,
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(name: "Adding", subcommands: [Remind.self, Add.self, Send.self, Ask.self, Run.self]),
            CommandGroup(
                name: "Looking",
                subcommands: [
                    List.self, Agenda.self, History.self, Show.self, Next.self, Count.self, Explain.self, Wait.self,
                    Listen.self, Log.self, Status.self, Settings.self, Doctor.self, Where.self,
                ]),
            CommandGroup(
                name: "Changing",
                subcommands: [
                    Cancel.self, Remove.self, Delete.self, Repost.self, Again.self, Snooze.self, Skip.self, Undo.self,
                    Pause.self, Resume.self, Quiet.self, Edit.self, CategoryCommand.self, PlaceCommand.self,
                    LocationCommand.self,
                ]),
            CommandGroup(name: "Receiving", subcommands: [PushCommand.self, ExtensionCommand.self]),
            CommandGroup(name: "Moving", subcommands: [Export.self, Import.self]),
            CommandGroup(
                name: "Running", subcommands: [ConfigCommand.self, Reload.self, Desktop.self, AgentCommand.self]),
        ])

    static func main() {
        StandardDescriptors.fill()
        // `send` starts before ArgumentParser: it must be fast in loops of scripts, and has the parser of notify-send.
        if let arguments = SendProgram.arguments { SendProgram.run(arguments) }
        if let arguments = CompletionProgram.arguments { CompletionProgram.run(arguments) }
        Task(executorPreference: EventLoop.main) {
            Glibc.exit(await status(of: Array(CommandLine.arguments.dropFirst())))
        }
        EventLoop.main.run()
        // This line is reached only if the loop fails: the task ends the process while the loop runs.
        Glibc.exit(ExitStatus.failure.rawValue)
    }

    private static var verbs: [String] { configuration.subcommands.flatMap(names) }

    /// Returns the name of a command, and its other names.
    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
    }

    /// Follows words from command to subcommand. Returns the commands, starting with `belfry`, and the remaining words.
    static func commands(
        named words: ArraySlice<String>
    ) -> (path: [any ParsableCommand.Type], rest: ArraySlice<String>) {
        var path: [any ParsableCommand.Type] = [Self.self]
        var rest = words
        while let next = path.last?.configuration.subcommands.first(where: {
            rest.first.map(names(of: $0).contains) ?? false
        }) {
            path.append(next)
            rest.removeFirst()
        }
        return (path, rest)
    }

    /// Returns the unknown command in `belfry help NAME`; nil for a known command. ArgumentParser prints general help.
    private static func unknownSubject(ofHelp arguments: [String]) -> String? {
        let words = arguments.dropFirst()
        guard arguments.first == "help", words.first != "help" else { return nil }
        return commands(named: words.filter { !$0.hasPrefix("-") }[...]).rest.first
    }

    /// Runs a command line and returns the exit status.
    private static func status(of arguments: [String]) async -> Int32 {
        var command: any ParsableCommand
        if let word = arguments.first, !word.hasPrefix("-"), word != "help", !verbs.contains(word) {
            return refuse(CommandLineHint.command(word, among: verbs))
        }
        if let word = unknownSubject(ofHelp: arguments) {
            return refuse("there is no command \"\(word.onOneLine)\"; see belfry --help")
        }
        if let fault = Environment.formatFault { return refuse(fault) }
        do {
            command = try parsed(Run.arguments(from: Remind.arguments(from: arguments)))
        } catch {
            guard !exitCode(for: error).isSuccess, let hint = hint(about: arguments) else { return tellUsage(error) }
            return refuse(hint)
        }
        do {
            if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                try command.run()
            }
            return 0
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            // ArgumentParser throws an error for requested help too.
            let code = exitCode(for: error)
            if code == .success || code == .validationFailure { return tellUsage(error) }
            let isRequest = command is any RequestCommand && (command as? Add)?.source == nil
            let failure = isRequest ? OptionNames.failure(error) : Failure(error)
            Console.say(failure.sentence)
            if let speaker = command as? any JSONCommand, speaker.wantsJSON, let document = failure.document,
                let line = try? JSONText.line(document)
            {
                Console.print(line)
            }
            return failure.status.rawValue
        }
    }

    /// Parses a command line as ``BelfryWithoutCompletions``. If help or an error message follows, `Belfry` parses it
    /// again, because the text must have the right command names.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        do {
            let command = try BelfryWithoutCompletions.parseAsRoot(arguments)
            let name = type(of: command).configuration.commandName
            if name != configuration.commandName, name != "help" { return command }
        } catch {
            if fullMessage(for: error) == Version.current { throw error }
        }
        return try parseAsRoot(arguments)
    }

    /// Returns a message about an unknown command or option; nil if all are known.
    private static func hint(about arguments: [String]) -> String? {
        let (path, rest) = commands(named: arguments[...])
        guard path.count > 1, let command = path.last else { return nil }
        let verb = path.dropFirst().compactMap { $0.configuration.commandName }.joined(separator: " ")
        let subcommands = command.configuration.subcommands
        if !subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-") {
            return CommandLineHint.command(
                "\(verb) \(word)", among: subcommands.map { "\(verb) \($0.configuration.commandName ?? "")" })
        }
        let options = CommandOptions(of: command)
        return options.unknown(in: rest).map { CommandLineHint.option($0, of: verb, with: options) }
    }

    private static func refuse(_ commandLineFault: String) -> Int32 {
        Console.say(commandLineFault)
        return ExitStatus.usage.rawValue
    }

    /// Prints the requested help, or the error in the command line.
    private static func tellUsage(_ error: any Error) -> Int32 {
        let text = fullMessage(for: error)
        guard exitCode(for: error).isSuccess else {
            Console.writeError(UsageText.told(text) + "\n")
            return ExitStatus.usage.rawValue
        }
        Console.print(text)
        return 0
    }
}

/// The command ``Belfry`` without ArgumentParser's completion scripts; belfry has its own (``CompletionProgram``).
///
/// ArgumentParser first tries to read each command line as a request for such a script, which takes a fifth of the time
/// of `belfry --version`. It leaves that out for a command that another command calls.
private struct BelfryWithoutCompletions: ParsableCommand {
    static let configuration = {
        var configuration = Belfry.configuration
        configuration._superCommandName = "belfry"
        return configuration
    }()
}

enum Version {
    static let current = "0.1.0"
}

/// Converts ArgumentParser's error messages to the style of Belfry's messages.
enum UsageText {
    /// Replaces the prefix of ArgumentParser's message by the program's name: `belfry: the body is given twice`.
    static func told(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix("Error: ") else { return text }
        lines[0] = "belfry: " + plain(String(first.dropFirst("Error: ".count)))
        return lines.joined(separator: "\n")
    }

    /// Removes the final full stop and the initial capital; the capital stays if the first word is an abbreviation.
    private static func plain(_ sentence: String) -> String {
        var sentence = sentence
        if sentence.hasSuffix("."), !sentence.hasSuffix("...") { sentence.removeLast() }
        let head = sentence.prefix(2)
        guard let first = head.first, first.isUppercase, head.last?.isLowercase == true else { return sentence }
        return first.lowercased() + sentence.dropFirst()
    }
}
