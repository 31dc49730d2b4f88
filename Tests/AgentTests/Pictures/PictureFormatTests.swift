// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMedia
import FoundationEssentials
import NotificationModel
import Testing

/// Each format that people attach: decoded upright and complete; huge and broken ones are refused.
@Suite struct PictureFormatTests {
    private func withFile<Result>(_ bytes: Data, _ body: (String) throws -> Result) throws -> Result {
        try PictureTests().withFile(bytes, body)
    }

    /// The colour in the middle of the left or the right half of the first row, if it is mostly red, green or blue.
    private func colours(_ picture: Picture) -> [Character] {
        let row = Int(picture.width)
        return [row / 4, row * 3 / 4].map { column in
            let pixel = Array(picture.pixels[(column * 4)..<(column * 4 + 3)])
            return switch pixel.map({ $0 > 200 }) {
            case [true, false, false]: "r"
            case [false, true, false]: "g"
            case [false, false, true]: "b"
            default: "?"
            }
        }
    }

    @Test(arguments: PictureSamples.all)
    func `each format is decoded in its own size, a drawing in Belfry's size`(sample: PictureSamples.Sample) throws {
        try withFile(sample.bytes) { path in
            #expect(Picture.problem(with: path) == nil)
            let picture = try #require(Picture(path: path))
            #expect([picture.width, picture.height] == (sample.name == "svg" ? [256, 128] : [16, 8]))
            #expect(picture.pixels.count == Int(picture.width * picture.height) * 4)
            #expect(colours(picture) == ["r", "b"])
        }
    }

    @Test(arguments: PictureSamples.all)
    func `a broken file of each format is refused`(sample: PictureSamples.Sample) throws {
        for rest in [sample.bytes.count / 2, 30] {
            try withFile(sample.bytes.prefix(rest)) { path in
                let problem = Picture.problem(with: path)
                #expect(problem?.contains("picture") == true, "\(sample.name) \(rest)")
            }
        }
    }

    @Test(arguments: PictureSamples.bombs)
    func `a file of each format that claims a huge size is refused before decoding`(
        sample: PictureSamples.Sample
    ) throws {
        try withFile(sample.bytes) { path in
            #expect(Picture.problem(with: path)?.hasSuffix("pixels; the limit is 50000000 in all") == true)
            #expect(Picture(path: path) == nil)
        }
    }

    @Test func `compressed drawings are not unpacked`() throws {
        // librsvg's compressed drawings may unpack to a thousand times their size.
        let packed = try #require(Data(base64Encoded: PictureSamples.packedDrawing))
        try withFile(packed) { path in
            #expect(Picture.problem(with: path) == "is compressed: unpack it first")
            #expect(Picture(path: path) == nil)
        }
    }

    @Test func `a photograph that was taken sideways is turned upright`() throws {
        // Orientation 6: the left side of the file is the top of the picture.
        try withFile(PictureSamples.jpegOnItsSide) { path in
            let picture = try #require(Picture(path: path))
            #expect([picture.width, picture.height] == [8, 16])
            #expect(colours(picture) == ["r", "r"])
            // The lower end of the visible picture.
            let lower = try #require(Picture(path: path, crop: PictureCrop([0, 0.75, 1, 0.25])))
            #expect([lower.width, lower.height] == [8, 4] && colours(lower) == ["b", "b"])
        }
    }

    @Test func `a clipping rectangle selects the part that is shown, and does not enlarge it`() throws {
        let png = try #require(PictureSamples.all.first { $0.name == "png" })
        try withFile(png.bytes) { path in
            let right = try #require(
                Picture(Attachment(url: path, thumbnailClippingRect: [0.5, 0.25, 0.5, 0.5])))
            #expect([right.width, right.height] == [8, 4] && colours(right) == ["b", "b"])
            // A rectangle beyond the edge is cut; an empty one means the whole picture.
            let corner = try #require(Picture(path: path, crop: PictureCrop([0.75, 0, 1, 1])))
            #expect([corner.width, corner.height] == [4, 8])
            #expect(Picture(path: path, crop: PictureCrop([0, 0, 0, 1]))?.width == 16)
            #expect(Picture(path: path, crop: PictureCrop([0.999, 0.999, 0.001, 0.001]))?.pixels.count == 4)
        }
    }

    @Test func `a part of a large picture is as sharp as possible`() throws {
        // 1024 by 512: red, except for a blue square of 256 in the lower right.
        var pixmap = Data("P6 1024 512 255\n".utf8)
        for y in 0..<512 {
            for x in 0..<1024 { pixmap.append(contentsOf: x >= 768 && y >= 256 ? [0, 0, 255] : [255, 0, 0]) }
        }
        try withFile(pixmap) { path in
            let square = try #require(Picture(path: path, crop: PictureCrop([0.75, 0.5, 0.25, 0.5])))
            #expect([square.width, square.height] == [256, 256])
            #expect(colours(square) == ["b", "b"])
            let half = try #require(Picture(path: path, crop: PictureCrop([0, 0.5, 1, 0.5])))
            #expect([half.width, half.height] == [256, 64])
        }
    }

    @Test(arguments: [(nil, "r"), (0, "r"), (1, "g"), (2, "b"), (1.9, "g")] as [(Double?, Character)])
    func `a frame of an animated picture can be selected`(time: Double?, colour: Character) throws {
        try withFile(PictureSamples.animated) { path in
            let picture = try #require(Picture(Attachment(url: path, thumbnailTime: time)))
            #expect([picture.width, picture.height] == [2, 2])
            #expect(colours(picture).first == colour)
        }
    }

    @Test func `a frame far beyond the last one costs little time`() throws {
        try withFile(PictureSamples.animated) { path in
            #expect(Picture(Attachment(url: path, thumbnailTime: 1e300))?.width == 2)
        }
    }
}

extension Picture {
    /// Decodes the thumbnail of an attachment in this process; nil if it can't be shown.
    fileprivate init?(_ attachment: NotificationModel.Attachment) {
        self.init(
            path: attachment.url, crop: PictureCrop(attachment.thumbnailClippingRect), frame: attachment.thumbnailFrame)
    }
}
