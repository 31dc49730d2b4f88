// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import NotificationModel
import Triggers

// Why: the type has many properties, because it has one for each option of the command.
/// The command `belfry remind`: adds a reminder given as a sentence.
struct Remind: RequestCommand, JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Schedule a reminder, as a sentence.",
        usage: """
            belfry remind <when> [--] <text> [<options>]
            belfry remind --arrive <place> [--] <text> [<options>]
            """,
        discussion: """
            The time comes first, or last. Write -- between the time and the text when they could be confused.

            belfry remind 10m tea
            belfry remind 17:30 "leave for the train" --before 15m
            belfry remind tomorrow 9am -- call Ann about the lease
            belfry remind every weekday 09:55 stand-up --snooze 5m
            belfry remind --arrive home -- water the plants
            """)

    @Argument(help: ArgumentHelp("The time, and the text if there is no --.", valueName: "when"))
    var words: [String] = []

    /// Words after `--`, which ArgumentParser can't separate from ``words``, see ``arguments(from:)``.
    @Option(help: .hidden)
    var text: String?

    @Option(help: "The request's identifier; a pending request that has it is replaced.")
    var id: String?

    @OptionGroup var zone: ZoneOption

    @Option(help: ArgumentHelp("Also show early warnings: 15m or 1d,1h; at most 8.", valueName: "duration,..."))
    var before: String?

    @OptionGroup(title: "At a place, instead of a time") var place: PlaceOptions

    @Option(help: ArgumentHelp("With a place: the last time at which the reminder comes.", valueName: "when"))
    var until: String?

    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup(title: "Answers") var response: ResponseOptions
    @OptionGroup(title: "Around its time") var policy: PolicyOptions
    @OptionGroup(title: "Output") var output: AddedOptions
    @OptionGroup var trial: TrialOption
    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { output.wantsJSON }

    func validate() throws {
        if until != nil, !place.isGiven { throw ValidationError("--until needs --arrive, --leave or --at-place.") }
        if place.isGiven {
            guard !words.isEmpty || text != nil else { throw ValidationError("The text is missing.") }
            guard before == nil, zone.tz == nil else {
                throw ValidationError("--before and --tz need a time; a place has none.")
            }
            return
        }
        if words.isEmpty { throw ValidationError("The time is missing; write one such as 10m or \"tomorrow 9am\".") }
        if words.count == 1, text == nil, !words[0].contains(" ") {
            throw ValidationError("The text is missing. Try: belfry remind \(words[0]) \"Tea is ready\"")
        }
    }

    /// Turns everything after the first `--` of `remind` into one option.
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
        let session = try await owner.session()
        if let trigger = try place.trigger(until: until) {
            let title = (words + [text].compactMap(\.self)).joined(separator: " ")
            (request["trigger"], request["title"]) = (.properties(trigger), .string(title))
            if !trial.isWanted { try await LocationConsent(session.agent).ask() }
            let outcome = try await session.agent.add(
                request, noQueue: false, isTrial: trial.isWanted, isUndoable: true)
            trial.tell()
            return try output.print(outcome, of: request, title: title, isVerbose: owner.verbose)
        }
        let sentence = words.joined(separator: " ")
        var notes: [String] = []
        var (time, title) = (sentence, text)
        if text == nil { (time, title, notes) = try await parts(of: sentence, by: session.agent) }
        request["trigger"] = .properties(TriggerOptions.words("expression", time, timeZone: try zone.timeZone()))
        request["title"] = title.map(Value.string)
        do {
            var outcome = try await session.agent.add(
                request, noQueue: false, isTrial: trial.isWanted, isUndoable: true)
            trial.tell()
            if !notes.isEmpty { outcome["notes"] = .strings((outcome["notes"]?.strings ?? []) + notes) }
            try output.print(outcome, of: request, title: title, isVerbose: owner.verbose)
        } catch let refusal as Refusal {
            throw TriggerOptions.failure(ofOther: refusal) ?? refusal
        }
    }

    /// Splits a sentence into time and title, with notes about the title for the person.
    ///
    /// - Throws: ``Failure`` for a time without a title, or an error of the agent.
    private func parts(
        of sentence: String, by agent: AgentProxy
    ) async throws -> (time: String, title: String, notes: [String]) {
        let explanation: [String: Value]
        do {
            explanation = try await agent.explain(["sentence": .string(sentence)], count: 1)
        } catch let refusal as Refusal where refusal.code == .invalidTrigger {
            // A first or last argument with spaces was quoted, so it is the text, as after `--`: 10m "3 eggs are ready".
            let isLast = words.last?.contains(" ") == true
            guard words.count > 1, let text = isLast ? words.last : words.first, text.contains(" ") else {
                throw refusal
            }
            let time = (isLast ? words.dropLast() : words.dropFirst()).joined(separator: " ")
            guard (try? await agent.explain(["expression": .string(time)], count: 1)) != nil else { throw refusal }
            return (time, text, [])
        }
        let title = explanation["title"]?.string ?? ""
        guard !title.isEmpty else {
            throw Failure(
                .badData,
                "\"\(sentence)\" is a time without a text; write one after it: belfry remind tomorrow 9am call Ann")
        }
        return (explanation["time"]?.string ?? "", title, explanation["titleNotes"]?.strings ?? [])
    }
}
