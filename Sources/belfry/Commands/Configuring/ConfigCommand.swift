// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import SettingsEditor

/// The command `belfry config`: reads and changes the person's settings.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Read and change the settings in config.toml.",
        subcommands: [GetOne.self, SetKeys.self, UnsetOne.self, ListAll.self, EditFile.self])

    struct ListAll: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the keys that are set, with their values.",
            discussion: "belfry-config(5) has all keys, and their defaults.")

        @OptionGroup var json: JSONOption

        func run() async throws {
            let file = try await ConfigurationFile()
            let values = try await file.values()
            if values.isEmpty { Console.say("\(file.path) sets nothing; the defaults are in force") }
            try json.print(values, or: SettingsLines.of(values))
        }
    }

    struct GetOne: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Print the value of a key, or the values of a table.",
            discussion: """
                The exit status is 3 if the key is not set.

                belfry config get quiet.from
                belfry config get applications.org.example.Chat.sound
                """)

        @Argument(help: "The key with its table, such as flood.burst.")
        var key: SettingsKey

        @OptionGroup var json: JSONOption

        func run() async throws {
            let file = try await ConfigurationFile()
            let values = try await file.values()
            if let value = values[key.name.description] {
                return try json.print([key.name.description: value], or: SettingsLines.plain(value))
            }
            let tables = [key.name, key.application].compactMap(\.self)
            let inside = values.filter { name, _ in
                SettingsName(typed: name).map { name in tables.contains { $0.contains(name) } } ?? false
            }
            guard inside.isEmpty else { return try json.print(inside, or: SettingsLines.of(inside)) }
            var trial = SettingsText("")
            try trial.set(key.name, to: "\"\"")
            do {
                _ = try await file.agent.checkConfiguration(trial.description)
            } catch {
                // Most keys refuse the empty value of this trial; only the refusal of an unknown key is reported.
                let failure = Failure(error)
                if failure.sentence.contains("is not a key") { throw failure }
            }
            throw Failure.withoutDocument(.noMatch, "\(key.name) is not set; its default is in force")
        }
    }

    struct UnsetOne: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Remove a key or a table, so that the default is in force.",
            discussion: "Comments on lines of their own stay. The exit status is 3 if the key was not set.")

        @Argument(help: "The key with its table, such as flood.burst; or a table, such as flood.")
        var key: SettingsKey

        @OptionGroup var trial: TrialOption
        @OptionGroup var json: JSONOption

        func run() async throws {
            let file = try await ConfigurationFile()
            let before = try await file.values()
            var (text, name) = (SettingsText(file.text), key.name)
            do {
                if try !text.remove(name) {
                    name = key.application ?? name
                    guard try text.remove(name) else { throw Failure(.noMatch, "\(key.name) is not set") }
                }
                let gone = name
                _ = try await file.check(text, against: before) { $0 == gone || gone.contains($0) }
            } catch {
                throw SettingsFault.naming(error, file)
            }
            if !trial.isWanted { try await file.write(text.description) }
            try json.print(
                ["unset": .string(name.description)],
                or: ["\(name) \(trial.isWanted ? "would not be" : "is not") set any more"])
            trial.tell()
        }
    }
}

/// A key as a person types it on the command line.
struct SettingsKey: ExpressibleByArgument {
    let name: SettingsName
    /// The table of an application; nil if the typed text can't name such a table.
    let application: SettingsName?

    init?(argument: String) {
        guard let name = SettingsName(typed: argument) else { return nil }
        (self.name, application) = (name, .applicationTable(typed: argument))
    }
}

/// Errors of `SettingsText`, which edits the text of `config.toml`.
enum SettingsFault {
    /// Returns an error that names the file; the agent's refusals name the key.
    static func naming(_ error: any Error, _ file: ConfigurationFile) -> any Error {
        guard let fault = error as? SettingsTextError else { return error }
        return Failure(.badData, "\(file.path): \(fault)")
    }
}

/// Settings as lines for a person.
enum SettingsLines {
    /// Returns a line `key = value` for each key, in the order of their names.
    static func of(_ values: [String: Value]) -> [String] {
        values.sorted { $0.key < $1.key }.map { "\($0.key) = \(literal($0.value))".onOneLine }
    }

    /// Returns a value as it is, for scripts: a line for each text of a list.
    static func plain(_ value: Value) -> [String] {
        if let texts = value.strings { return texts.map(\.onOneLine) }
        return [value.string?.onOneLine ?? literal(value)]
    }

    private static func literal(_ value: Value) -> String {
        if let flag = value.bool { return "\(flag)" }
        if let text = value.string { return SettingsLiteral.quoted(text) }
        if let texts = value.strings { return SettingsLiteral.list(of: texts) }
        if let number = value.int { return "\(number)" }
        return value.double.map { "\($0)" } ?? ""
    }
}
