// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import FoundationEssentials
import Glibc
package import NotificationModel
import Subprocess

/// Decodes pictures in a process of its own, with limits and, where possible, in a sandbox.
///
/// Decoding is the only place where the agent interprets files of strangers and sandboxed applications.
package struct PictureDecoder: Sendable {
    /// The path of the program belfryd, which runs as the decoder process.
    let program: String
    /// The sandbox of the decoder process; nil if the process runs without this sandbox.
    let sandbox: PictureSandbox?
    /// The time limit for one picture.
    var patience = Self.patience

    static let patience = Duration.seconds(5)

    /// Returns a decoder that runs this same program, even if the program's file was replaced.
    package static func own() async -> PictureDecoder {
        PictureDecoder(program: PictureSandbox.ownProgram, sandbox: await PictureSandbox.installed())
    }

    /// Decodes the thumbnail of an attachment; nil if the attachment can't be shown.
    package func picture(_ attachment: Attachment) async -> Picture? {
        let crop = PictureCrop(attachment.thumbnailClippingRect)
        guard case .picture(let picture)? = await answer(.show, attachment.url, crop, attachment.thumbnailFrame) else {
            return nil
        }
        return picture
    }

    /// Returns why a file can't be shown, as the end of a sentence; nil for a picture that can be shown.
    func problem(with path: String) async -> String? {
        switch await answer(.check, path) {
        case .fine: nil
        case .problem(let text): text
        case .picture, nil: "is a broken picture: it can't be decoded"
        }
    }

    /// Returns the decoder's reply; nil if the decoder crashes, takes too long or sends an invalid reply.
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
        let arguments = PictureDecoding.arguments(job, sandboxed == nil ? path : PictureSandbox.picture, crop, frame)
        let call = ProgramCall(
            words: words + arguments, base: .nothing, changes: Self.environment.mapValues(Optional.some),
            // A decoder may hang in a signal handler, so it gets SIGKILL.
            signal: SIGKILL, pause: 100)
        let output = ProgramCall.Output.whole(PictureAnswer.limit)
        // The helper process runs bubblewrap, which the agent's systemd unit forbids the agent. Without bubblewrap, the
        // unit's restrictions are the sandbox.
        let result = try? await sandboxed == nil ? call.runHere(nil, output) : call.run(output: output)
        guard let result, case .exited(0) = result.status, result.output.count <= PictureAnswer.limit else {
            return nil
        }
        return PictureAnswer(result.output)
    }

    /// The variables that locate gdk-pixbuf's loaders and libraries; nothing else of the person's environment.
    private static var environment: [String: String] {
        var variables = ["GIO_USE_VFS": "local", "LC_ALL": "C.UTF-8", "HOME": "/"]
        for name in ["GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "LD_LIBRARY_PATH"] {
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        return variables
    }
}
