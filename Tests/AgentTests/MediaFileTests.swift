// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
import FoundationEssentials
import NotificationModel
import TestSupport
import Testing

/// Attached sounds and films: the beginning of a file must fit its type.
@Suite struct MediaFileTests {
    /// The beginnings of files by their formats; no other beginning is accepted.
    static let samples: [(kind: MediaFile, bytes: [UInt8])] = [
        (.aiff, Array("FORM\0\0\u{10}\0AIFFCOMM".utf8)), (.aiff, Array("FORM\0\0\u{10}\0AIFCFVER".utf8)),
        (.wave, Array("RIFF$\0\0\0WAVEfmt ".utf8)), (.mp3, Array("ID3\u{4}\0\0\0\0\0\0".utf8)),
        (.mp3, [0xff, 0xfb, 0x90, 0x64, 0, 0]), (.mp3, [0xff, 0xf3, 0x40, 0xc4, 0, 0]),
        (.mp3, [0xff, 0xfd, 0x84, 0, 0, 0]),
        (.mpeg4, Array("\0\0\0\u{20}ftypM4A ".utf8)), (.mpeg4, Array("\0\0\0\u{20}ftypisom".utf8)),
        (.mpeg, [0, 0, 1, 0xba, 0x44, 0, 4]), (.mpeg, [0, 0, 1, 0xb3, 0x14, 0, 0xf0]),
        (.mpeg, (0..<564).map { $0 % 188 == 0 ? 0x47 : 0x1f }), (.avi, Array("RIFF$\0\0\0AVI LIST".utf8)),
        (.quickTime, Array("\0\0\0\u{14}ftypqt  ".utf8)), (.quickTime, Array("\0\0\0\u{8}wide\0\0\0\0mdat".utf8)),
        (.matroska, [0x1a, 0x45, 0xdf, 0xa3, 0x93, 0x42]), (.ogg, Array("OggS\0\u{2}".utf8)),
        (.flac, Array("fLaC\0\0\0\u{22}".utf8)), (.caf, Array("caff\0\u{1}\0\0desc".utf8)),
        (.aac, [0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc]),
    ]

    /// The types that Apple documents, their media types, and the formats that they accept.
    static let types: [(type: String, kind: MediaFile)] = [
        ("public.aiff-audio", .aiff), ("public.aifc-audio", .aiff), ("com.microsoft.waveform-audio", .wave),
        ("public.mp3", .mp3), ("public.mpeg-4-audio", .mpeg4), ("public.mpeg", .mpeg),
        ("public.mpeg-2-video", .mpeg), ("public.mpeg-4", .mpeg4), ("public.avi", .avi),
        ("audio/aiff", .aiff), ("audio/x-wav", .wave), ("audio/mpeg", .mp3), ("audio/mp4", .mpeg4),
        ("video/mpeg", .mpeg), ("video/mp4", .mpeg4), ("video/x-msvideo", .avi), ("audio/ogg", .ogg),
        ("audio/flac", .flac), ("video/webm", .matroska),
    ]

    /// The verdict on a file with these bytes.
    private func problem(_ bytes: [UInt8], _ type: String) throws -> String? {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        return MediaFile.problem(with: try folders.file("file", bytes), of: type)
    }

    @Test(arguments: types)
    func `a type accepts files that begin like it, and no others`(
        type: String, kind: MediaFile
    ) throws {
        for sample in Self.samples {
            let problem = try problem(sample.bytes, type)
            guard sample.kind != kind else {
                #expect(problem == nil, "\(sample.kind)")
                continue
            }
            let words = "is not what typeHint says, \"\(type)\": it begins like a file of \(sample.kind.rawValue)"
            #expect(problem?.hasPrefix(words) == true, "\(problem ?? "nil")")
            #expect(problem?.contains("no file of \(kind.rawValue)") == true, "\(problem ?? "nil")")
        }
    }

    @Test(
        arguments: [
            Array("not looked at".utf8), [], [0], Array("<html><script>".utf8), Array("#!/bin/sh\nrm -rf /".utf8),
            // An executable, a picture, a text with a byte order mark, and frame headers that no format has.
            [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
            [0xff, 0xd8, 0xff, 0xe0, 0, 0x10], [0xff, 0xfe, 0x41, 0, 0x42, 0], [0xff, 0xfb, 0xf0, 0, 0],
            [0xff, 0xfb, 0x9c, 0, 0], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], Array("RIFF$\0\0\0WEBPVP8 ".utf8),
            Array("FORM\0\0\u{10}\0ILBM".utf8), [0, 0, 1, 0], [0x47, 0, 0, 0],
        ] as [[UInt8]])
    func `a file that is neither a sound nor a film is refused under any name`(bytes: [UInt8]) throws {
        for type in Self.types.map(\.type) {
            let problem = try problem(bytes, type)
            #expect(problem?.contains("it begins like no known sound or film format") == true, "\(type)")
        }
        for type in Self.unknown { #expect(try problem(bytes, type) == Self.notTaken, "\(type)") }
    }

    private static let unknown = ["audio/x-unheard-of", "video/", "audio/amr", "audio/midi", "video/x-ms-wmv"]
    private static let notTaken =
        "is not in a supported sound or film format: AIFF, WAV, MP3, MPEG-4, MPEG, AVI, QuickTime, Matroska, Ogg, FLAC, CAF, AAC"

    // The message said that the file does not fit typeHint, which was not checked.
    @Test(
        arguments: [
            ("audio/amr", Array("#!AMR\n".utf8)), ("audio/midi", Array("MThd\0\0\0\u{6}".utf8)),
            ("video/x-ms-wmv", [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]),
        ] as [(String, [UInt8])])
    func `if a file fits its type and the type is refused, the message says so`(type: String, bytes: [UInt8]) throws {
        #expect(try problem(bytes, type) == Self.notTaken)
    }

    @Test func `an unknown type accepts any sound or film`() throws {
        for type in Self.unknown {
            for sample in Self.samples { #expect(try problem(sample.bytes, type) == nil, "\(type) \(sample.kind)") }
        }
    }

    @Test func `a missing file can't be read`() {
        #expect(MediaFile.problem(with: "/nowhere/tea.mp3", of: "public.mp3") == "can't be read")
    }

    // A type that the model lists and this table lacks would accept any sound or film.
    @Test(arguments: (Attachment.sounds.union(Attachment.films)).sorted())
    func `each of Apple's types is compared with its file, and none is accepted unchecked`(type: String) throws {
        #expect(Attachment(url: "/x", typeHint: type).kind != .picture)
        var taken: Set<MediaFile> = []
        for sample in Self.samples where try problem(sample.bytes, type) == nil { taken.insert(sample.kind) }
        #expect(taken.count == 1, "\(taken)")
    }
}
