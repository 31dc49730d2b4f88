// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import NotificationModel

/// The kind of values that an argument takes.
enum ValueKind: Equatable {
    /// A text without candidates.
    case text
    case words([String])
    case files
    case live(CompletionKind)
    case requests([CompletionList])
    case durations
    /// A time that comes once.
    case moments
    /// A time that repeats, without `every`.
    case repeats
    /// A time of any kind, in several words.
    case sentence
    case zones
    /// A key of `config.toml`, or the value after a key that was given without `=`.
    case setting
    /// An action or an event with an equals sign, behind which other text comes.
    case answers

    private static let everywhere: [CompletionList] = [.pending, .delivered, .held]

    /// The kinds of options by their names. An option of a single command has the command before its name.
    static let options: [String: ValueKind] = [
        "--about": .requests([.delivered]), "--activate": .live(.applications), "--after": .durations,
        "--app": .live(.applications), "--app-name": .text, "--arrive": .live(.places), "--at": .moments,
        "--at-place": .text, "--attach": .files, "--badge": .text, "--before": .durations, "--body": .text,
        "--ca": .files, "--category": .live(.categories), "--components": .text, "--count": .text, "--cron": .text,
        "--days": .text, "quiet --days": .words(["mon-fri", "sat,sun", "fri,sat"]), "--default": .live(.actions),
        "--default-action": .words(["none"]), "--description": .text, "--every": .repeats, "--expire": .durations,
        "--expires": .moments, "--grep": .text, "--icon": .text, "--id": .requests([.pending]),
        "log --id": .requests(everywhere + [.ended]), "--if-missed": .words(["show", "skip", "digest"]),
        "--in": .durations, "--info": .text, "--info-json": .text, "--instance": .text, "--leave": .live(.places),
        "--leeway": .durations, "--map": .answers, "--match": .text, "--nag": .durations, "--on": .answers,
        "--on-calendar": .text, "--on-exec": .words(ResponsePlan.Event.allCases.map(\.rawValue)), "--open": .text,
        "--output": .files, "--payload": .files, "--pid": .text, "--placeholder": .text,
        "--press": .live(.actions), "--progress": .text, "--radius": .text, "--relevance": .text, "--reply": .text,
        "--rrule": .text, "--since": .words(["today", "yesterday", "1h", "1d", "7d"]), "listen --since": .text,
        "--snooze": .durations, "--sound": .words(["default"]), "--start": .moments,
        "--status": .words([
            "answered", "dismissed", "expired", "gone", "removed", "replaced", "snoozed", "missed", "digest",
            "presenting", "shown", "unpresented",
        ]),
        "--subtitle": .text, "--thread": .text, "--timeout": .durations, "desktop --timeout": .text,
        "push test --timeout": .text, "--title": .text, "--type": .text, "--tz": .zones, "--until": .moments,
        "history --until": .words(["today", "yesterday"]), "--vapid": .text, "--wait": .durations, "--wifi": .text,
        "--action": .text, "-n": .text,
        // The options of notify-send.
        "send --category": .text, "send --urgency": .words(["low", "normal", "critical"]), "send --expire-time": .text,
        "send --app-icon": .files, "send --icon": .files, "send --hint": .text,
        "send --replace-id": .requests([.delivered, .pending]), "send --id-fd": .text,
        "send --selected-action-fd": .text, "send --activation-token-fd": .text,
    ]

    /// The kinds of positional arguments by the command and the name of the value.
    static let positionals: [String: ValueKind] = [
        "remind when": .sentence, "add -": .words(["-"]), "add command": .text, "run command": .text,
        "ask title": .text, "ask body": .text, "show id": .requests(everywhere + [.ended]),
        "next id": .requests([.pending]), "explain when": .sentence, "wait id": .requests(everywhere),
        "settings application": .live(.applications), "cancel ids": .requests([.pending, .held]),
        "remove ids": .requests([.delivered]), "rm ids": .requests(everywhere), "repost ids": .requests([.delivered]),
        "again id": .requests([.ended]), "again when": .sentence, "snooze id": .requests(everywhere),
        "snooze when": .sentence, "skip id": .requests([.pending]), "pause when": .sentence,
        "quiet hours": .words(["off"]), "edit id": .requests([.pending]), "category set id": .live(.categories),
        "category rm ids": .live(.categories), "place add name": .live(.places), "place add lat,lon": .text,
        "place remove name": .live(.places), "location allow app": .live(.applications),
        "location deny app": .live(.applications), "location reset app": .live(.applications),
        "push distributor name": .text, "extension list app": .live(.applications),
        "extension check app": .live(.applications), "extension run app": .live(.applications),
        "extension enable app": .live(.applications), "extension disable app": .live(.applications),
        "import file": .files, "config get key": .live(.keys), "config set key value": .setting,
        "config unset key": .live(.keys), "agent arguments": .text,
    ]

    /// Returns the kind of an argument of a command, such as `category set`; nil if it isn't known.
    static func known(_ argument: CommandDescription.Argument, in verb: String) -> ValueKind? {
        if let values = argument.allValues { return .words(values) }
        guard argument.kind == .option else { return positionals["\(verb) \(argument.valueName ?? "")"] }
        return argument.texts.lazy.compactMap { options["\(verb) \($0)"] ?? options[$0] }.first
    }

    init(of argument: CommandDescription.Argument, in verb: String) { self = Self.known(argument, in: verb) ?? .text }

    /// Whether other text follows a value in the same word.
    var isBeginning: Bool { self == .answers }

    /// Returns candidates for a value; they need not begin with the text that was typed.
    func candidates(beginning text: String, _ line: GivenArguments) async -> [Candidate] {
        switch self {
        case .text, .files: []
        case .words(let words): words.map { Candidate(value: $0) }
        case .live(let kind): await LiveValues(line).values(kind, beginning: text)
        case .requests(let lists): await LiveValues(line).values(.requests, in: lists, beginning: text)
        case .durations: TimeVocabulary.durations.map { Candidate(value: $0) }
        case .moments: TimeVocabulary.words(after: [], in: .moment).map { Candidate(value: $0) }
        case .repeats: TimeVocabulary.words(after: [], in: .repeated).map { Candidate(value: $0) }
        case .sentence: TimeVocabulary.words(after: line.wordsOfTime, in: .any).map { Candidate(value: $0) }
        case .zones: ZoneNames.all.map { Candidate(value: $0) }
        case .setting:
            if line.positionals.allSatisfy({ $0.contains("=") }) {
                await LiveValues(line).values(.keys, beginning: text)
            } else {
                ["true", "false"].map { Candidate(value: $0) }
            }
        case .answers: await answers(beginning: text, line)
        }
    }

    /// Returns the events, the buttons that the same command line gives, and the actions that the agent knows.
    private func answers(beginning text: String, _ line: GivenArguments) async -> [Candidate] {
        guard !text.contains("=") else { return [] }
        let events = ResponsePlan.Event.allCases.map { Candidate(value: $0.rawValue) }
        let buttons = line.values(of: "--action").map { button in
            Candidate(value: button.splitAtEqualsSign?.name ?? button)
        }
        let live = await LiveValues(line).values(.actions, beginning: text)
        return (buttons + events + live).map { Candidate(value: $0.value + "=", description: $0.description) }
    }
}
