// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry resume`: ends a pause.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause, and show the notifications that were held back.",
        discussion:
            "Without --app every pause ends, also those of single applications. With --app a pause of all applications continues."
    )

    @Option(help: ArgumentHelp("End only the pause of this application (default: all pauses).", valueName: "id"))
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
        Console.say(
            "\(app) stays paused, because all applications are paused until \(end); run belfry resume without --app")
    }
}
