// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// `belfry list`: what is pending, what is delivered, what was.
struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List requests, the next to fire first.",
        discussion: """
            Exit status 3 if there is none. Columns of --porcelain: identifier, application, date, Unix seconds, title, and \
            with --delivered and --history how it stands.
            """)

    /// Which list.
    enum Kind: EnumerableFlag {
        case pending, delivered, history

        static func help(for value: Kind) -> ArgumentHelp? {
            switch value {
            case .pending: "What waits for its time."
            case .delivered: "What has fired and is neither answered nor removed, the newest first."
            case .history: "What has fired lately, and what became of it, the newest first."
            }
        }
    }

    @Flag var kind: Kind = .pending

    @Flag(help: "Of all applications.")
    var all = false

    @OptionGroup var output: ListOptions
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if all, owner.app != nil { throw ValidationError("--all and --app exclude each other.") }
    }

    func run() async throws {
        let agent = try owner.session(ofAll: all).agent
        let rows =
            switch kind {
            case .pending: EarlyWarnings.gathered(in: try await agent.pending()).map(RowPrinter.pending)
            case .delivered: try await agent.delivered().map(RowPrinter.delivered)
            case .history: Past(try await agent.log(["newest": .boolean(true)])).rows
            }
        guard !rows.isEmpty else {
            Console.say(kind == .pending ? "nothing is pending" : "there is nothing")
            throw ExitCode(ExitStatus.noMatch.rawValue)
        }
        try output.printer.print(rows)
        LastList.keep(rows.map(\.identifier))
    }
}
