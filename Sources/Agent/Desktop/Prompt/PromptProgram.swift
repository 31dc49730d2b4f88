// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import NotificationModel
import Subprocess
import SystemPackage

/// A prompt program as it is started here: what it is, and what its window needs.
struct PromptProgram: Hashable, Sendable {
    let command: PromptCommand
    /// Added to the agent's own environment.
    let environment: [String: String]

    /// Nobody reads and cancels so fast: no window was opened.
    private static let shortestTime = Duration.milliseconds(300)
    /// A token is for one use: one that the agent was started with is not the prompt's.
    private static let tokenNames = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// Asks, for as long as the person takes; a cancelled task ends the program and all that it has started.
    ///
    /// The token lets it raise its window.
    func ask(_ question: Question, about words: PromptWords, token: String?) async -> PromptAnswer {
        var variables: [Environment.Key: String?] = [:]
        for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
        for name in Self.tokenNames { variables[Environment.Key(stringLiteral: name)] = .some(token) }
        let name: Executable =
            command.program.contains("/") ? .path(FilePath(command.program)) : .name(command.program)
        let start = ContinuousClock.now
        do {
            let result = try await Subprocess.run(
                name, arguments: Arguments(command.arguments(for: question, about: words)),
                environment: .inherit.updating(variables),
                workingDirectory: getenv("HOME").map { FilePath(String(cString: $0)) },
                platformOptions: .ownGroup(within: .seconds(1)), input: .none, output: .sequence, error: .discarded
            ) { execution in
                var kept: [UInt8] = []
                // To the end: who writes into a closed pipe is ended by a signal, and that would be no answer.
                for try await buffer in execution.standardOutput where kept.count <= Limits.userTextBytes {
                    buffer.withUnsafeBytes { kept.append(contentsOf: $0) }
                }
                return kept
            }
            guard case .exited(0) = result.terminationStatus else {
                guard !Task.isCancelled else { return .cancelled }
                let isSilent = result.closureResult.isEmpty && ContinuousClock.now - start < Self.shortestTime
                return isSilent || Self.isFailure(result.terminationStatus)
                    ? .failed("\(result.terminationStatus)") : .cancelled
            }
            return PromptAnswer(typed: result.closureResult)
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
