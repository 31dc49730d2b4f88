// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer
import TestSupport
import Testing

/// Notifications that `belfry desktop` hands on to the desktop of the person's terminal, over ssh.
@Suite struct RelayTests {
    private static let actions = ["default", "Open", "snooze", "Snooze 5 min", "stop", "Stop", "inline-reply", "Say"]

    @Test(arguments: [(nil, "default"), (1, "snooze"), (2, "stop")] as [(Int?, String)])
    func `a press in the terminal's desktop is the answer`(button: Int?, key: String) async throws {
        try await withRelay(.able, ready: "(OSC 99, with buttons)") { relay in
            try await relay.notify("Tea", "is <b>ready</b>", actions: Self.actions)
            let shown = try await relay.terminal.shown.next()
            #expect(shown.title == "Tea" && shown.body == "is ready" && shown.buttons == ["Snooze 5 min", "Stop"])
            #expect(shown.keys["u"] == "1" && shown.keys["w"] == "0" && shown.keys["c"] == "1")

            relay.terminal.press(shown, button: button)

            #expect(try await relay.hear(2) == ["ActionInvoked(1, \(key))", "NotificationClosed(1, 2)"])
            #expect(try await relay.quit() == 0)
            #expect(relay.terminal.isOrdinary && relay.terminal.unread.isEmpty)
        }
    }

    @Test func `a closing in the terminal's desktop is a dismissal`() async throws {
        try await withRelay(.able) { relay in
            try await relay.notify("Tea", actions: Self.actions)
            relay.terminal.close(try await relay.terminal.shown.next())

            #expect(try await relay.hear(1) == ["NotificationClosed(1, 2)"])
            try await relay.terminal.waits(for: "#1 → dismissed")
        }
    }

    @Test func `what is answered, replaced or closed here changes there`() async throws {
        try await withRelay(.able) { relay in
            try await relay.notify("Tea", actions: Self.actions)
            let tea = try await relay.terminal.shown.next()
            try await relay.notify("Hot tea", actions: Self.actions, replacing: 1)
            let hot = try await relay.terminal.shown.next()
            #expect(hot.identifier == tea.identifier && hot.replaces && hot.title == "Hot tea")
            try await relay.notify("Cold tea", actions: ["warm", "Warm up"], replacing: 1)
            let cold = try await relay.terminal.shown.next()
            #expect(cold.identifier != tea.identifier && cold.buttons == ["Warm up"])
            #expect(try await relay.terminal.takenBack.next() == tea.identifier)

            relay.terminal.type("1")
            #expect(try await relay.hear(2) == ["ActionInvoked(1, warm)", "NotificationClosed(1, 2)"])
            #expect(try await relay.terminal.takenBack.next() == cold.identifier)

            try await relay.notify("Cake")
            let cake = try await relay.terminal.shown.next()
            #expect(cake.identifier != cold.identifier)
            try await relay.call("CloseNotification", [.uint32(2)])
            #expect(try await relay.terminal.takenBack.next() == cake.identifier)
            #expect(try await relay.hear(1) == ["NotificationClosed(2, 3)"])
        }
    }

