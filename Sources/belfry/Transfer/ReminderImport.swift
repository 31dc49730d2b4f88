// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import Glibc
import Triggers

/// Imports another program's file: calls the agent, lists the reminders for the person, and asks about commands.
struct ReminderImport {
    let source: FileDescriptorHandle
    let path: String?
    let format: ReminderFileFormat?
    let app: String?
    /// The switches `replace`, `again` and `withCommands`.
    let options: [String: Bool]
    let isTrial: Bool
    let json: JSONOption

    private var withCommands: Bool { options["withCommands"] == true }

    func run() async throws {
        if withCommands, !isTrial, !Console.isPersonThere {
            throw Failure(
                .notPermitted,
                "--with-commands asks on a terminal before anything may run; give the file by its name, at a terminal")
        }
        let agent = try await Session(for: app ?? Environment.application).agent
        var result: [String: Value]
        if withCommands, !isTrial {
            // The copy makes sure that the listed reminders are added, even if the file changes after they were listed.
            let source = try TransferSource.copy(of: source)
            let trial = try await agent.importReminders(source, options: arguments(isTrial: true))
            var arguments = arguments(isTrial: false)
            arguments["digest"] = trial["digest"]
            // Commands that were not listed must not run.
            if try !confirm(trial) { arguments["withCommands"] = .boolean(false) }
            result = try await agent.importReminders(source, options: arguments)
        } else {
            result = try await agent.importReminders(source, options: arguments(isTrial: isTrial))
        }
        try json.print(result)
        if !json.isWanted {
            if isTrial { Console.print(ReminderWords.rows(result)) }
            for line in ReminderWords.lines(result) { Console.say(line) }
            Console.print(ReminderWords.summary(result, isTrial: isTrial))
        }
        let usable = ["added", "kept", "repeated", "passedLines"].reduce(0) { $0 + (result[$1]?.int ?? 0) }
        guard usable > 0 || result["refusedLines"]?.int ?? 0 == 0 else {
            throw Failure.withoutDocument(.badData, "no line of the file can be carried over")
        }
    }

    private func arguments(isTrial: Bool) -> [String: Value] {
        var arguments = options.filter(\.value).mapValues(Value.boolean)
        if isTrial { arguments["dryRun"] = .boolean(true) }
        if let format { arguments["from"] = .string(format.rawValue) }
        if let path, path != "-" { arguments["name"] = .string(Self.resolved(path)) }
        if withCommands {
            let variables = Environment.forCommands.map { (Value.string($0.key), Value.string($0.value)) }
            arguments["environment"] = .dictionary(
                Dictionary(uniqueKeysWithValues: variables), key: .string, value: .string)
        }
        return arguments
    }

    /// Returns the absolute path of a file, without symbolic links.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Lists the reminders with their commands, and asks the person.
    ///
    /// - Returns: False, without asking, if no command would run.
    /// - Throws: ``Failure`` if the answer is no, or if there are more commands than the list shows.
    private func confirm(_ trial: [String: Value]) throws -> Bool {
        let entries = trial["entries"]?.array?.compactMap(\.properties) ?? []
        let count = (trial["added"]?.int ?? 0) + (trial["kept"]?.int ?? 0)
        guard entries.count == count else {
            throw Failure(
                .badData,
                "the file has \(count) reminders, and at most \(entries.count) can be listed and confirmed "
                    + "at once; divide it")
        }
        let runs = entries.count { $0["command"] != nil && $0["state"]?.string == "added" }
        guard runs > 0 else { return false }
        for line in ReminderWords.rows(trial) { Console.writeError(line + "\n") }
        guard Console.confirms("Let \(runs == 1 ? "this command" : "these \(runs) commands") run at the times above?")
        else { throw ExitCode(ExitStatus.noMatch.rawValue) }
        return true
    }
}

extension TransferSource {
    /// Tells whether a file has no JSON, unlike an export; an empty file counts as an export.
    static func isOfOtherProgram(_ file: FileDescriptorHandle) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = pread(file.rawValue, &buffer, buffer.count, max(0, lseek(file.rawValue, 0, SEEK_CUR)))
        guard count > 0, let first = buffer[..<count].first(where: { !" \t\r\n".utf8.contains($0) }) else {
            return false
        }
        return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    }
}
