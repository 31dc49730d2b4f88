// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import EventLoop

/// The command `belfry list`: lists pending, delivered, missed and past requests.
struct List: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List requests, the next to fire first.",
        discussion: """
            Columns of --porcelain: identifier, application, date, Unix seconds, title, and \
            with --delivered, --missed and --history the state.
            """,
        aliases: ["ls"])

    /// The kinds of lists that the command can print.
    enum Kind: EnumerableFlag {
        case pending, delivered, missed, history

        static func help(for value: Kind) -> ArgumentHelp? {
            switch value {
            case .pending: "Pending requests, the next to fire first."
            case .delivered: "Notifications that have fired and were neither answered nor removed, the newest first."
            case .missed: "Notifications that were not shown at their time lately, and why; the newest first."
            case .history: "Notifications that have fired lately, and how each ended, the newest first."
            }
        }
    }

    @Flag var kind: Kind = .pending

    @Flag(help: "Include the requests of all applications.")
    var all = false

    @Flag(help: "Print JSON lines, errors included, with the keys of the D-Bus interface.")
    var json = false

    @Flag(help: "Print fixed columns, separated by tabs.")
    var porcelain = false

    @Flag(name: .customShort("0"), help: "End lines with NUL.")
    var null = false

    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { !porcelain && (json || Environment.wantsJSON) }

    func validate() throws {
        if json, porcelain { throw ValidationError("--json and --porcelain exclude each other.") }
        try owner.refuse(all: all)
    }

    func run() async throws {
        let agent = try await owner.session(ofAll: all).agent
        var isEmpty = true
        var listed: [RowPrinter.Row] = []
        var printer = RowPrinter(
            style: porcelain ? .porcelain : wantsJSON ? .json : .human, endsWithNull: null, namesApplication: all)
        func print(_ rows: [RowPrinter.Row]) throws {
            try printer.print(rows)
            isEmpty = isEmpty && rows.isEmpty
            // Only a list in a terminal is stored for `%1`; a list in a pipe may be long, and is not collected.
            if Console.isTerminal { listed += rows }
        }
        let screenful = PageOptions(limit: Console.rows, keys: printer.keys(of: kind))
        // The pager of a long list often ends after the first page; this process then ends, too.
        let reader = Console.endWithReader()
        defer { reader.cancel() }
        switch kind {
        case .pending:
            // A request and its early warnings may be on different pages, so the warnings are collected first.
            var warnings = EarlyWarnings()
            let all = PageOptions(limit: PageOptions.usualLimit, keys: EarlyWarnings.keys)
            if printer.style == .json { try await agent.eachPage(of: .pending, all) { warnings.note($0) } }
            try await agent.eachPage(of: .pending, screenful, isGrowing: true) {
                try print(warnings.gathered(in: $0).map(RowPrinter.pending))
            }
        case .delivered:
            try await agent.eachPage(of: .delivered, screenful, isGrowing: true) {
                try print($0.map(RowPrinter.delivered))
            }
        case .missed: try print(try await agent.missed().map(RowPrinter.missed))
        case .history: try await agent.eachHistoryPage { try print($0.map(RowPrinter.history)) }
        }
        if isEmpty { Console.say(kind == .pending ? "nothing is pending" : "the list is empty") }
        LastList.keep(listed)
    }
}
