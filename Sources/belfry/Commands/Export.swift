// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry export`: writes all data as JSON lines.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything as JSON lines, to move it to another machine or to keep it.",
        discussion: """
            Pending requests, delivered notifications, answers that nobody has fetched, what was missed, categories, \
            authorizations, badges, pauses, the log and attached files, of all applications. Not config.toml.

            belfry export -o belfry.jsonl
            belfry export | ssh other belfry import
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write into this file, for you alone to read (default: the standard output).", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Only what is this application's (default: all).", valueName: "id"))
    var app: String?

    @Flag(help: "With --output: say how much of what as JSON.")
    var json = false

    func validate() throws {
        if json, output == nil { throw ValidationError("--json goes with --output: the export itself is JSON.") }
        if Console.isTerminal, output == nil {
            throw ValidationError("This would fill the screen; name a file with --output, or pipe it on.")
        }
    }

    func run() async throws {
        let agent = try await Session(for: app ?? AgentNames.allApplications).agent
        let target = try TransferTarget(output)
        let counts: [String: Value]
        do {
            counts = try await agent.export(to: target.handle())
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
