// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
@testable import AgentMedia
import DBus
import FoundationEssentials
import Glibc
import Testing
import Triggers

/// Pictures in the format that servers accept.
@Suite struct PictureTests {
    /// Two by two pixels: red, green, blue, and transparent.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR42mP4z8DwHwyBNIhgAAA/0gX7f+ZqKwAAAABJRU5ErkJggg=="

    func withFile<Result>(_ bytes: Data, _ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/belfry-picture-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let path = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) }
        defer {
            close(file)
            unlink(path)
        }
        try bytes.write(to: URL(filePath: path))
        return try body(path)
    }

    @Test func `a picture is RGBA without padding`() throws {
        let data = try #require(Data(base64Encoded: Self.png))
        try withFile(data) { path in
            #expect(Picture.problem(with: path) == nil)
            let picture = try #require(Picture(path: path))
            let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0]
            #expect(picture.pixels == pixels)
            #expect(picture.value.type.description == "(iiibiiay)")
            #expect(
                picture.value
                    == .structure([
                        .int32(2), .int32(2), .int32(8), .boolean(true), .int32(8), .int32(4), .bytes(pixels),
                    ]))
        }
    }

    @Test func `a large picture is scaled to fit, whatever its shape and channels`() throws {
        // A portable pixmap without alpha, whose rows have an odd length.
        var pixmap = Data("P6 1001 333 255\n".utf8)
        pixmap.append(Data(repeating: 200, count: 1001 * 333 * 3))
        try withFile(pixmap) { path in
            let picture = try #require(Picture(path: path))
            #expect(picture.width == 256 && picture.height == 85)
            #expect(picture.pixels.count == 256 * 85 * 4)
            #expect(picture.pixels.prefix(4) == [200, 200, 200, 255])
        }
    }

    @Test func `a file that is no picture is refused`() throws {
        #expect(Picture(path: "/nowhere") == nil && Picture.problem(with: "/nowhere") == "is not a picture")
        #expect(Picture(path: "/tmp") == nil)
        for text in ["", "hello", "\u{89}PNG\r\n", "<?xml version='1.0'?><html/>"] {
            try withFile(Data(text.utf8)) { path in
                #expect(Picture(path: path) == nil && Picture.problem(with: path)?.hasPrefix("is ") == true)
            }
        }
        // The file begins like a picture.
        let data = try #require(Data(base64Encoded: Self.png))
        try withFile(data.prefix(data.count - 20)) { path in
            #expect(Picture(path: path) == nil)
            #expect(Picture.problem(with: path)?.hasPrefix("is a broken picture") == true)
        }
    }

    @Test func `a picture with too many pixels is never decoded`() throws {
        // 30000 by 30000 pixels in 45 bytes; decoded, they would take 3.6 GB.
        for (size, isRefused) in [("30000 30000", true), ("7072 7072", true), ("5 5", false)] {
            var pixmap = Data("P6 \(size) 255\n".utf8)
            pixmap.append(Data(repeating: 200, count: 75))
            try withFile(pixmap) { path in
                let words = size.split(separator: " ").joined(separator: " by ")
                let problem = isRefused ? "has \(words) pixels; the limit is 50000000 in all" : nil
                #expect(Picture.problem(with: path) == problem)
                #expect((Picture(path: path) == nil) == isRefused)
            }
        }
    }
}
