// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// `belfry edit`: changes a pending request.
struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Change a pending request; what is not named stays.",
        discussion: """
            A list that is given, of buttons or of files, takes the old one's place. Without a trigger, the time stays.

            belfry edit rent --title "Pay the rent"
            belfry edit k3f9 --at "fri 17:30"
            """)

    @Argument(help: "The identifier, a prefix that only one request has, or %1 for the first of the last list.")
    var id: String

    @Option(name: .shortAndLong, help: ArgumentHelp("One line; at most 1 KiB.", valueName: "text"))
    var title: String?

    @OptionGroup(title: "Trigger") var trigger: TriggerOptions
    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup(title: "Answers") var response: ResponseOptions
    @OptionGroup(title: "Output") var output: AddedOptions
    @OptionGroup var owner: ApplicationOption

    /// What a pending request has beside the keys of a request.
    private static let listKeys = ["app", "nextTriggerDate", "nextTriggerDateUnix", "text", "snoozed", "trigger", "instance"]

    func validate() throws {
        guard !trigger.isGiven else { return }
        if trigger.before != nil {
            throw ValidationError("--before goes with a time: give --at, --in or --every too.")
        }
        if trigger.zone.tz != nil { throw ValidationError("--tz goes with --at, --every or --components.") }
    }

    /// The warnings that the request has: they stay when its time changes.
    private func warnings(of identifier: String, _ agent: AgentProxy) async throws -> [String] {
        let prefix = identifier + "~"
        return try await agent.pending().compactMap { row in
            guard row["warnsOf"]?.string == identifier, let name = row["identifier"]?.string, name.hasPrefix(prefix)
            else { return nil }
            return String(name.dropFirst(prefix.count))
        }
    }

    func run() async throws {
        let agent = try owner.session().agent
        var request = try await RequestFinder(agent, in: [.pending]).request(id)
        if let parent = request["warnsOf"]?.string {
            throw Failure(.badData, "this is the early warning of \"\(parent)\"; edit that one")
        }
        for key in Self.listKeys { request[key] = nil }
        request["trigger"] = .properties(["keep": .boolean(true)])
        if let title { request["title"] = .string(title) }
        try trigger.add(to: &request)
        if trigger.isGiven, trigger.before == nil, let identifier = request["identifier"]?.string {
            let before = try await warnings(of: identifier, agent)
            if !before.isEmpty { request["before"] = .strings(before) }
        }
        try content.add(to: &request)
        response.add(to: &request)
        try output.print(try await agent.add(request), isVerbose: owner.verbose)
    }
}
