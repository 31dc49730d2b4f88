// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("tea", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("ﾊ", 1), ("Ａ", 2),
        ("🍵", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("a\u{200B}b", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2),
    ])
    func `a text is as wide as a terminal draws it`(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }
}
