// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry undo`: takes back the last change made in this terminal.
struct Undo: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back this terminal's last remind, add, again, edit, cancel, rm, snooze or skip.",
        discussion: """
            Each further undo takes back the command before. The agent keeps the last ten commands of a terminal, each \
            for an hour. A command that changed several requests is taken back as a whole. The exit status is 3, and \
            nothing is changed, if there is no such command, or if one of its requests has been shown or changed since. \
            A notification that a snooze has taken from the screen comes back at once.

            belfry undo
            belfry undo --dry-run
            """)

    @OptionGroup var trial: TrialOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        guard let terminal = TerminalSession() else {
            throw Failure(.noMatch, "undo takes back what was done in the same terminal, and this is no terminal")
        }
        let agent = try await Session(for: Environment.application).agent
        let outcome = try await agent.undo(in: terminal.name, ["dryRun": .boolean(trial.isWanted)])
        trial.tell()
        let rows = (outcome["requests"]?.array ?? []).compactMap(\.properties)
        try json.print(outcome, or: rows.map { Self.line($0, of: outcome["kind"]?.string ?? "") })
    }

    private static func line(_ row: [String: Value], of kind: String) -> String {
        let words =
            switch (kind, row["pending"]?.bool) {
            case (_, false): "no longer pending"
            case ("cancel", _): "pending again"
            case ("snooze", _): "no longer snoozed"
            case ("skip", _): "no longer skipped"
            default: "as before"
            }
        let date = row["text"]?.string.map { ", \($0)" } ?? ""
        let title = row["title"]?.string ?? ""
        return [Console.bold((row["identifier"]?.string ?? "").onOneLine), title.onOneLine, words + date]
            .filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
