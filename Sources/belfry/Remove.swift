// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser

/// `belfry remove`: takes delivered notifications away.
struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take delivered notifications away, also from the screen.",
        discussion: "Exit status 3 if one of them is not delivered.")

    @Argument(help: "Identifiers, prefixes that only one notification has, or %1 for the first of the last list.")
    var ids: [String] = []

    @Flag(help: "All of the application's.")
    var all = false

    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if all == !ids.isEmpty { throw ValidationError("Give identifiers, or --all.") }
    }

    func run() async throws {
        let agent = try Session(for: owner.application).agent
        if all { return try await agent.removeAllDelivered() }
        let result = try await RequestFinder(agent, in: [.delivered]).remove(ids) {
            try await agent.removeDelivered($0)
        }
        for complaint in result.complaints { Console.say(complaint) }
        if !result.complaints.isEmpty { throw ExitCode(ExitStatus.noMatch.rawValue) }
    }
}
