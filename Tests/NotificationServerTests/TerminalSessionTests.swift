// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct TerminalSessionTests {
    private var session = TerminalSession()

    /// Three notifications are open; the newest is 3, and only 2 accepts a reply.
    init() throws {
        session.show(try .fixture(id: 1, actions: ["default", "Open", "snooze", "Snooze"]))
        session.show(try .fixture(id: 2, actions: ["default", "Open", "inline-reply", "Reply"]))
        session.show(try .fixture(id: 3, actions: ["yes", "Yes", "no", "No"]))
    }

    private func intents(of keys: [Key]) -> [TerminalSession.Intent] {
        var session = session
        return keys.compactMap { session.press($0) }
    }

    @Test(
        arguments: [
            ([.character("1")], .invoke(key: "yes", id: 3)),
            ([.character("2")], .invoke(key: "no", id: 3)),
            ([.character("3")], nil),
            ([.enter], nil),
            ([.character("d")], .dismiss(id: 3)),
            ([.tab, .enter], .invoke(key: "default", id: 2)),
            ([.tab, .tab, .character("1")], .invoke(key: "snooze", id: 1)),
            ([.tab, .tab, .character("2")], nil), ([.tab, .tab, .enter], .invoke(key: "default", id: 1)),
            ([.tab, .tab, .tab, .character("1")], .invoke(key: "yes", id: 3)),
            ([.down, .character("d")], .dismiss(id: 1)),
            ([.up, .down, .character("d")], .dismiss(id: 3)),
            ([.tab, .escape, .character("d")], .dismiss(id: 3)),
            ([.character("#"), .character("1"), .enter, .character("d")], .dismiss(id: 1)),
            ([.character("#"), .character("9"), .enter, .character("d")], .dismiss(id: 3)),
            (
                [.character("#"), .character("1"), .backspace, .character("2"), .enter, .character("d")],
                .dismiss(id: 2)
            ),
            ([.character("r"), .character("d")], .dismiss(id: 3)),
            ([.character("q")], .quit), ([.endOfInput], .quit), ([.character("?")], .help), ([.suspend], .suspend),
            ([.quit], .quit),
        ] as [([Key], TerminalSession.Intent?)])
    func `a key acts on the newest, or on the selected notification`(keys: [Key], intent: TerminalSession.Intent?) {
        #expect(intents(of: keys) == (intent.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            ("yes 👍", [], "yes 👍"), ("q1d", [], "q1d"), ("abc", [.backspace, .backspace], "a"),
            ("one two", [.eraseWord], "one "), ("one two  ", [.eraseWord], "one "),
            ("x", [.eraseLine, .character("y")], "y"),
            ("  ", [], nil), ("", [], nil), ("no", [.escape], nil),
        ] as [(String, [Key], String?)])
    func `a reply is typed, and Enter sends it`(typed: String, then: [Key], text: String?) {
        let keys = [.tab, .character("r")] + typed.map(Key.character) + then + [.enter]
        let expected: [TerminalSession.Intent] =
            if then == [.escape] { [.invoke(key: "default", id: 2)] } else {
                text.map { [.reply(text: $0, id: 2)] } ?? []
            }

        #expect(intents(of: keys) == expected)
    }

    @Test func `typed text is lost with its notification, and keys act on the newest again`() {
        var session = session
        for key in [Key.tab, .character("r"), .character("x")] { _ = session.press(key) }

        session.takeAway(2)

        #expect(session.mode == .keys)
        #expect(session.press(.character("d")) == .dismiss(id: 3))
    }

    @Test func `the selected one stays selected when another comes or it is replaced`() throws {
        var session = session
        _ = session.press(.down)

        session.show(try .fixture(id: 4))
        session.show(try .fixture(id: 1, actions: ["later", "Later"]))

        #expect(session.press(.character("1")) == .invoke(key: "later", id: 1))
    }

    @Test func `keys have no effect when no notification is open`() {
        var session = TerminalSession()
        let keys: [Key] = [.enter, .tab, .up, .character("1"), .character("d"), .character("r"), .backspace]
        #expect(keys.allSatisfy { session.press($0) == nil })
    }

    @Test(
        arguments: [
            ([], 80, "#3 Tea is ready (2 more: tab)  [1] Yes  [2] No  [d] Dismiss"),
            ([], 20, "#3 Tea is ready (2…"),
            ([.character("#"), .character("1")], 80, "Choose number: 1_"),
            ([.tab, .character("r"), .character("h"), .character("i")], 80, "Reply to #2: hi_"),
            ([.tab, .character("r")] + "a long reply to it".map(Key.character), 20, "… long reply to it_"),
        ] as [([Key], Int, String)])
    func `the last line names the notification that keys act on`(keys: [Key], width: Int, line: String) {
        var session = session
        for key in keys { _ = session.press(key) }
        let shown = StatusLine(session).line(width: width).plain

        #expect(shown == line)
        #expect(TextWidth.of(shown) < width)
    }
}
