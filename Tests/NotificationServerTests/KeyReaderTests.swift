// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct KeyReaderTests {
    @Test(
        arguments: [
            ("1d", [.character("1"), .character("d")]),
            ("\r\n", [.enter, .enter]),
            ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D\u{1B}[Z\t", [.up, .down, .right, .left, .backTab, .tab]),
            ("\u{1B}", [.escape]),
            ("\u{1B}[15~x", [.character("x")]),
            (
                "\u{7F}\u{08}\u{15}\u{17}\u{04}\u{0C}\u{1A}\u{1C}",
                [.backspace, .backspace, .eraseLine, .eraseWord, .endOfInput, .redraw, .suspend, .quit]
            ),
            ("é日", [.character("é"), .character("日")]),
            ("\u{01}", []),
        ] as [(String, [Key])])
    func `bytes are decoded into keys`(text: String, keys: [Key]) {
        var reader = KeyReader()
        #expect(reader.keys(in: Array(text.utf8)) == keys)
    }

    @Test func `a character whose bytes arrive one by one is one key`() {
        var reader = KeyReader()
        let keys = Array("日".utf8).map { reader.keys(in: [$0]) }

        #expect(keys == [[], [], [.character("日")]])
    }

    @Test func `invalid bytes are skipped`() {
        var reader = KeyReader()
        #expect(
            reader.keys(in: [0xFF, 0x80, 0x61, 0xE2, 0x28, 0xA1, 0x62]) == [
                .character("a"), .character("("), .character("b"),
            ])
    }
}
