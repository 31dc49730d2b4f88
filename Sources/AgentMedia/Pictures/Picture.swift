// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGdkPixbuf
package import DBus
import FoundationEssentials
import NotificationModel

/// A picture in the form for notification servers: RGBA without padding, at most 256 by 256 pixels.
///
/// Servers disagree on all other forms of pictures (quirk 46 of `quirks.tsv`). Pictures are decoded only in a separate
/// process: see ``PictureDecoder``.
package struct Picture: Hashable, Sendable {
    let width: Int32
    let height: Int32
    let pixels: [UInt8]

    /// The longest side of a picture, in pixels.
    static let side: Int32 = 256
    /// The longest side, in pixels, to which a picture is decoded when only a small part of it is shown.
    private static let largestSide = 4096.0
    /// The largest number of pixels that may be decoded to reach a frame of an animated picture.
    private static let framePixels = 500_000_000

    /// The value of the hint `image-data`, `(iiibiiay)`.
    package var value: Value {
        .structure([
            .int32(width), .int32(height), .int32(width * 4), .boolean(true), .int32(8), .int32(4), .bytes(pixels),
        ])
    }
}

extension Picture {
    /// Decodes a picture file, turns it upright, fits `crop` into a square of ``side``; enlarges only vector pictures.
    ///
    /// Blocks; call it off the event loop. The result is nil if the file is missing, broken, too large or no picture.
    /// The frames of an animated picture count from 0.
    init?(path: String, crop: PictureCrop = .whole, frame: Int = 0) {
        guard let header = PictureHeader(path: path), !header.isTooLarge,
            let loaded = Self.load(path, header, crop, frame)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
        guard let upright = gdk_pixbuf_apply_embedded_orientation(loaded) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        guard let part = Self.part(of: upright, crop) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(part)) }
        guard let fitting = Self.fitted(part) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(fitting)) }
        guard let pixbuf = gdk_pixbuf_add_alpha(fitting, 0, 0, 0, 0) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let (width, height) = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
        let rowStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        guard width > 0, height > 0, let bytes = gdk_pixbuf_read_pixels(pixbuf) else { return nil }
        let row = Int(width) * 4
        let pixels = (0..<Int(height)).flatMap { UnsafeBufferPointer(start: bytes + $0 * rowStride, count: row) }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// Returns why a file can't be shown, as the end of a sentence; nil for a picture that can be shown.
    ///
    /// Decodes the file, and blocks the thread; call it off the event loop.
    static func problem(with path: String) -> String? {
        guard let header = PictureHeader(path: path) else { return PictureHeader.problem(with: path) }
        guard !header.isTooLarge else {
            return "has \(header.width) by \(header.height) pixels; the limit is \(Limits.attachmentPixels) in all"
        }
        let isComplete = FileManager.default.contents(atPath: path).map(PictureCompleteness.isComplete) ?? false
        return isComplete && Picture(path: path) != nil ? nil : "is a broken picture: it can't be decoded"
    }

    /// Decodes a picture at the smallest size that suffices for the crop, or one frame of an animated picture.
    private static func load(
        _ path: String, _ header: PictureHeader, _ crop: PictureCrop, _ frame: Int
    ) -> OpaquePointer? {
        if header.mayMove, frame > 0 {
            guard let animation = gdk_pixbuf_animation_new_from_file(path, nil) else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(animation)) }
            let steps = min(frame, framePixels / max(header.width * header.height, 1))
            return belfry_animation_frame(animation, Int32(steps))
        }
        // The picture may be rotated later, so either side of the crop must be large enough.
        let longest = Double(max(header.width, header.height))
        let scale = Double(side) / (longest * (crop == .whole ? 1 : min(crop.width, crop.height)))
        guard scale < 1 || header.isScalable else { return gdk_pixbuf_new_from_file(path, nil) }
        let target = Int32(min((longest * scale).rounded(.up), largestSide))
        return gdk_pixbuf_new_from_file_at_scale(path, target, target, 1, nil)
    }

    private static func part(of pixbuf: OpaquePointer, _ crop: PictureCrop) -> OpaquePointer? {
        let size = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
        guard crop != .whole, size.0 > 0, size.1 > 0 else { return kept(pixbuf) }
        let pixels = crop.pixels(of: size)
        return gdk_pixbuf_new_subpixbuf(pixbuf, pixels.x, pixels.y, pixels.width, pixels.height)
    }

    private static func fitted(_ pixbuf: OpaquePointer) -> OpaquePointer? {
        let size = (width: gdk_pixbuf_get_width(pixbuf), height: gdk_pixbuf_get_height(pixbuf))
        let scale = Double(side) / Double(max(size.width, size.height))
        guard scale < 1 else { return kept(pixbuf) }
        func scaled(_ length: Int32) -> Int32 { max(Int32((Double(length) * scale).rounded()), 1) }
        return gdk_pixbuf_scale_simple(pixbuf, scaled(size.width), scaled(size.height), GDK_INTERP_BILINEAR)
    }

    private static func kept(_ pixbuf: OpaquePointer) -> OpaquePointer {
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return pixbuf
    }
}

extension Attachment {
    /// The requested frame of an animated picture, from 0.
    var thumbnailFrame: Int { thumbnailTime.map { Int(min($0, 1_000_000)) } ?? 0 }
}

/// The part of a picture to show, in fractions of its sides from the upper left corner.
struct PictureCrop: Hashable, Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    static let whole = PictureCrop(x: 0, y: 0, width: 1, height: 1)
}

extension PictureCrop {
    /// Creates the crop from an attachment's rectangle, cut to the picture; without a rectangle, the whole picture.
    init(_ rectangle: [Double]?) {
        guard let rectangle, rectangle.count == 4, rectangle[2] > 0, rectangle[3] > 0, rectangle[0] < 1,
            rectangle[1] < 1
        else {
            self = .whole
            return
        }
        let (x, y) = (rectangle[0], rectangle[1])
        self.init(x: x, y: y, width: min(rectangle[2], 1 - x), height: min(rectangle[3], 1 - y))
    }

    /// Returns the crop in pixels of a picture of this size, at least one pixel wide and high.
    func pixels(of size: (width: Int32, height: Int32)) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
        func span(_ start: Double, _ length: Double, _ side: Int32) -> (Int32, Int32) {
            let begin = min(Int32((start * Double(side)).rounded()), side - 1)
            return (begin, min(max(Int32((length * Double(side)).rounded()), 1), side - begin))
        }
        let (left, wide) = span(x, width, size.width)
        let (top, high) = span(y, height, size.height)
        return (left, top, wide, high)
    }
}
