// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials

/// The command `belfry pause`: holds notifications back; they are presented as a digest afterwards.
struct Pause: DocumentCommand {
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
            return try json.print(["app": .string(agent.app)], or: ["paused until belfry resume"])
        }
        let moment = try await Moment(text, by: agent)
        try await agent.pause(seconds: moment.seconds)
        let properties = moment.properties("until").merging(["app": .string(agent.app)]) { $1 }
        try json.print(properties, or: ["paused until \(moment.text)"])
    }
}

/// The command `belfry resume`: ends a pause.
struct Resume: DocumentCommand {
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
        try json.print(["app": .string(agent.app)])
        guard let app, app != AgentNames.allApplications else { return }
        let pauses = try await agent.status()["paused"]?.array?.compactMap(\.properties) ?? []
        guard let all = pauses.first(where: { $0["app"]?.string == AgentNames.allApplications }) else { return }
        let end = all["until"]?.string ?? "belfry resume"
        Console.say(
            "\(app) stays paused, because all applications are paused until \(end); run belfry resume without --app")
    }
}
