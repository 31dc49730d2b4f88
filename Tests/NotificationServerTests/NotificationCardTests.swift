// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer
import Testing

/// The lines that a person sees.
@Suite struct NotificationCardTests {
    private func text(_ card: NotificationCard, width: Int) -> String {
        card.lines(width: width).map(\.plain).joined(separator: "\n")
    }

    private func reminder() throws -> ReceivedNotification {
        try .fixture(
            body: "It has been steeping for <b>three</b> minutes &amp; a bit.",
            actions: ["default", "Open", "snooze", "Snooze 5 min", "inline-reply", "Reply"])
    }

    @Test func `a notification at 40 columns`() throws {
        #expect(
            text(NotificationCard(try reminder(), time: "14:05"), width: 40) == """
                ● #1 Kitchen · 14:05
                  Tea is ready
                  It has been steeping for three minutes
                  & a bit.
                  [1] Snooze 5 min  [r] Reply
                  [Enter] Open  [d] Dismiss
                """)
    }

    @Test func `the same notification at 80 columns`() throws {
        #expect(
            text(NotificationCard(try reminder(), time: "14:05"), width: 80) == """
                ● #1 Kitchen · 14:05
                  Tea is ready
                  It has been steeping for three minutes & a bit.
                  [1] Snooze 5 min  [r] Reply  [Enter] Open  [d] Dismiss
                """)
    }

    @Test func `the same notification in colour`() throws {
        let lines = NotificationCard(try reminder(), time: "14:05").lines(width: 80)

        #expect(
            lines.map { $0.rendered(inColour: true).replacing("\u{1B}", with: "^") } == [
                "^[36m●^[0m ^[2m#1^[0m ^[1mKitchen^[0m^[2m · 14:05^[0m",
                "  ^[1mTea is ready^[0m",
                "  It has been steeping for ^[1mthree^[0m minutes & a bit.",
                "  ^[36m[1] Snooze 5 min  [r] Reply  [Enter] Open  [d] Dismiss^[0m",
            ])
    }

    @Test func `only ASCII is used if the locale has no other characters`() throws {
        let notification = try ReceivedNotification.fixture(hints: ["urgency": .byte(2)])

        #expect(
            text(NotificationCard(notification, time: "14:05", isChange: true, glyphs: .ascii), width: 40) == """
                ! #1 Kitchen - 14:05 - changed
                  Tea is ready
                  [d] Dismiss
                """)
    }

    @Test func `progress is no wider than a narrow terminal`() throws {
        let notification = try ReceivedNotification.fixture(hints: ["value": .int32(42)])

        for line in NotificationCard(notification, time: "9:00").lines(width: 10) { #expect(line.width <= 10) }
    }

    @Test func `picture, progress, emoji and wide characters`() throws {
        let notification = try ReceivedNotification.fixture(
            id: 12, app: "", title: "お茶の時間です 🍵", body: "👩‍👩‍👧 日本語のとても長い文章です。終わり",
            hints: ["urgency": .byte(0), "value": .int32(42), "image-data": picture(width: 64, height: 32)])

        #expect(
            text(NotificationCard(notification, time: "9:00"), width: 24) == """
                ○ #12 Notification ·
                9:00
                  お茶の時間です 🍵
                  👩‍👩‍👧
                  日本語のとても長い文章
                  です。終わり
                  [####------] 42 %
                  [picture 64x32]
                  [d] Dismiss
                """)
    }

    @Test func `escape sequences of a notification do not reach the terminal`() throws {
        let evil = "\u{1B}[2J\u{1B}]0;x\u{07}\r\u{08}\u{9B}1m"
        let notification = try ReceivedNotification.fixture(
            app: "a\(evil)b", title: "c\(evil)\nd", body: "e\(evil)f", actions: ["k\(evil)", "g\(evil)h", "k2", evil],
            hints: ["image-path": .string("i\(evil)j")])
        let shown = text(NotificationCard(notification, time: "14:05"), width: 80)

        #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(
            shown == """
                ● #1 a b · 14:05
                  c d
                  e
                  f
                  [picture i j]
                  [1] g h  [2] k2  [d] Dismiss
                """)
    }

    @Test func `an endless body is cut`() throws {
        let notification = try ReceivedNotification.fixture(body: String(repeating: "line\n", count: 100_000))
        let lines = NotificationCard(notification, time: "14:05").lines(width: 40)

        #expect(lines.count == NotificationCard.bodyLimit + 4)
        #expect(lines[NotificationCard.bodyLimit + 2].plain == "  …")
    }

    @Test(arguments: 2...90) func `no line is wider than the terminal`(width: Int) throws {
        let card = NotificationCard(try reminder(), time: "14:05")
        #expect(card.lines(width: max(4, width)).allSatisfy { $0.width <= max(4, width) })
    }
}
