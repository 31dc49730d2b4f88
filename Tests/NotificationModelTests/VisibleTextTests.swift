// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Testing

/// Foreign text stays in its own field, and text in every language is unchanged.
@Suite struct VisibleTextTests {
    /// A row of the table, printed with its invisible characters escaped.
    struct Row: CustomTestStringConvertible {
        let text: String
        let line: String

        init(_ text: String, _ line: String) { (self.text, self.line) = (text, line) }

        var testDescription: String { text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
    }

    @Test(arguments: [
        Row("plain", "plain"), Row("a\u{1B}[31mb\u{7}\u{0}\u{9B}2J", "a[31mb2J"),
        // Overrides are removed; open embeddings are closed; closing characters without an opening are removed.
        Row("\u{202E}gnp.exe", "gnp.exe"), Row("a\u{202D}b\u{202C}c\u{202C}", "abc"),
        Row("\u{202B}abc", "\u{202B}abc\u{202C}"), Row("\u{2067}abc", "\u{2067}abc\u{2069}"),
        Row("\u{2068}שלום\u{2069}!", "\u{2068}שלום\u{2069}!"), Row("a\u{2069}b\u{202C}c", "abc"),
        Row("\u{2067}\u{202B}a", "\u{2067}\u{202B}a\u{202C}\u{2069}"),
        Row("\u{2067}\u{202B}a\u{2069}b", "\u{2067}\u{202B}a\u{202C}\u{2069}b"),
        Row("\u{202B}\u{2067}a\u{202C}b", "\u{202B}\u{2067}ab\u{2069}\u{202C}"),
        Row("\u{2067}one\nb", "\u{2067}one\u{2069} b"),
        Row(
            String(repeating: "\u{2067}", count: 5000) + "x",
            String(repeating: "\u{2067}", count: 8) + "x" + String(repeating: "\u{2069}", count: 8)),
        // Characters that are drawn as nothing.
        Row("Bel\u{200B}fry\u{FEFF}\u{2060}\u{AD}\u{180E}\u{FFF9}\u{3164}", "Belfry"),
        Row("\u{E0041}\u{E0042}hidden", "hidden"),
        // Line ends of all kinds.
        Row("a\r\nb\rc\u{2028}d\u{2029}e\u{85}f\u{B}g\u{C}h\ti", "a b c d e f g h i"),
        // Stacked accents, and an accent without a base.
        Row("a" + String(repeating: "\u{336}", count: 500) + "b", "a" + String(repeating: "\u{336}", count: 8) + "b"),
        Row("\u{301}a", "a"), Row("a\n\u{301}b", "a b"),
        // Natural languages.
        Row("Ann sagt „é e\u{301} ñ“", "Ann sagt „é e\u{301} ñ“"), Row("می‌خواهم", "می‌خواهم"),
        Row("a\u{200F}!", "a\u{200F}!"),
        Row("בְּרֵאשִׁ֖ית", "בְּרֵאשִׁ֖ית"), Row("བརྒྱུད", "བརྒྱུད"), Row("क्‍ष ক্ষ", "क्‍ष ক্ষ"), Row("日本 語", "日本 語"), Row("각", "각"),
        Row("👩‍👩‍👧 ❤️ 🇫🇷 👍🏽 1️⃣", "👩‍👩‍👧 ❤️ 🇫🇷 👍🏽 1️⃣"),
        Row(
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"),
    ])
    func `a line has no effect outside its own place`(row: Row) {
        #expect(
            VisibleText.line(row.text).unicodeScalars.elementsEqual(row.line.unicodeScalars),
            "\(VisibleText.line(row.text).debugDescription)")
        // A second cleaning changes nothing.
        #expect(VisibleText.line(row.line) == row.line)
    }

    @Test func `lines stay lines, and embeddings end with their line`() {
        #expect(VisibleText.lines("a\r\n\tb\u{2028}c") == "a\n\tb\nc")
        #expect(VisibleText.lines("\u{2067}a\nb\u{202B}") == "\u{2067}a\u{2069}\nb\u{202B}\u{202C}")
    }

    @Test func `every open embedding is closed, in any order`() {
        var generator = SystemRandomNumberGenerator()
        let marks: [Unicode.Scalar] = Array(
            "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}a\n".unicodeScalars)
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<12 { text.append(marks.randomElement(using: &generator) ?? "a") }
            for line in VisibleText.lines(String(text)).split(separator: "\n") {
                var open: [Unicode.Scalar] = []
                for scalar in line.unicodeScalars where VisibleText.turns(scalar) {
                    switch scalar {
                    case "\u{202C}": #expect(open.popLast().map { $0 == "\u{202A}" || $0 == "\u{202B}" } == true)
                    case "\u{2069}": #expect(open.popLast().map { $0 >= "\u{2066}" } == true)
                    default: open.append(scalar)
                    }
                }
                #expect(open.isEmpty, "\(String(text).debugDescription)")
            }
        }
    }
}
