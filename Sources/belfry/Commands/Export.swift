// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry export`: writes all the agent's data as JSON lines.
struct Export: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything as JSON lines, to move it to another machine or to keep it.",
        discussion: """
            Exports pending requests, delivered notifications, undelivered answers, missed notifications, categories, \
            authorizations, badges, pauses, the log and attached files, of all applications. config.toml is not \
            exported.

            belfry export -o belfry.jsonl
            belfry export | ssh other belfry import
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write into this file, for you alone to read (default: the standard output).", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Export only the data of this application (default: all).", valueName: "id"))
    var app: String?

    @Flag(help: "Also write where the places of reminders are; otherwise their names only.")
    var places = false

    @Flag(help: "With --output: print the counts of exported data as JSON.")
    var json = false

    // Without a file, the export itself is on the standard output.
    var wantsJSON: Bool { output != nil && (json || Environment.wantsJSON) }

    func validate() throws {
        if json, output == nil { throw ValidationError("--json needs --output, because the export itself is JSON.") }
        if Console.isTerminal, output == nil {
            throw ValidationError("The export would fill the terminal; give a file with --output, or use a pipe.")
        }
    }

    func run() async throws {
        let agent = try await Session(for: app ?? AgentNames.allApplications).agent
        let target = try TransferTarget(output)
        let counts: [String: Value]
        do {
            counts = try await agent.export(to: target.handle(), places: places)
        } catch {
            target.abandon()
            throw error
        }
        try target.finish()
        for sentence in TransferWords.losses(counts) { Console.say(sentence) }
        guard let output else { return }
        if json || Environment.wantsJSON { return Console.print(try JSONText.line(counts)) }
        Console.print("\(TransferWords.counts(counts)): \(output)")
    }
}
