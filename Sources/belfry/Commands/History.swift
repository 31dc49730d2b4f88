// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import NotificationModel

/// The command `belfry history`: lists notifications that have fired, with their texts, or deletes the history.
struct History: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List notifications that have fired lately, with their texts, the newest first.",
        discussion: """
            Without --app, those of all applications. The agent keeps them for 30 days: see [history] in belfry-config(5).

            belfry history --since yesterday --grep milk
            belfry history --status dismissed,expired
            """)

    @Option(
        help: ArgumentHelp("Fired at or after: 2026-11-20, today, yesterday, or 2h for 2 hours ago.", valueName: "when")
    )
    var since: String?

    @Option(help: ArgumentHelp("Fired at or before; a day means its end.", valueName: "when"))
    var until: String?

    @Option(help: ArgumentHelp("With this text in title, subtitle or body, whatever its case.", valueName: "text"))
    var grep: String?

    @Option(
        help: ArgumentHelp("With these outcomes, such as answered, dismissed, expired.", valueName: "status,..."))
    var status: String?

    @Option(name: .customShort("n"), help: ArgumentHelp("At most so many.", valueName: "count"))
    var count: Int?

    @Flag(help: "Delete the history; notifications that are still delivered stay.")
    var clear = false

    @Flag(help: "With --clear: do not ask; needed in a script.")
    var yes = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { json.isWanted }

    func validate() throws {
        if let count, count < 1 { throw ValidationError("-n must be 1 or more.") }
        if clear, since != nil || until != nil || grep != nil || status != nil || count != nil {
            throw ValidationError("--clear deletes all entries; the other options can't be given with it.")
        }
        if yes, !clear { throw ValidationError("--yes needs --clear.") }
    }

    func run() async throws {
        let isEverybodys = owner.app == nil
        let agent = try await owner.session(ofAll: isEverybodys).agent
        if clear { return try await delete(by: agent) }
        var options: [String: Value] = [:]
        if let since { options["since"] = .string(since) }
        if let until { options["until"] = .string(until) }
        if let grep { options["grep"] = .string(grep) }
        if let status { options["status"] = .strings(status.commaSeparated) }
        var printer = RowPrinter(style: wantsJSON ? .json : .human, namesApplication: isEverybodys)
        var listed: [RowPrinter.Row] = []
        try await agent.eachHistoryPage(options, upTo: count ?? .max) { page in
            let rows = page.map(RowPrinter.history)
            try printer.print(rows)
            listed += rows
        }
        if listed.isEmpty { Console.say("the list is empty") }
        LastList.keep(listed)
    }

    private func delete(by agent: AgentProxy) async throws {
        if !yes {
            guard Console.isPersonThere else { throw Failure(.usage, "--clear needs --yes where nobody can be asked") }
            guard Console.confirms("Delete the history of \(owner.app ?? "all applications")?") else {
                throw ExitCode(ExitStatus.noMatch.rawValue)
            }
        }
        let count = try await agent.clearHistory()
        try json.print(["cleared": .int64(Int64(count))], or: ["\(count) deleted"])
    }
}

extension RowPrinter {
    /// Creates the row of a notification that has fired, with its status, such as `answered`.
    static func history(_ entry: [String: Value]) -> Row {
        let action =
            switch entry["actionIdentifier"]?.string {
            case nil: ""
            case Action.defaultIdentifier: " default"
            case let identifier?: " \(identifier.onOneLine)"
            }
        let state = (entry["status"]?.string ?? "") + action
        return Row(entry, time: shortDate(entry["date"]?.string ?? "") + ", " + state, date: "date", state: state)
    }
}
