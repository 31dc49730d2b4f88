// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// `belfry resume`: ends a pause.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause; what was held back comes now.",
        discussion: "Without --app it ends every pause, those of single applications too.")

    @Option(help: ArgumentHelp("Of this application only (default: of all).", valueName: "id"))
    var app: String?

    @OptionGroup var json: JSONOption

    func run() async throws {
        let agent = try Session(for: app ?? AgentNames.allApplications).agent
        try await agent.resume()
        if json.isWanted { Console.print(try JSONText.line(["app": .string(agent.app)])) }
    }
}
