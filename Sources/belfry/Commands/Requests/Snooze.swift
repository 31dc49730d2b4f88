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
        usage: """
            belfry snooze <id> <when> ... [<options>]
            belfry snooze --match <text> <when> ... [<options>]
            """,
        discussion: """
            Of a repeating request that waits, the next time moves. In a command of --on, the notification that was \
            just answered is shown again.

            belfry snooze k3f9 1h
            belfry snooze k3f9 tomorrow 9am
            """)

    @OptionGroup var target: TargetOptions

    @Argument(help: ArgumentHelp("A duration or a time, such as 1h or tomorrow 9am.", valueName: "when"))
    var words: [String] = []

    @OptionGroup var trial: TrialOption
    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    /// The words of the time. With `--match`, no identifier comes before them.
    private var time: String {
        ((target.text.match == nil ? [] : [target.id].compactMap(\.self)) + words).joined(separator: " ")
    }

    func validate() throws {
        if time.isEmpty { throw ValidationError("The time is missing; write one such as 1h or tomorrow 9am.") }
    }

    func run() async throws {
        let agent = try await target.session(owner).agent
        let moment = try await Moment(time, by: agent)
        let finder = RequestFinder(agent)
        try await target.each(finder) { text, attempt in
            try await snooze(finder.identifier(text, orAsGiven: true), to: moment, by: agent, attempt)
        }
        trial.tell()
    }

    private func snooze(
        _ identifier: String, to moment: Moment, by agent: AgentProxy, _ attempt: TargetOptions.Attempt
    ) async throws {
        let isTrial = trial.isWanted || attempt == .check
        var moved: String?
        do {
            let outcome = try await agent.marked {
                let options = $0.merging(["dryRun": .boolean(isTrial)]) { $1 }
                return try await agent.snooze(identifier, seconds: moment.seconds, options)
            }
            moved = outcome["movedText"]?.string
        } catch let refusal as Refusal where refusal.code == .noSuchRequest {
            guard var request = try AnsweredNotification.request(identifier) else { throw refusal }
            request["trigger"] = .properties(["timeInterval": .double(moment.seconds)])
            _ = try await agent.add(request, noQueue: false, isTrial: isTrial, isUndoable: true)
        }
        guard attempt == .change else { return }
        var properties = moment.properties("nextTriggerDate").merging(["identifier": .string(identifier)]) { $1 }
        if let moved { properties["movedText"] = .string(moved) }
        let instead = moved.map { ", instead of \($0)" } ?? ""
        try json.print(properties, or: ["\(Console.bold(identifier.onOneLine))  \(moment.text)\(instead)"])
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
        // The agent deletes its copies of attachments with the notification; deleted files are left out of the request.
        if let attachments = request["attachments"]?.array {
            let present = attachments.filter { access($0.properties?["url"]?.string ?? "", R_OK) == 0 }
            request["attachments"] = present.isEmpty ? nil : .array(present, of: Value.properties([:]).type)
        }
        return request
    }
}
