// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import FoundationEssentials
import Glibc
package import NotificationModel
import Subprocess

/// Has pictures decoded in a process of its own, with limits, and in a sandbox where there is one.
///
/// Decoders are the one place where a file of a stranger, of a sandboxed program too, is more than bytes to the agent.
package struct PictureDecoder: Sendable {
    /// What decodes: a belfryd.
    let program: String
    /// What it is started in; nil for no sandbox.
    let sandbox: PictureSandbox?
    /// How long a picture may take.
    let patience: Duration

    static let patience = Duration.seconds(5)

    init(program: String, sandbox: PictureSandbox?, patience: Duration = Self.patience) {
        self.program = program
        self.sandbox = sandbox
        self.patience = patience
    }

    /// This very program, also where its file was replaced meanwhile.
    package static func own() async -> PictureDecoder {
        PictureDecoder(program: PictureSandbox.ownProgram, sandbox: await PictureSandbox.installed())
    }

    /// What an attachment shows; nil where it can't be.
    package func picture(_ attachment: Attachment) async -> Picture? {
        let crop = PictureCrop(attachment.thumbnailClippingRect)
        guard case .picture(let picture)? = await answer(.show, attachment.url, crop, attachment.thumbnailFrame) else {
            return nil
        }
        return picture
    }

    /// What keeps a file from being shown, as the end of a sentence; nil for a picture.
    func problem(with path: String) async -> String? {
        switch await answer(.check, path) {
        case .fine: nil
        case .problem(let text): text
        case .picture, nil: "is a broken picture: it can't be decoded"
        }
    }

    /// What the decoder says; nil where it crashes, takes too long or says what it can't.
    func answer(
        _ job: PictureDecoding.Job, _ path: String, _ crop: PictureCrop = .whole, _ frame: Int = 0
    ) async -> PictureAnswer? {
        await TimeLimit.result(within: patience) { await run(job, path, crop, frame) }
    }

    private func run(
        _ job: PictureDecoding.Job, _ path: String, _ crop: PictureCrop, _ frame: Int
    ) async -> PictureAnswer? {
        let sandboxed = sandbox?.words(for: path, program)
        let words = sandboxed ?? [program]
        let arguments = PictureDecoding.arguments(
            job, sandboxed == nil ? path : PictureSandbox.picture, crop, frame)
        let call = ProgramCall(
            words: words + arguments, base: .nothing, changes: Self.environment.mapValues(Optional.some),
            // It may hang in a signal handler, too.
            signal: SIGKILL, pause: 100)
        let output = ProgramCall.Output.whole(PictureAnswer.limit)
        // bubblewrap makes name spaces, which the agent's unit forbids: outside. Without it, that unit is the best there is.
        let result = try? await sandboxed == nil ? call.runHere(nil, output) : call.run(output: output)
        guard let result, case .exited(0) = result.status, result.output.count <= PictureAnswer.limit else {
            return nil
        }
        return PictureAnswer(result.output)
    }

    /// What says where gdk-pixbuf's loaders and the program's libraries are, and nothing else of the person's.
    private static var environment: [String: String] {
        var variables = ["GIO_USE_VFS": "local", "LC_ALL": "C.UTF-8", "HOME": "/"]
        for name in ["GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "LD_LIBRARY_PATH"] {
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        return variables
    }
}
