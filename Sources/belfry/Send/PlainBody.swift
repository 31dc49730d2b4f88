// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// The body of notify-send, which has escapes and may be markup, as the plain text of a request.
enum PlainBody {
    /// `\n` and its kin are taken as notify-send takes them; well-formed markup loses its tags.
    ///
    /// A text that is no markup, such as `a < b`, stays as it is: the agent escapes it where the server wants that.
    static func text(of argument: String) -> String {
        let unescaped = argument.contains("\\") ? compressed(argument) : argument
        guard unescaped.contains("&") || unescaped.contains("<") else { return unescaped }
        return withoutMarkup(unescaped) ?? unescaped
    }

    private static func compressed(_ text: String) -> String {
        guard let result = g_strcompress(text) else { return text }
        defer { g_free(result) }
        return String(cString: result)
    }

    /// The elements of the specification's markup; anything else is not meant as such.
    private static let elements: Set = ["belfry", "b", "i", "u", "a", "img"]

    /// Collects what is between the tags.
    private final class Collector {
        var text = ""
    }

    /// Nil for what is not well-formed.
    private static func withoutMarkup(_ text: String) -> String? {
        // GLib keeps the pointer as long as the context lives; it is never freed, as the process ends soon.
        let parser = UnsafeMutablePointer<GMarkupParser>.allocate(capacity: 1)
        parser.initialize(to: GMarkupParser())
        parser.pointee.start_element = { _, name, _, _, _, error in
            guard let name, !PlainBody.elements.contains(String(cString: name)) else { return }
            g_set_error_literal(error, g_markup_error_quark(), Int32(G_MARKUP_ERROR_UNKNOWN_ELEMENT.rawValue), "")
        }
        parser.pointee.text = { _, text, length, data, _ in
            guard let text, let data else { return }
            let bytes = UnsafeBufferPointer(start: text, count: Int(length)).map { UInt8(bitPattern: $0) }
            Unmanaged<Collector>.fromOpaque(data).takeUnretainedValue().text += String(decoding: bytes, as: UTF8.self)
        }
        let collector = Collector()
        return withExtendedLifetime(collector) {
            guard
                let context = g_markup_parse_context_new(
                    parser, GMarkupParseFlags(0), Unmanaged.passUnretained(collector).toOpaque(), nil)
            else { return nil }
            defer { g_markup_parse_context_free(context) }
            let document = "<belfry>\(text)</belfry>"
            guard g_markup_parse_context_parse(context, document, document.utf8.count, nil) != 0,
                g_markup_parse_context_end_parse(context, nil) != 0
            else { return nil }
            return collector.text
        }
    }
}
