// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import NotificationModel

@testable import NotificationServer
@testable import belfry

/// Texts that are shown: harmless after cleaning, whatever they contain, and unchanged by a second cleaning.
enum MarkedTexts {
    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        try readForTerminal(text)
        try readForServers(text)
        try readAsMarkup(text)
        if !text.utf8.contains(0) {
            let body = SendBody(text).text
            try Finding.unless(body.utf8.count <= text.utf8.count, "\(text) grew to \(body)")
        }
    }

    private static func readForTerminal(_ text: String) throws {
        let block = SafeText.block(text)
        try checkHarmless(block, "\n")
        try Finding.unless(SafeText.block(block) == block, "a block is not safe yet: \(block)")
        let line = SafeText.line(text)
        try checkHarmless(line, "")
        try Finding.unless(SafeText.line(line) == line, "a line is not safe yet: \(line)")
        let pieces = Markup(text).pieces
        for piece in pieces { try checkHarmless(piece.text, "\n") }
        for width in [1, 17, 80] {
            let lines = LineWrap.lines(of: pieces, width: width)
            // A character of two cells does not fit into one cell.
            for line in lines { try Finding.unless(line.width <= max(width, 2), "wider than \(width): \(line)") }
            let kept = lines.flatMap { $0 }.plain.unicodeScalars.filter { $0 != " " }
            try Finding.unless(
                kept.elementsEqual(pieces.plain.unicodeScalars.filter { $0 != " " && $0 != "\n" }),
                "letters are lost: \(text)")
        }
        // Text without markup, escaped, is shown unchanged.
        try Finding.unless(
            Markup(PlainText.escaped(text)).pieces.plain == block,
            "shown as \(Markup(PlainText.escaped(text)).pieces.plain)")
    }

    /// Checks that cleaned markup is well-formed for any parser, and unchanged by a second cleaning.
    private static func readAsMarkup(_ text: String) throws {
        for support in [BodyMarkup.Support(links: true, images: true), .init(links: false, images: false)] {
            let cleaned = BodyMarkup(text).cleaned(for: support)
            try Finding.unless(BodyMarkup(cleaned).cleaned(for: support) == cleaned, "not clean yet: \(cleaned)")
            try checkWellFormed(cleaned)
        }
        let plain = BodyMarkup(text).plainText
        try Finding.unless(PlainText.clean(plain, keepingLines: true) == plain, "not plain yet: \(plain)")
        let confined = BodyMarkup(text).confined(toSchemes: ["https"])
        try Finding.unless(!confined.contains("<img"), "a picture in \(confined)")
    }

    /// Checks that there are only the tags of the specification, each with its end, and no lone `&`.
    static func checkWellFormed(_ markup: String) throws {
        let bytes = Array(markup.utf8)
        var open: [String] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            index += 1
            if rest.first == UInt8(ascii: "&") {
                let entities = ["&amp;", "&lt;", "&gt;", "&quot;"]
                try Finding.unless(entities.contains { rest.starts(with: $0.utf8) }, "a lone & in \(markup)")
            }
            guard rest.first == UInt8(ascii: "<") else { continue }
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
                throw Finding("a tag without end in \(markup)")
            }
            index = end + 1
            let tag = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
            let name = String(tag.prefix { $0 != " " })
            if name == "img" { continue }
            if name.hasPrefix("/") {
                try Finding.unless(open.popLast() == String(name.dropFirst()), "<\(tag)> in \(markup)")
            } else {
                open.append(name)
                try Finding.unless(["a", "b", "i", "u"].contains(name), "<\(tag)> in \(markup)")
            }
        }
        try Finding.unless(open.isEmpty, "\(open) without end in \(markup)")
    }

    private static func readForServers(_ text: String) throws {
        let clean = PlainText.clean(text, keepingLines: true)
        try Finding.unless(PlainText.clean(clean, keepingLines: true) == clean, "not clean yet: \(clean)")
        try Finding.unless(
            clean.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control },
            "a control character in \(clean)")
        try Finding.unless(!PlainText.clean(text, keepingLines: false).utf8.contains(10), "a second line in \(text)")
        let escaped = PlainText.escaped(clean)
        try Finding.unless(
            !escaped.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }, "a tag: \(escaped)")
        let untagged = PlainText.withoutTags(clean)
        try Finding.unless(PlainText.withoutTags(untagged) == untagged, "a tag is left: \(untagged)")
        _ = PlainText.doublingMarks(clean)
    }

    /// Checks that there are no terminal control characters, and none that change the direction of a line.
    static func checkHarmless(_ text: String, _ allowed: String) throws {
        for scalar in text.unicodeScalars where !allowed.unicodeScalars.contains(scalar) {
            let isHarmful =
                switch scalar.value {
                case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
                default: false
                }
            try Finding.unless(!isHarmful, "U+\(String(scalar.value, radix: 16)) in \(text)")
        }
    }
}
