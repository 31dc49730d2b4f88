// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "red"),
        ("a\u{1B}[2J\u{1B}[1;1Hb", "ab"),
        ("\u{1B}]0;a title\u{07}text", "text"),
        ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        ("\u{1B}Pq#0;2\u{1B}\\after", "after"),
        ("\u{9B}31mred", "red"),
        ("\u{1B}(Bascii", "ascii"),
        ("\u{1B}cfull reset", "full reset"),
        ("ends with \u{1B}", "ends with "),
        ("\u{1B}[", ""),
        ("\u{1B}]never ended\nnext", "\nnext"),
        ("bell\u{07} back\u{08} null\u{00} del\u{7F}", "bell back null del"),
        ("one\r\ntwo\rthree\u{2028}four\u{85}five", "one\ntwo\nthree\nfour\nfive"),
        ("tab\there", "tab here"),
        ("\u{202E}gnp.exe\u{202C}", "gnp.exe"),
        ("👩‍👩‍👧 é 日本", "👩‍👩‍👧 é 日本"),
    ])
    func `text of strangers loses what a terminal would obey`(text: String, safe: String) {
        #expect(SafeText.block(text) == safe)
    }

    @Test func `one line has no line breaks and no runs of spaces`() {
        #expect(SafeText.line("  a\n\n b\t\u{1B}[1mc  ") == "a b c")
    }
}
