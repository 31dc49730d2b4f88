// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry skip`: leaves out the next occurrences of a repeating request.
struct Skip: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Leave out the next time of a repeating request, or several.",
        discussion: """
            The request goes on after that. --count and --until stay as they are: a time that is left out counts, and \
            the end does not move. The exit status is 65 if the request does not repeat, or would be over.

            belfry skip standup
            belfry skip --match stand-up -n 2
            """)

    @OptionGroup var target: TargetOptions

    @Option(name: .customShort("n"), help: ArgumentHelp("The number of times, 1 to 100.", valueName: "count"))
    var count: UInt32 = 1

    @OptionGroup var trial: TrialOption
    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        try target.refuseBoth()
        if !(1...100).contains(count) { throw ValidationError("-n must be from 1 to 100.") }
    }

    func run() async throws {
        let agent = try await target.session(owner).agent
        let finder = RequestFinder(agent, in: [.pending])
        try await target.each(finder) { try await skip(finder.identifier($0), by: agent, $1) }
        trial.tell()
    }

    private func skip(_ identifier: String, by agent: AgentProxy, _ attempt: TargetOptions.Attempt) async throws {
        let isTrial = trial.isWanted || attempt == .check
        let outcome = try await agent.marked {
            try await agent.skip(identifier, $0.merging(["count": .uint32(count), "dryRun": .boolean(isTrial)]) { $1 })
        }
        guard attempt == .change else { return }
        let skipped = (outcome["skippedTexts"]?.strings ?? []).map { "\(Console.dim("skipped"))  \($0)" }
        try json.print(
            outcome, or: skipped + ["\(Console.bold(identifier.onOneLine))  \(outcome["text"]?.string ?? "")"])
    }
}
