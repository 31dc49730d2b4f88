// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGdkPixbuf
import Glibc
import NotificationModel

/// The header of a picture file, read without decoding.
struct PictureHeader: Hashable, Sendable {
    /// The picture's size in pixels; for a vector picture, the size that the file suggests.
    let width: Int
    let height: Int
    let isScalable: Bool
    /// Whether the file may be an animated picture with several frames.
    let mayMove: Bool

    /// Reads the header; nil if the file is no picture, or if no loader for its format is installed.
    ///
    /// Blocks the thread.
    init?(path: String) {
        // A compressed file could grow without end when it is unpacked.
        guard MediaFile.beginning(of: path)?.starts(with: [0x1f, 0x8b]) != true else { return nil }
        var size = (width: Int32(0), height: Int32(0))
        guard let format = gdk_pixbuf_get_file_info(path, &size.width, &size.height), size.width > 0, size.height > 0
        else { return nil }
        width = Int(size.width)
        height = Int(size.height)
        isScalable = gdk_pixbuf_format_is_scalable(format) != 0
        let name = gdk_pixbuf_format_get_name(format)
        defer { g_free(name) }
        mayMove = name.map { String(cString: $0) } == "gif"
    }

    /// Whether decoding the picture would take too much memory.
    var isTooLarge: Bool { width.multipliedReportingOverflow(by: height).partialValue > Limits.attachmentPixels }

    /// The formats whose gdk-pixbuf loader may be missing, with Debian's packages.
    private static let loaders: [(name: String, words: String, package: String)] = [
        ("webp", "WebP", "webp-pixbuf-loader"), ("svg", "SVG", "librsvg2-common"),
        ("avif", "AVIF", "libavif-gdk-pixbuf"), ("heif", "HEIF", "heif-gdk-pixbuf"),
        ("jxl", "JPEG XL", "libjxl-gdk-pixbuf"), ("png", "PNG", "libgdk-pixbuf-2.0-0"),
        ("jpeg", "JPEG", "libgdk-pixbuf-2.0-0"), ("gif", "GIF", "libgdk-pixbuf-2.0-0"),
    ]

    /// Returns why a file has no readable picture header, as the end of a sentence.
    static func problem(with path: String) -> String {
        let bytes = MediaFile.beginning(of: path, atMost: 1024) ?? []
        if bytes.starts(with: [0x1f, 0x8b]) { return "is compressed: unpack it first" }
        guard let format = format(of: bytes), let loader = loaders.first(where: { $0.name == format }) else {
            return "is not a picture"
        }
        guard belfry_loads(format) == 0 else { return "is a broken picture: it can't be decoded" }
        return "is a \(loader.words) picture, and gdk-pixbuf has no loader for it here: install \(loader.package)"
    }

    /// Returns the format of a file by its first bytes; nil for an unknown format.
    private static func format(of bytes: [UInt8]) -> String? {
        func has(_ text: String, at start: Int = 0) -> Bool { bytes.dropFirst(start).starts(with: text.utf8) }
        if has("PNG\r\n", at: 1) { return "png" }
        if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "jpeg" }
        if has("GIF8") { return "gif" }
        if has("RIFF"), has("WEBP", at: 8) { return "webp" }
        if has("ftypavif", at: 4) { return "avif" }
        if has("ftyphei", at: 4) || has("ftypmif1", at: 4) { return "heif" }
        if bytes.starts(with: [0xff, 0x0a]) || has("JXL ", at: 4) { return "jxl" }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("<svg") ? "svg" : nil
    }
}

/// The picture formats that gdk-pixbuf reads with the installed modules.
package enum PictureFormats {
    /// Returns the names of all formats that can be read, such as `png`.
    package static func readable() -> Set<String> {
        var names: Set<String> = []
        let list = gdk_pixbuf_get_formats()
        defer { g_slist_free(list) }
        for index in 0..<g_slist_length(list) {
            let format = g_slist_nth_data(list, index).map(OpaquePointer.init)
            if let name = gdk_pixbuf_format_get_name(format) {
                names.insert(String(cString: name))
                g_free(name)
            }
        }
        return names
    }
}
