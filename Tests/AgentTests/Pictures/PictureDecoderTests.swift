// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Pictures are decoded in another process, whose output is checked.
@Suite struct PictureDecoderTests {
    private static let broken = "is a broken picture: it can't be decoded"

    /// A folder with a picture, and a program that replaces the decoder.
    private func withDecoder(
        _ script: String, patience: Duration = .seconds(20), _ body: (PictureDecoder, String) async throws -> Void
    ) async throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let program = try folders.file("decoder", "#!/bin/sh\n\(script)\n".utf8, mode: 0o700)
        let picture = try folders.file("picture.png", PictureSamples.all[0].bytes)
        try await body(PictureDecoder(program: program, sandbox: nil, patience: patience), picture)
    }

    @Test(arguments: [
        ("crashes", "kill -SEGV $$"), ("ends with an error", "printf O; exit 1"), ("says nothing", "exit 0"),
        ("says something else", "echo hello"), ("says more than there is to say", "printf O; printf O"),
        ("writes without end", "exec cat /dev/zero"),
        ("says that it has more pixels than it sends", #"printf 'P\001\0\0\0\001\0\0\0abc'"#),
        ("sends more pixels than it says", #"printf 'P\001\0\0\0\001\0\0\0abcde'"#),
        ("has no pixels", #"printf 'P\0\0\0\0\0\0\0\0'"#),
        ("is larger than any", #"printf 'P\001\001\0\0\001\0\0\0'; head -c 1028 /dev/zero"#),
        ("overflows", #"printf 'P\0\0\0\200\0\0\0\200'"#), ("ends in its head", #"printf 'P\001\0\0'"#),
        ("speaks to a terminal", #"printf 'E\033[2Jbad'"#), ("says two lines", #"printf 'Ebad\nworse'"#),
        ("says no reason", "printf E"),
        ("gives a reason that is too long", "printf E; head -c 301 /dev/zero | tr '\\0' x"),
    ])
    func `a decoder that breaks the protocol has decoded nothing`(what: String, script: String) async throws {
        try await withDecoder(script) { decoder, picture in
            #expect(await decoder.answer(.show, picture) == nil, "\(what)")
            #expect(await decoder.problem(with: picture) == Self.broken, "\(what)")
        }
    }

    @Test func `R6: a decoder that writes without end is ended at the limit of its output`() async throws {
        // The test's deadline comes before the decoder's time limit, so only the limit of the output can have ended it.
        try await withDecoder("trap '' TERM; exec cat /dev/zero", patience: .seconds(120 * deadlineFactor)) {
            decoder, picture in
            let answer = try await withDeadline { await decoder.answer(.show, picture) }
            #expect(answer == nil)
        }
    }

    @Test func `R6: a picture delays its caller by at most five seconds`() {
        #expect(PictureDecoder.patience <= .seconds(5))
    }

    @Test func `a hanging decoder is ended, with all processes that it has started`() async throws {
        try await withDecoder(
            "trap '' TERM; sleep 1000 & echo $! > \"$0.child\"; wait; sleep 1000", patience: .milliseconds(500)
        ) {
            decoder, picture in
            #expect(await decoder.problem(with: picture) == Self.broken)
            let text = try String(contentsOfFile: decoder.program + ".child", encoding: .utf8)
            let child = try #require(Int32(text.filter(\.isNumber)))
            try await waitForEnd(of: child)
        }
    }

    @Test func `a missing decoder has decoded nothing`() async throws {
        try await withDecoder("exit 0") { _, picture in
            let decoder = PictureDecoder(program: "/nonexistent/belfryd", sandbox: nil)
            #expect(await decoder.problem(with: picture) == Self.broken)
        }
    }

    @Test func `the decoder's output is decoded as it was sent`() {
        let picture = Picture(width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6, 7, 8])
        for answer in [PictureAnswer.fine, .problem("is not a picture"), .picture(picture)] {
            #expect(PictureAnswer(answer.bytes) == answer)
        }
    }

    /// belfryd as the decoder, inside bubblewrap if it is installed, and without it.
    private static var decoders: [PictureDecoder] {
        get throws {
            let program = try TestAgent.program()
            let sandbox = access("/usr/bin/bwrap", X_OK) == 0 ? PictureSandbox(bubblewrap: "/usr/bin/bwrap") : nil
            // The agent's five seconds can be too short for a process that starts beside other tests.
            let patience = Duration.seconds(30)
            return [PictureDecoder(program: program, sandbox: nil, patience: patience)]
                + (sandbox.map { [PictureDecoder(program: program, sandbox: $0, patience: patience)] } ?? [])
        }
    }

    @Test func `belfryd as a separate process decodes the same picture as within this process`() async throws {
        try await withDecoder("exit 0") { _, path in
            for decoder in try Self.decoders where await decoder.answer(.nothing, "/dev/null") == .fine {
                let expected = try #require(Picture(path: path))
                #expect(await decoder.answer(.show, path) == .picture(expected))
                #expect(await decoder.problem(with: path) == nil)
                #expect(await decoder.problem(with: "/etc/passwd") == "is not a picture")
                let part = PictureCrop([0.5, 0, 0.5, 1])
                let cut = try #require(Picture(path: path, crop: part))
                #expect(await decoder.answer(.show, path, part) == .picture(cut))
            }
            #expect(await (try Self.decoders)[0].answer(.nothing, "/dev/null") == .fine)
        }
    }

    @Test func `in the sandbox the decoder sees the picture and none of the person's files`() async throws {
        guard let sandboxed = try Self.decoders.last, let sandbox = sandboxed.sandbox else {
            return print("NOT TESTED HERE: the sandbox of pictures. There is no bubblewrap.")
        }
        try await withDecoder("exit 0") { _, path in
            let words = try #require(sandbox.words(for: path, "/bin/sh"))
            let seen = try await Program.run(
                words + [
                    "-c",
                    "ls -A / /tmp; ls /home /root \(path) 2>&1; cat /proc/net/dev | wc -l; id -u; echo x > /usr/x",
                ])
            guard seen.output.contains("picture") else {
                return print("NOT TESTED HERE: the sandbox of pictures. bubblewrap may not make one: \(seen.errors)")
            }
            #expect(!seen.output.contains("root\n") && !seen.output.contains("home\n"), "\(seen)")
            #expect(seen.errors.contains("/usr/x") || seen.status != 0)
            // The heading and the loopback device.
            #expect(seen.output.split(separator: "\n").contains("3"), "\(seen)")
        }
    }
}
