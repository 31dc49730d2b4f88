// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import Agent
@testable import NotificationServer
@testable import belfry

/// Texts that are shown: harmless whatever is in them, and made harmless once is for good.
enum MarkedTexts {
    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        try readForTerminal(text)
        try readForServers(text)
        if !text.utf8.contains(0) {
            let plain = PlainBody.text(of: text)
            try Finding.unless(plain.utf8.count <= text.utf8.count, "\(text) grew to \(plain)")
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
            // A character of two cells does not fit into one.
            for line in lines { try Finding.unless(line.width <= max(width, 2), "wider than \(width): \(line)") }
            let kept = lines.flatMap { $0 }.plain.unicodeScalars.filter { $0 != " " }
            try Finding.unless(
                kept.elementsEqual(pieces.plain.unicodeScalars.filter { $0 != " " && $0 != "\n" }),
                "letters are lost: \(text)")
        }
        // What is no markup, escaped, is shown as it is.
        try Finding.unless(
            Markup(PlainText.escaped(text)).pieces.plain == block,
            "shown as \(Markup(PlainText.escaped(text)).pieces.plain)")
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

    /// Nothing that a terminal obeys, or that turns the order of a line.
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
