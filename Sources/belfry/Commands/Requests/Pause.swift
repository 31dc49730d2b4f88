// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials

/// The command `belfry pause`: holds notifications back; they are presented as a digest afterwards.
struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Hold notifications back for a while.",
        discussion: """
            The notifications that were held back are then shown as one digest. Critical ones are shown at once. \
            Without a time the pause lasts until belfry resume.

            belfry pause 1h
            belfry pause until 14:00 --app org.example.Chat
            """)

    @Argument(help: ArgumentHelp("A duration or a time, such as 1h or until 14:00.", valueName: "when"))
    var words: [String] = []

    @Option(help: ArgumentHelp("Pause only this application (default: all).", valueName: "id"))
    var app: String?

    @OptionGroup var json: JSONOption

    func run() async throws {
        let agent = try await Session(for: app ?? AgentNames.allApplications).agent
        let text = (words.first?.lowercased() == "until" ? words.dropFirst() : words[...]).joined(separator: " ")
        guard !text.isEmpty else {
            try await agent.pause(seconds: 0)
            return Console.print(
                json.isWanted ? try JSONText.line(["app": .string(agent.app)]) : "paused until belfry resume")
        }
        let moment = try await Moment(text, by: agent)
        try await agent.pause(seconds: moment.seconds)
        guard !json.isWanted else {
            var properties = moment.properties("until")
            properties["app"] = .string(agent.app)
            return Console.print(try JSONText.line(properties))
        }
        Console.print("paused until \(moment.text)")
    }
}
