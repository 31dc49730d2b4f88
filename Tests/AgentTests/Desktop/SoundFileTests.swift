// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
import FoundationEssentials
import TestSupport
import Testing

/// The files that the key `sound` accepts: those of the attachment types that players play.
@Suite struct SoundFileTests {
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        try body(try folders.file("file", bytes))
    }

    private static let kinds: [MediaFile: SoundFile] = [
        .wave: .wav, .ogg: .ogg, .flac: .flac, .mp3: .mp3, .aiff: .aiff, .caf: .caf,
    ]

    @Test func `each kind of file is accepted or refused, whatever else it is`() throws {
        #expect(Set(Self.kinds.values) == Set(SoundFile.allCases))
        for sample in MediaFileTests.samples {
            try withFile(sample.bytes + [UInt8](repeating: 0, count: 64)) { path in
                let kind = SoundFile.kind(of: path)
                #expect(kind == Self.kinds[sample.kind], "\(sample.kind)")
                let problem = SoundFile.problem(with: path)
                let isRefused = problem?.hasPrefix("is not a sound file ") == true
                #expect(kind == nil ? isRefused : problem == nil, "\(sample.kind)")
            }
        }
    }

    // The key `sound` accepted a text in UTF-16, and AAC, as MP3; attachments did not.
    @Test(
        arguments: [
            [0xff, 0xfe, 0x41, 0, 0x42, 0], [0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], [0xff, 0xff, 0xff, 0xff],
            Array("hello".utf8), [], Array("RIFF....WEBP".utf8), Array("#!/bin/sh".utf8),
        ] as [[UInt8]])
    func `a file that no player plays is no sound`(bytes: [UInt8]) throws {
        try withFile(bytes) { path in
            #expect(SoundFile.kind(of: path) == nil)
            #expect(SoundFile.problem(with: path)?.hasPrefix("is not a sound file ") == true)
        }
    }

    @Test(arguments: [(43, false), (44, true)])
    func `a WAV file that ends inside its header is damaged`(size: Int, isWhole: Bool) throws {
        let head = Array("RIFF$\0\0\0WAVEfmt ".utf8)
        try withFile(head + [UInt8](repeating: 0, count: size - head.count)) { path in
            #expect(
                SoundFile.problem(with: path) == (isWhole ? nil : "is a broken sound file: its header is incomplete"))
        }
    }

    @Test func `a missing file can't be read`() {
        #expect(SoundFile.problem(with: "/nowhere/tea.ogg") == "can't be read")
    }
}
