// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// `belfry remind`: a reminder as a sentence.
struct Remind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Schedule a reminder, as a sentence.",
        usage: "belfry remind <when> [--] <text> [<options>]",
        discussion: """
            The time comes first; -- parts it from the text where that is not clear.

            belfry remind 10m tea
            belfry remind 17:30 "leave for the train" --before 15m
            belfry remind tomorrow 9am -- call Ann about the lease
            belfry remind every weekday 09:55 stand-up --snooze 5m
            """)

    @Argument(help: ArgumentHelp("The time, and the text if there is no --.", valueName: "when"))
    var words: [String] = []

    /// What follows `--`: ArgumentParser has no room for it behind ``words``, see ``arguments(from:)``.
    @Option(help: .hidden)
    var text: String?

    @Option(help: "The request's identifier; one that is pending is replaced.")
    var id: String?

    @OptionGroup var zone: ZoneOption

    @Option(help: ArgumentHelp("Early warnings too: 15m or 1d,1h; at most 8.", valueName: "duration,..."))
    var before: String?

    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup(title: "Answers") var response: ResponseOptions
    @OptionGroup(title: "Around its time") var policy: PolicyOptions
    @OptionGroup(title: "Output") var output: AddedOptions
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if words.isEmpty { throw ValidationError("A time is missing, such as 10m or \"tomorrow 9am\".") }
        if words.count == 1, text == nil, !words[0].contains(" ") {
            throw ValidationError("What shall be reminded of? Try: belfry remind \(words[0]) \"Tea is ready\"")
        }
    }

    /// The program's arguments with everything behind the first `--` of `remind` as one option.
    static func arguments(from arguments: [String]) -> [String] {
        guard arguments.first == "remind", let terminator = arguments.firstIndex(of: "--") else { return arguments }
        let text = arguments[(terminator + 1)...].joined(separator: " ")
        return arguments[..<terminator] + (text.isEmpty ? [] : ["--text=\(text)"])
    }

    func run() async throws {
        var request: [String: Value] = [:]
        if let id { request["identifier"] = .string(id) }
        if let before { request["before"] = .strings(before.commaSeparated) }
        try content.add(to: &request)
        response.add(to: &request)
        policy.add(to: &request)
        let session = try owner.session()
        let sentence = words.joined(separator: " ")
        if let text {
            request["trigger"] = .properties(
                TriggerOptions.words("expression", sentence, timeZone: zone.timeZone))
            request["title"] = .string(text)
        } else if let timeZone = zone.timeZone {
            let (time, title) = try await Self.parts(of: sentence, by: session.agent)
            request["trigger"] = .properties(TriggerOptions.words("expression", time, timeZone: timeZone))
            request["title"] = .string(title)
        } else {
            request["sentence"] = .string(sentence)
        }
        try output.print(try await session.agent.add(request), of: request, isVerbose: owner.verbose)
    }

    /// The time words and the title of a sentence: a zone goes with a trigger, and a sentence is none.
    private static func parts(of sentence: String, by agent: AgentProxy) async throws -> (time: String, title: String) {
        let title = try await agent.explain(["sentence": .string(sentence)], count: 1)["title"]?.string ?? ""
        guard !title.isEmpty, sentence.hasSuffix(title) else {
            throw Failure(.badData, "say where the time ends: belfry remind WHEN -- TEXT")
        }
        return (String(sentence.dropLast(title.count)), title)
    }
}
