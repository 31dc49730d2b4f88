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

/// A prompt program, and the environment that its window needs.
struct PromptProgram: Hashable, Sendable {
    let command: PromptCommand
    /// Variables that are added to the agent's own environment.
    let environment: [String: String]

    /// Seconds that a person needs to read a window and cancel: a program that exits sooner has opened none.
    private static let shortestTime: TimeInterval = 0.3
    /// Variables for an activation token. A token is for one use, so the agent's own token is not passed on.
    private static let tokenNames = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// Asks the person for text, without a time limit; a cancelled task ends the program and all its processes.
    ///
    /// The activation token lets the program raise its window. A program that ends without output, sooner than a person
    /// can react, has failed.
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
                return isSilent || Self.isFailure(result.status) ? .failed("\(result.status)") : .cancelled
            }
            return PromptAnswer(typed: result.output)
        } catch {
            return Task.isCancelled ? .cancelled : .failed("\(ErrorSummary(error))")
        }
    }

    /// Returns whether the program failed: by a signal, or with a code that shells and toolkits use for failed starts.
    private static func isFailure(_ status: TerminationStatus) -> Bool {
        switch status {
        case .exited(let code): [126, 127, 254, 255].contains(code)
        default: true
        }
    }
}
