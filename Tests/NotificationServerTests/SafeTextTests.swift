// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct SafeTextTests {
    /// A row of the table, printed with its control characters escaped.
    struct Row: CustomTestStringConvertible {
        let text: String
        let safe: String

        init(_ text: String, _ safe: String) { (self.text, self.safe) = (text, safe) }

        var testDescription: String {
            text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        }
    }

    @Test(arguments: [
        Row("\u{1B}[31mred\u{1B}[0m", "red"),
        Row("a\u{1B}[2J\u{1B}[1;1Hb", "ab"),
        Row("\u{1B}]0;a title\u{07}text", "text"),
        Row("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        Row("\u{1B}Pq#0;2\u{1B}\\after", "after"),
        Row("\u{9B}31mred", "red"),
        Row("\u{1B}(Bascii", "ascii"),
        Row("\u{1B}cfull reset", "full reset"),
        Row("ends with \u{1B}", "ends with "),
        Row("\u{1B}[", ""),
        Row("\u{1B}]never ended\nnext", "\nnext"),
        Row("bell\u{07} back\u{08} null\u{00} del\u{7F}", "bell back null del"),
        Row("one\r\ntwo\rthree\u{2028}four\u{85}five", "one\ntwo\nthree\nfour\nfive"),
        Row("tab\there", "tab here"),
        Row("\u{202E}gnp.exe\u{202C}", "gnp.exe"),
        Row("👩‍👩‍👧 é 日本", "👩‍👩‍👧 é 日本"),
    ])
    func `control characters are removed from foreign text`(row: Row) {
        #expect(SafeText.block(row.text) == row.safe)
    }

    @Test func `one line has no line breaks and no runs of spaces`() {
        #expect(SafeText.line("  a\n\n b\t\u{1B}[1mc  ") == "a b c")
    }
}
