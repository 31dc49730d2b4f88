// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

// Why: the type has many properties, because it has one for each option of the command.
/// The command `belfry add`: adds a request given by options, or many given as JSON lines.
struct Add: RequestCommand, JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Schedule a request, for scripts.",
        usage: """
            belfry add --title <title> [<options>] [-- <command> ...]
            belfry add [--json] [--all-or-nothing] [--no-queue] -
            """,
        discussion: """
            A request without a trigger is shown at once. The command returns when the request is on disk, without \
            waiting for an answer.

            belfry add --id rent --title "Pay rent" --every "month 1 10:00"
            belfry add --title "Back up?" --at "sun 20:00" -A go=Start --on go='systemctl --user start backup'
            printf '%s\\n' '{"title":"A","trigger":{"in":"5m"}}' | belfry add --json -
            """)

    @Argument(
        help: ArgumentHelp(
            "A single dash: read requests from the standard input, one JSON object a line, and print a result for each.",
            valueName: "-"))
    var source: String?

    @Option(help: "The request's identifier; a pending request that has it is replaced.")
    var id: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The title, on one line; at most 1 KiB.", valueName: "text"))
    var title: String?

    @OptionGroup(title: "Trigger") var trigger: TriggerOptions
    @OptionGroup(title: "At a place") var place: PlaceOptions
    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup(title: "Answers") var response: ResponseOptions
    @OptionGroup(title: "Around its time") var policy: PolicyOptions

    @Flag(help: "Let the application's service extension rewrite the notification before it is shown.")
    var mutable = false

    @Option(help: ArgumentHelp("Like --on, but the words after -- are started without a shell.", valueName: "event"))
    var onExec: String?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command of --on-exec.", valueName: "command"))
    var execution: [String] = []

    @OptionGroup(title: "Output") var output: AddedOptions
    @OptionGroup var trial: TrialOption
    @OptionGroup var owner: ApplicationOption

    @Flag(help: "With -: one refused line refuses all lines.")
    var allOrNothing = false

    @Flag(
        help:
            "If there is no notification server, refuse a notification that is to be shown at once, instead of keeping it."
    )
    var noQueue = false

    // The results of `add -` are always JSON.
    var wantsJSON: Bool { source != nil || output.wantsJSON }

    func validate() throws {
        if let source, source != "-" {
            throw ValidationError("Unexpected argument \"\(source)\"; use --title for the title.")
        }
        if source == nil, title == nil, content.body == nil, content.badge == nil {
            throw ValidationError("--title is missing.")
        }
        if source != nil, title != nil || id != nil || content.body != nil {
            throw ValidationError("With - the other options can't be given; write them into the JSON lines.")
        }
        try trigger.checkRest(hasPlace: place.isGiven)
        if allOrNothing, source == nil { throw ValidationError("--all-or-nothing needs -.") }
        if (onExec == nil) != execution.isEmpty {
            throw ValidationError("--on-exec needs a command: --on-exec go -- systemctl --user start backup")
        }
    }

    func run() async throws {
        if source != nil {
            var lines = JSONLines(
                agent: try await owner.session().agent,
                options: AddOptions(allOrNothing: allOrNothing, noQueue: noQueue, isTrial: trial.isWanted),
                output: output)
            let status = try await lines.addAll()
            trial.tell()
            if status != .done { throw ExitCode(status.rawValue) }
            return
        }
        var request = ["identifier": id, "title": title].compactMapValues { $0.map(Value.string) }
        try trigger.add(to: &request)
        if let trigger = try place.trigger(until: trigger.until) { request["trigger"] = .properties(trigger) }
        try content.add(to: &request)
        if mutable { request["mutableContent"] = .boolean(true) }
        policy.add(to: &request)
        response.add(to: &request, execution: onExec.map { ($0, execution) })
        let agent = try await owner.session().agent
        if place.isGiven, !trial.isWanted { try await LocationConsent(agent).ask() }
        let outcome = try await trigger.naming {
            try await agent.add(request, noQueue: noQueue, isTrial: trial.isWanted, isUndoable: true)
        }
        trial.tell()
        try output.print(outcome, of: request, isVerbose: owner.verbose)
    }
}
