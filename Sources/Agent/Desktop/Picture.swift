// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGdkPixbuf
import DBus
import FoundationEssentials
import NotificationModel

/// A picture as notification servers take it: tight RGBA, at most 256 by 256.
///
/// Four channels and no padding, because servers disagree on everything else (quirk 46).
struct Picture: Hashable, Sendable {
    let width: Int32
    let height: Int32
    let pixels: [UInt8]

    /// The longest side, in pixels.
    static let side: Int32 = 256

    /// Reads a file and fits it into a square of ``side``.
    ///
    /// Blocking; call it off the loop. Nil for a file that is gone, broken, over the limit, or not a picture.
    init?(path: String) {
        guard let size = Self.size(of: path), !Self.isTooLarge(size) else { return nil }
        let fits = size.width <= Self.side && size.height <= Self.side
        let loaded =
            fits
            ? gdk_pixbuf_new_from_file(path, nil)
            : gdk_pixbuf_new_from_file_at_scale(path, Self.side, Self.side, 1, nil)
        guard let loaded else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
        guard let pixbuf = gdk_pixbuf_add_alpha(loaded, 0, 0, 0, 0) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        width = gdk_pixbuf_get_width(pixbuf)
        height = gdk_pixbuf_get_height(pixbuf)
        let rowStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        guard width > 0, height > 0, let bytes = gdk_pixbuf_read_pixels(pixbuf) else { return nil }
        let row = Int(width) * 4
        pixels = (0..<Int(height)).flatMap { line in
            UnsafeBufferPointer(start: bytes + line * rowStride, count: row)
        }
    }

    /// The hint `image-data`, `(iiibiiay)`.
    var value: Value {
        .structure([
            .int32(width), .int32(height), .int32(width * 4), .boolean(true), .int32(8), .int32(4),
            .bytes(pixels),
        ])
    }

    /// What keeps a file from being shown, as the end of a sentence; nil for a picture.
    ///
    /// Decodes it once, so blocking; call it off the loop.
    static func problem(with path: String) -> String? {
        guard let size = size(of: path) else { return "is not a picture" }
        guard !isTooLarge(size) else {
            return "has \(size.width) by \(size.height) pixels; the limit is \(Limits.attachmentPixels) in all"
        }
        return Picture(path: path) == nil ? "is a broken picture: it can't be decoded" : nil
    }

    /// What the file's beginning says, if it begins like a picture that can be read.
    private static func size(of path: String) -> (width: Int32, height: Int32)? {
        var size = (width: Int32(0), height: Int32(0))
        return gdk_pixbuf_get_file_info(path, &size.width, &size.height) == nil ? nil : size
    }

    private static func isTooLarge(_ size: (width: Int32, height: Int32)) -> Bool {
        Int(size.width) * Int(size.height) > Limits.attachmentPixels
    }
}
