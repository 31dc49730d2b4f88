// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry repost`: shows delivered notifications again.
struct Repost: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "repost",
        abstract: "Show delivered notifications again, with working buttons.",
        discussion: """
            A notification on the screen is shown anew. --all shows the newest 20, or as many as burst in config.toml \
            says. The exit status is 3 if one of them is not delivered; none is shown then.

            belfry list --delivered
            belfry repost %1
            """)

    @OptionGroup var selection: SelectionOptions

    var wantsJSON: Bool { selection.json.isWanted }

    func run() async throws {
        let session = try await selection.owner.session()
        var named: [(app: String, identifiers: [String])] = selection.isEverything ? [(session.agent.app, [])] : []
        // All identifiers are checked before any notification is shown.
        for (app, ids) in try await selection.byApplication(or: session.agent, in: [.delivered]) {
            let finder = RequestFinder(AgentProxy(on: session.connection, app: app), in: [.delivered])
            var identifiers: [String] = []
            for id in ids { identifiers.append(try await finder.identifier(id)) }
            named.append((app, identifiers))
        }
        for (app, identifiers) in named {
            let reposted = try await AgentProxy(on: session.connection, app: app).repost(identifiers)
            try selection.json.print(
                ["app": .string(app), "reposted": .strings(reposted)],
                or: reposted.map { Console.bold($0.onOneLine) })
        }
    }
}
