// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry next`: lists the next requests, or the next dates of one request.
struct Next: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "List the next dates of all requests, or of one request.",
        discussion: "The exit status is 3 if no request has the identifier.")

    @Argument(help: .request)
    var id: String?

    @Option(name: .customShort("n"), help: ArgumentHelp("The number of dates, 1 to 1000.", valueName: "count"))
    var count: UInt32 = 5

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if !(1...1000).contains(count) { throw ValidationError("-n must be from 1 to 1000.") }
    }

    func run() async throws {
        guard let id else { return try await printSoonest(owner.session().agent) }
        let agent = try await owner.session(owning: id).agent
        let identifier = try await RequestFinder(agent, in: [.pending]).identifier(id)
        let subject: [String: Value] = ["identifier": .string(identifier), "app": .string(agent.app)]
        let explanation = try await agent.explain(subject, count: count)
        for date in explanation["dates"]?.array?.compactMap(\.properties) ?? [] {
            try json.print(date, or: [date["text"]?.string ?? ""])
        }
    }

    private func printSoonest(_ agent: AgentProxy) async throws {
        let page = try await agent.page(of: .pending, PageOptions(limit: Int(count)))
        let rows = page.rows.map(RowPrinter.pending)
        if rows.isEmpty { Console.say("nothing is pending") }
        var printer = RowPrinter(style: json.isWanted ? .json : .human)
        try printer.print(rows)
        LastList.keep(rows)
    }
}
