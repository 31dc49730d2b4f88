// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials
import Glibc
import Triggers

/// The command `belfry snooze`: presents a request again later.
struct Snooze: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Show a request again after a while.",
        discussion: """
            Of a repeating request that waits, the next time moves. In a command of --on, the notification that was \
            just answered is shown again.

            belfry snooze k3f9 1h
            belfry snooze k3f9 tomorrow 9am
            """)

    @Argument(help: .request)
    var id: String

    @Argument(help: ArgumentHelp("A duration or a time, such as 1h or tomorrow 9am.", valueName: "when"))
    var words: [String]

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func run() async throws {
        let agent = try await owner.session(owning: id).agent
        let identifier = try await RequestFinder(agent).identifier(id, orAsGiven: true)
        let moment = try await Moment(words.joined(separator: " "), by: agent)
        do {
            try await agent.snooze(identifier, seconds: moment.seconds)
        } catch let refusal as Refusal where refusal.code == .noSuchRequest {
            guard var request = try AnsweredNotification.request(identifier) else { throw refusal }
            request["trigger"] = .properties(["timeInterval": .double(moment.seconds)])
            _ = try await agent.add(request)
        }
        let properties = moment.properties("nextTriggerDate").merging(["identifier": .string(identifier)]) { $1 }
        try json.print(properties, or: ["\(Console.bold(identifier.onOneLine))  \(moment.text)"])
    }
}

/// The notification whose answer has started this process, a `belfry` in a command of `--on`.
///
/// The answered notification is no longer delivered, but it is on the command's standard input.
enum AnsweredNotification {
    /// Returns the answered request without its trigger; nil if no answer to `identifier` has started this process.
    ///
    /// - Throws: ``Failure`` if the standard input isn't in the agent's format.
    static func request(_ identifier: String) throws -> [String: Value]? {
        guard Environment.value("BELFRY_EVENT") != nil, Environment.value("BELFRY_ID") == identifier,
            isatty(STDIN_FILENO) == 0
        else { return nil }
        let response = try JSONText.dictionary(StandardInput.bytes())
        guard let notification = response["notification"]?.properties,
            notification["identifier"]?.string == identifier
        else { return nil }
        var request = ListedKeys.removed(from: notification)
        for key in ["trigger", "warnsOf", "leadTime"] { request[key] = nil }
        // The agent deletes its copies of the attachments with the notification; deleted files are left out of the
        // request.
        if let attachments = request["attachments"]?.array {
            let present = attachments.filter { access($0.properties?["url"]?.string ?? "", R_OK) == 0 }
            request["attachments"] = present.isEmpty ? nil : .array(present, of: Value.properties([:]).type)
        }
        return request
    }
}