    @Test func `a report that comes in parts, between keys, is one, and a foreign one is none`() async throws {
        try await withRelay(.able) { relay in
            try await relay.notify("Tea", actions: Self.actions)
            try await relay.notify("Cake", actions: Self.actions)
            let tea = try await relay.terminal.shown.next()
            let cake = try await relay.terminal.shown.next()

            // Somebody pastes reports, and another program's come late.
            relay.terminal.type(
                "\u{1B}]99;i=belfry-1-1;1\u{1B}\\\u{1B}]99;i=1;1\u{1B}\\\u{1B}]99;i=\(tea.identifier)9;1\u{07}")
            relay.terminal.type("\u{1B}]99;i=belfry-1-1:p=close;\u{1B}\\\u{1B}]99;i=\(tea.identifier);1;2\u{1B}\\")
            for character in "\u{1B}]99;i=\(tea.identifier);2\u{1B}\\" {
                relay.terminal.type(String(character))
                try await Task.sleep(for: .milliseconds(2))
            }
            relay.terminal.type("1")

            #expect(
                try await relay.hear(4) == [
                    "ActionInvoked(1, stop)", "NotificationClosed(1, 2)", "ActionInvoked(2, snooze)",
                    "NotificationClosed(2, 2)",
                ])
            #expect(try await relay.terminal.takenBack.next() == tea.identifier)
            #expect(try await relay.terminal.takenBack.next() == cake.identifier)
        }
    }

    @Test func `at the end the terminal's desktop is cleared, and no report reaches the shell`() async throws {
        try await withRelay(.able) { relay in
            for title in ["Tea", "Cake", "Pie"] {
                try await relay.notify(title, actions: Self.actions)
                _ = try await relay.terminal.shown.next()
            }

            #expect(try await relay.quit() == 0)

            #expect(relay.terminal.takenBack.takeAll().count == 3)
            #expect(relay.heard.takeAll().isEmpty)
            #expect(relay.terminal.isOrdinary && relay.terminal.unread.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("foot(1.13.1)", "xterm-256color", [], 777, "(OSC 777)"),
            (nil, "foot", [], 777, "(OSC 777)"),
            ("iTerm2 3.5", "xterm-256color", [], 9, "(OSC 9)"),
            (nil, "xterm-256color", ["--relay", "osc9"], 9, "(OSC 9)"),
        ] as [(String?, String, [String], Int, String)])
    func `a terminal without the protocol gets a banner, and the card takes the answer`(
        name: String?, type: String, words: [String], form: Int, said: String
    ) async throws {
        try await withRelay(.init(name: name), words, environment: ["TERM": type], ready: said) { relay in
            try await relay.notify("Tea; \u{1B}]0;evil\u{07}", "is <b>ready</b>", actions: Self.actions)
            let shown = try await relay.terminal.shown.next()
            #expect(shown.form == form)
            #expect(form == 777 ? shown.title == "Tea," && shown.body == "is ready" : shown.title == "Tea;: is ready")

            relay.terminal.type("2")
            #expect(try await relay.hear(2) == ["ActionInvoked(1, stop)", "NotificationClosed(1, 2)"])
            #expect(try await relay.quit() == 0)
            #expect(relay.terminal.isOrdinary && relay.terminal.unread.isEmpty)
        }
    }

    @Test func `an unknown terminal is told so in one line, and gets nothing`() async throws {
        try await withRelay(.init(name: "XTerm(379)"), ready: "This terminal is not known to show notifications") {
            relay in
            try await relay.notify("Tea")
            try await relay.terminal.waits(for: "#1 Tea")
            #expect(relay.terminal.output.components(separatedBy: "^]") == 2)
        }
    }

    @Test(
        arguments: [
            ([], ["TMUX": "/tmp/tmux-0/default,1,0"], "Inside tmux, notifications are not handed on"),
            ([], ["TERM": "screen", "STY": "1.pts-0"], "--passthrough screen does that."),
            (["--relay", "osc777"], ["TERM": "tmux-256color"], "Inside tmux"),
            (["--passthrough", "tmux"], ["TMUX": "/tmp/x"], "The terminal outside tmux can't be asked"),
            (["--relay", "off"], [:], nil),
            ([], ["SSH_CONNECTION": ""], nil),
            (["--json"], [:], nil),
        ] as [([String], [String: String], String?)])
    func `nothing is written where nobody asked for it`(
        words: [String], environment: [String: String], said: String?
    ) async throws {
        try await withRelay(.able, words, environment: environment, ready: said) { relay in
            try await relay.notify("Tea")
            try await relay.terminal.waits(for: "Tea")
            #expect(!relay.terminal.output.contains("^]") && !relay.terminal.output.contains("^P"))
            #expect(try await relay.quit() == 0)
        }
    }

    @Test func `through tmux the sequences are wrapped, with doubled escapes`() async throws {
        let words = ["--relay", "osc99", "--passthrough", "tmux"]
        try await withRelay(.able, words, environment: ["TMUX": "/tmp/x"], ready: "through tmux") { relay in
            try await relay.notify("Tea", actions: Self.actions)
            try await relay.terminal.waits(for: "^Ptmux;^^]99;i=belfry-")
            let output = relay.terminal.output
            #expect(output.contains("VGVh^^\\^\\") && !output.contains("a=report") && !output.contains("p=?"))
        }
    }
}

extension String {
    /// Number of parts between a text.
    fileprivate func components(separatedBy text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count
    }
}
