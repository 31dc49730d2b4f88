// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentMedia
import EventLoop
import ExtensionWire
package import NotificationModel
import NotificationStore

extension ContentExtensions {
    /// Runs a content extension for a request with the limits of any run, and waits until the run ends.
    ///
    /// - Throws: `Errno` if no folder for the picture can be made; `EncodingError` for a number that JSON can't hold.
    package func trial(of program: ExtensionProgram, with request: Request) async throws -> ExtensionTrial {
        let now = clock.now
        let occurrence = Occurrence(
            id: 0, notification: Notification(app: program.app, request: request, date: now, due: now),
            state: .presenting)
        let event = RunEvent(occurrence: occurrence, picture: Self.trialPicture, action: nil)
        return try await folder.lend { home in
            let output = TrialOutput(of: .content)
            let call = try RunCall(program, event.line(for: program, in: home), in: home) { output.take($0, at: $1) }
            let outcome = await dependencies.run(call)
            return await trial(of: event, outcome, output, home)
        }
    }

    /// The picture that a trial asks for: the size for most notification servers.
    private static let trialPicture = ExtensionPicture(width: 256, height: 256)

    private func trial(
        of event: RunEvent, _ outcome: ExtensionOutcome, _ output: TrialOutput, _ home: String
    ) async -> ExtensionTrial {
        let (answer, lines) = output.read()
        func trial(
            _ failure: RunFailure?, _ drawing: Drawing = Drawing(), picture: String? = nil, _ remarks: [String] = []
        ) -> ExtensionTrial {
            ExtensionTrial(
                kind: .content, content: drawing.applied(to: event.content), picture: picture, failure: failure,
                outcome: outcome, lines: lines, remarks: remarks)
        }
        switch answer.verdict(after: outcome) {
        case .failure(let failure)?: return trial(failure)
        case nil: return trial(.lost)
        case .success(let reply)?:
            guard let (drawing, remarks) = reply.drawing(after: Drawing(), of: event.content) else {
                return trial(.emptied)
            }
            let words = remarks.map(\.description)
            guard let name = reply.picture else { return trial(nil, drawing, words) }
            guard await offLoop({ AttachmentStore.isPlainPicture("\(home)/\(name)") }) else {
                return trial(nil, drawing, words + ["picture is no PNG, JPEG, GIF or WebP of at most 10 MiB"])
            }
            return trial(nil, drawing, picture: name, words)
        }
    }
}
