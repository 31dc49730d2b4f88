// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry resume`: ends a pause.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause; what was held back comes now.",
        discussion:
            "Without --app it ends every pause, those of single applications too. A pause of all goes on with --app."
    )

    @Option(help: ArgumentHelp("Of this application only (default: of all).", valueName: "id"))
    var app: String?

    @OptionGroup var json: JSONOption

    func run() async throws {
        let agent = try await Session(for: app ?? AgentNames.allApplications).agent
        try await agent.resume()
        if json.isWanted { Console.print(try JSONText.line(["app": .string(agent.app)])) }
        guard let app, app != AgentNames.allApplications else { return }
        let pauses = try await agent.status()["paused"]?.array?.compactMap(\.properties) ?? []
        guard let all = pauses.first(where: { $0["app"]?.string == AgentNames.allApplications }) else { return }
        let end = all["until"]?.string ?? "belfry resume"
        Console.say("\(app) stays paused: everything is, until \(end); belfry resume without --app ends that")
    }
}
