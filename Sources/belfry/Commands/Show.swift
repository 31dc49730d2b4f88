// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry show`: prints all details of a request.
struct Show: DocumentCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show everything about one request.")

    @Argument(help: .request)
    var id: String

    @Flag(help: "Show what came before the application's service extension rewrote it.")
    var original = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func run() async throws {
        let agent = try await owner.session(owning: id).agent
        let request =
            original
            ? try await agent.original(RequestFinder(agent, in: [.delivered]).identifier(id))
            : try await RequestFinder(agent).request(id)
        try json.print(request, or: DictionaryText.lines(request, first: Self.order))
    }

    /// Keys to print first.
    private static let order = [
        "identifier", "app", "title", "subtitle", "body", "text", "nextTriggerDate", "state", "date", "due", "late",
    ]
}
