// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import Triggers

/// The command `belfry snooze`: presents a request again later.
struct Snooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Show a request again after a while.",
        discussion: """
            A repeating request keeps its schedule. In a command of --on, the notification that was just answered is \
            shown again.

            belfry snooze k3f9 1h
            belfry snooze k3f9 tomorrow 9am
            """)

    @Argument(
        help:
            "The identifier, a prefix that only one request has, or %1 for the first of the last list in this terminal."
    )
    var id: String

    @Argument(help: ArgumentHelp("A duration or a time, such as 1h or tomorrow 9am.", valueName: "when"))
    var words: [String]

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func run() async throws {
        let agent = try await owner.session(owning: id).agent
        let identifier = try await RequestFinder(agent).identifier(id, orAsGiven: true)
        let text = words.joined(separator: " ")
        let moment = try await Moment(text, by: agent)
        do {
            try await agent.snooze(identifier, seconds: moment.seconds)
        } catch let refusal as Refusal where refusal.code == .noSuchRequest {
            guard var request = try AnsweredNotification.request(identifier) else { throw refusal }
            request["trigger"] = .properties(["timeInterval": .double(moment.seconds)])
            _ = try await agent.add(request)
        }
        guard !json.isWanted else {
            var properties = moment.properties("nextTriggerDate")
            properties["identifier"] = .string(identifier)
            return Console.print(try JSONText.line(properties))
        }
        Console.print("\(Console.bold(identifier.onOneLine))  \(moment.text)")
    }
}
