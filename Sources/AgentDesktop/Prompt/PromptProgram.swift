// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import AgentPrograms
import AgentRules
import FoundationEssentials
import Glibc
import NotificationModel
import Subprocess

/// A prompt program as it is started here: what it is, and what its window needs.
struct PromptProgram: Hashable, Sendable {
    let command: PromptCommand
    /// Added to the agent's own environment.
    let environment: [String: String]

    /// Nobody reads and cancels so fast, in seconds: no window was opened.
    private static let shortestTime: TimeInterval = 0.3
    /// A token is for one use: one that the agent was started with is not the prompt's.
    private static let tokenNames = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// Asks, for as long as the person takes; a cancelled task ends the program and all that it has started.
    ///
    /// The token lets it raise its window. By the clock a program that fails at once is told from a person who cancels.
    func ask(
        _ question: Question, about words: PromptWords, token: String?, clock: any WallClock
    ) async -> PromptAnswer {
        var variables = environment.mapValues(Optional.some)
        for name in Self.tokenNames { variables.updateValue(token, forKey: name) }
        let call = ProgramCall(
            words: [command.program] + command.arguments(for: question, about: words), changes: variables,
            folder: getenv("HOME").map { String(cString: $0) })
        let start = clock.sinceBoot
        do {
            let result = try await call.run(output: .kept(Limits.userTextBytes + 1))
            guard case .exited(0) = result.status else {
                guard !Task.isCancelled else { return .cancelled }
                let isSilent = result.output.isEmpty && clock.sinceBoot - start < Self.shortestTime
                return isSilent || Self.isFailure(result.status)
                    ? .failed("\(result.status)") : .cancelled
            }
            return PromptAnswer(typed: result.output)
        } catch {
            return Task.isCancelled ? .cancelled : .failed("\(ErrorSummary(error))")
        }
    }

    /// Whether no person ends it so: a signal, or what shells and toolkits say of what could not be run or opened.
    private static func isFailure(_ status: TerminationStatus) -> Bool {
        switch status {
        case .exited(let code): [126, 127, 254, 255].contains(code)
        default: true
        }
    }
}
