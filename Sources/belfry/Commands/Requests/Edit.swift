// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry edit`: changes a pending request.
struct Edit: RequestCommand, JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a pending request; options that you don't give keep their values.",
        discussion: """
            A list of buttons or files that you give replaces the old list. Without a trigger, the time stays; \
            --until, --count, --tz and --before alone change the present trigger.

            belfry edit rent --title "Pay the rent"
            belfry edit k3f9 --at "fri 17:30"
            belfry edit standup --until "fri 18 dec"
            """)

    @OptionGroup var target: TargetOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The title, on one line; at most 1 KiB.", valueName: "text"))
    var title: String?

    @OptionGroup(title: "Trigger") var trigger: TriggerOptions
    @OptionGroup(title: "At a place") var place: PlaceOptions
    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup(title: "Answers") var response: ResponseOptions
    @OptionGroup(title: "Around its time") var policy: PolicyOptions
    @OptionGroup(title: "Output") var output: AddedOptions
    @OptionGroup var trial: TrialOption
    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { output.wantsJSON }

    func validate() throws {
        try target.refuseBoth()
        try trigger.checkRest(isEdit: true, hasPlace: place.isGiven)
    }

    func run() async throws {
        let agent = try await target.session(owner).agent
        let finder = RequestFinder(agent, in: [.pending])
        try await target.each(finder) { try await edit(finder.request($0), by: agent, $1) }
        trial.tell()
    }

    private func edit(_ pending: [String: Value], by agent: AgentProxy, _ attempt: TargetOptions.Attempt) async throws {
        var request = pending
        if let parent = request["warnsOf"]?.string {
            throw Failure(.badData, "this is an early warning of \"\(parent)\"; edit that request instead")
        }
        request = ListedKeys.removed(from: request)
        let before = request.removeValue(forKey: "before")
        request["trigger"] = .properties(["keep": .boolean(true)])
        let unchanged = request
        if !trigger.isGiven { request["trigger"] = .properties(trigger.change) }
        if let trigger = try place.trigger(until: trigger.until) { request["trigger"] = .properties(trigger) }
        if let title { request["title"] = .string(title) }
        try trigger.add(to: &request)
        // Changing the time keeps the early warnings.
        let keepsWarnings = trigger.before == nil && !place.isGiven
        if trigger.isGiven || trigger.change.count > 1, keepsWarnings { request["before"] = before }
        try content.add(to: &request)
        response.add(to: &request)
        policy.add(to: &request)
        guard request != unchanged else {
            throw Failure(.usage, "nothing to change: give --title, --at or another option")
        }
        let outcome = try await trigger.naming {
            try await agent.add(request, noQueue: false, isTrial: trial.isWanted || attempt == .check, isUndoable: true)
        }
        guard attempt == .change else { return }
        try output.print(outcome, of: request, isVerbose: owner.verbose)
    }
}
