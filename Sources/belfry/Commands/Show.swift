// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry show`: prints all details of a request.
struct Show: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything about one request, in sentences.",
        discussion: "With --json, the keys are those of the D-Bus interface.")

    @OptionGroup var target: TargetOptions

    @Flag(help: "Show the notification as it was before the application's service extension rewrote it.")
    var original = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws { try target.refuseBoth() }

    func run() async throws {
        let agent = try await target.session(owner).agent
        let finder = original ? RequestFinder(agent, in: [.delivered]) : RequestFinder(agent)
        for (index, text) in try await target.selected(by: finder).enumerated() {
            let request = original ? try await agent.original(finder.identifier(text)) : try await finder.request(text)
            if index > 0, !json.isWanted { Console.print("") }
            try json.print(request, or: RequestSentences(request).lines())
        }
    }
}
