// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
package import AgentMachine
import AgentPrograms
package import AgentRules
package import DBus
package import EventLoop
import FoundationEssentials
import Glibc
package import Logging
package import NotificationModel

/// Asks the person for text if the notification server has no text field: in the window of a prompt program, or else at
/// the terminal of a caller that waits for the answer.
package actor Prompter: LoopActor {
    /// Access to callers at a terminal that wait for the answer to a notification.
    package struct Terminals: Sendable {
        let hasOne: @Sendable (_ app: String, _ request: Request) async -> Bool
        /// Asks the person at the terminal; returns nil if no caller at a terminal waits any more.
        let ask: @Sendable (Notification, Question) async -> PromptAnswer?

        package init(
            hasOne: @escaping @Sendable (_ app: String, _ request: Request) async -> Bool,
            ask: @escaping @Sendable (Notification, Question) async -> PromptAnswer?
        ) {
            self.hasOne = hasOne
            self.ask = ask
        }
    }

    package nonisolated let loop: EventLoop

    private let desktop: DesktopEnvironment
    private let clock: any WallClock
    private let logger: Logger
    private let rules: @Sendable () async -> PromptRules
    private let terminals: Terminals
    /// The program that the last search found, and the search's date by ``WallClock/sinceBoot``.
    private var found: (program: PromptProgram?, rules: PromptRules, date: TimeInterval)?

    /// Seconds before the prompt program is searched for again: programs may be installed, sessions may begin.
    private static let freshness: TimeInterval = 30
    private static let displayNames = ["DISPLAY", "WAYLAND_DISPLAY"]

    package init(
        connection: Connection, clock: any WallClock, logger: Logger,
        rules: @escaping @Sendable () async -> PromptRules, terminals: Terminals
    ) {
        loop = connection.loop
        desktop = DesktopEnvironment(connection: connection)
        (self.clock, self.logger, self.rules) = (clock, logger, rules)
        self.terminals = terminals
    }

    /// Returns whether the person can be asked for text about this request.
    func canAsk(about request: Request, of app: String) async -> Bool {
        if await program() != nil { return true }
        return await terminals.hasOne(app, request)
    }

    /// Asks the person for text, without a time limit; returns nil if there is no way to ask.
    func ask(
        _ question: Question, about notification: Notification, words: PromptWords, token: String?
    ) async -> PromptAnswer? {
        if let program = await program() {
            let answer = await program.ask(question, about: words, token: token, clock: clock)
            if case .failed(let reason) = answer {
                logger.warning(
                    "Could not ask the person for text",
                    metadata: [LogKey.path: "\(program.command.program)", LogKey.error: "\(reason)"])
            } else {
                return answer
            }
        }
        return await terminals.ask(notification, question)
    }

    /// Returns the prompt program that would ask now; nil if there is none, or no display for its window.
    func program() async -> PromptProgram? {
        let rules = await rules()
        if let found, found.rules == rules, clock.sinceBoot - found.date < Self.freshness { return found.program }
        let program = await look(rules)
        found = (program, rules, clock.sinceBoot)
        return program
    }

    private func look(_ rules: PromptRules) async -> PromptProgram? {
        let environment = await desktop.variables()
        if let command = rules.command {
            // The person's own program may work without a window.
            guard let program = command.first, ProgramPath.find(program) != nil else { return nil }
            return PromptProgram(command: .own(command), environment: environment)
        }
        func value(_ name: String) -> String? {
            environment[name] ?? getenv(name).map { String(cString: $0) }
        }
        guard Self.displayNames.contains(where: { value($0)?.isEmpty == false }) else { return nil }
        let known = PromptCommand.known(on: value("XDG_CURRENT_DESKTOP") ?? "")
        return known.first { ProgramPath.find($0.program) != nil }
            .map { PromptProgram(command: $0, environment: environment) }
    }
}
