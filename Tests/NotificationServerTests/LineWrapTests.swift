// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct LineWrapTests {
    private func wrap(_ text: String, _ width: Int) -> [String] {
        LineWrap.lines(of: [StyledText(text)], width: width).map(\.plain)
    }

    @Test(arguments: [
        ("the tea is ready", 7, ["the tea", "is", "ready"]),
        ("the tea is ready", 16, ["the tea is ready"]),
        ("one\ntwo\n\nthree", 20, ["one", "two", "", "three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("a abcdefgh", 4, ["a", "abcd", "efgh"]),
        ("  indented", 20, ["  indented"]),
        ("wide  gap", 20, ["wide  gap"]),
        ("日本語テキスト", 6, ["日本語", "テキス", "ト"]),
        ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5, ["👩‍👩‍👧👩‍👩‍👧", "👩‍👩‍👧"]),
        ("日本", 1, ["日", "本"]),
        ("", 10, [""]),
        ("ab", 0, ["a", "b"]),
    ])
    func `lines break at spaces, else between characters`(text: String, width: Int, lines: [String]) {
        #expect(wrap(text, width) == lines)
    }

    @Test func `a word of two styles is not broken between them`() {
        let lines = LineWrap.lines(of: [StyledText("see "), StyledText("bo", .bold), StyledText("ld")], width: 6)

        #expect(lines == [[StyledText("see")], [StyledText("bo", .bold), StyledText("ld")]])
    }

    @Test func `no line is wider than the limit`() {
        let text = String(repeating: "日本 word 👩‍👩‍👧 longer-word ", count: 50)
        for width in 2...30 {
            #expect(LineWrap.lines(of: [StyledText(text)], width: width).allSatisfy { $0.width <= width })
        }
    }
}
