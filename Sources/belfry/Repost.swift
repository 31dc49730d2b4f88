// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// `belfry repost`: shows delivered notifications again.
struct Repost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repost",
        abstract: "Show delivered notifications again, with working buttons.",
        discussion: """
            What is on the screen comes up anew. --all is the newest 20, or as many as burst in config.toml says. \
            Exit status 3 if one is not delivered; none is shown then.

            belfry list --delivered
            belfry repost %1
            """)

    @Argument(help: "Identifiers, prefixes that only one of them has, or %1 for the first of the last list.")
    var ids: [String] = []

    @Flag(help: "All of the application's.")
    var all = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if all == !ids.isEmpty { throw ValidationError("Give identifiers, or --all instead.") }
    }

    func run() async throws {
        let session = try owner.session()
        var named: [(app: String, identifiers: [String])] = all ? [(session.agent.app, [])] : []
        for id in ids {
            let app = try owner.ownerListed(id) ?? session.agent.app
            let agent = Session(connection: session.connection, application: app).agent
            let identifier = try await RequestFinder(agent, in: [.delivered]).identifier(id)
            if let index = named.firstIndex(where: { $0.app == app }) {
                named[index].identifiers.append(identifier)
            } else {
                named.append((app, [identifier]))
            }
        }
        for (app, identifiers) in named {
            let agent = Session(connection: session.connection, application: app).agent
            let reposted = try await agent.repost(identifiers)
            if json.isWanted {
                Console.print(try JSONText.line(["app": .string(app), "reposted": .strings(reposted)]))
            } else {
                for identifier in reposted { Console.print(Console.bold(identifier.onOneLine)) }
            }
        }
    }
}
