// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import EventLoop
package import ExtensionWire
package import NotificationModel
import Synchronization

/// The result of a trial run of an extension; nothing of the run is shown or stored.
package struct ExtensionTrial: Sendable {
    /// A line of the extension's standard output.
    package struct Line: Hashable, Sendable {
        /// The time from the start of the run to the line.
        package let time: Duration
        /// The text; bytes that are no UTF-8 are replaced by U+FFFD.
        package let text: String
        /// The reason for which the line is no answer; nil if it is one.
        package let problem: ExtensionLineProblem?
    }

    package let kind: ExtensionKind
    /// The content that would be shown: the original content after a failure. A new attachment's URL is its file name.
    package let content: Content
    /// The name of the file with the picture that a content extension has drawn; nil if it has drawn none.
    package var picture: String?
    /// The failure for which the original content would be shown; nil if the content was rewritten or drawn.
    package let failure: RunFailure?
    package let outcome: ExtensionOutcome
    package let lines: [Line]
    /// Sentences about changes that were not made, or only in part.
    package let remarks: [String]
}

extension ServiceExtensions {
    /// Runs a service extension for a request by the rules for notifications, and waits until the run ends.
    ///
    /// - Throws: `Errno` if no folder for attachments can be made; `EncodingError` for a number that JSON can't hold.
    package func trial(of program: ExtensionProgram, with request: Request) async throws -> ExtensionTrial {
        try await folder.lend { home in
            let output = TrialOutput(of: .service)
            let call = try RunCall(program, for: request, at: clock.now, in: home) { output.take($0, at: $1) }
            let outcome = await dependencies.run(call)
            return await trial(of: request.content, outcome, output, home)
        }
    }

    private func trial(
        of original: Content, _ outcome: ExtensionOutcome, _ output: TrialOutput, _ home: String
    ) async -> ExtensionTrial {
        let (answer, lines) = output.read()
        func trial(_ failure: RunFailure?, _ content: Content, _ remarks: [String]) -> ExtensionTrial {
            ExtensionTrial(
                kind: .service, content: content, failure: failure, outcome: outcome, lines: lines, remarks: remarks)
        }
        switch answer.verdict(after: outcome) {
        case .failure(let failure)?: return trial(failure, original, [])
        case nil: return trial(.lost, original, [])
        case .success(let reply)?:
            let patch = reply.content ?? ContentPatch([:])
            guard let answer = await patch.checked(on: original, filesIn: home) else {
                return trial(.emptied, original, [])
            }
            let files = answer.unusableFiles.map { "\($0) is no PNG, JPEG, GIF or WebP of at most 10 MiB" }
            let remarks = answer.remarks.map(\.description) + files
            var content = answer.content
            content.attachments = content.attachments.map { attachment in
                var attachment = attachment
                if attachment.url.hasPrefix(home + "/") { attachment.url.removeFirst(home.count + 1) }
                return attachment
            }
            return trial(nil, content, remarks)
        }
    }
}

/// The extension's output in a trial run. The runner calls ``take(_:at:)`` for each line.
final class TrialOutput: Sendable {
    private let state: Mutex<(answer: RunAnswer, lines: [ExtensionTrial.Line])>

    init(of kind: ExtensionKind) { state = Mutex((RunAnswer(of: kind), [])) }

    func take(_ line: [UInt8], at time: Duration) {
        let text = String(decoding: line, as: UTF8.self)
        state.withLock { state in
            let problem = state.answer.take(line)
            state.lines.append(ExtensionTrial.Line(time: time, text: text, problem: problem))
        }
    }

    func read() -> (answer: RunAnswer, lines: [ExtensionTrial.Line]) { state.withLock { $0 } }
}
