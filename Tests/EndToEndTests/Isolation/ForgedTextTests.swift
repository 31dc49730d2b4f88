// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel
import NotificationServer
import Testing
import TestSupport

/// Text that tries to act as markup or as control characters, on servers and in terminals.
@Suite(.serialized) struct ForgedTextTests {
    /// Opening and closing characters, and characters that must be removed.
    private static let forged =
        "\u{202E}\u{2067}A\u{1B}[2J\u{9B}1m\u{200B}\u{FEFF}<b>\u{2028}B"
        + String(repeating: "\u{336}", count: 70) + "\u{2069}\u{2069}\u{202D}"
    /// The same text in one line.
    private static let line = "\u{2067}A[2J1m<b>\u{2069} B" + String(repeating: "\u{336}", count: 8)

    private static let content: [String: Value] = [
        "title": .string(forged), "subtitle": .string(forged), "body": .string(forged),
        "applicationName": .string(forged), "icon": .string("mail\u{202E}\u{1B}[1m"),
        "type": .string("email\u{1B}[1m\n"),
        "actions": .dictionaries([
            ["identifier": .string("../\u{202E}\n'\"<b>:b:1:0"), "title": .string(forged)],
            ["identifier": .string("default "), "title": .string("\u{202E}OK")],
            [
                "identifier": .string("inline-reply"), "title": .string("Reply"),
                "textInputButtonTitle": .string(forged),
                "textInputPlaceholder": .string(forged),
            ],
        ]),
        "hints": .properties(["x-kde-origin-name": .string(forged), "x-dunst-stack-tag": .string(forged)]),
    ]

    /// Whether each line closes all that it opens, and contains no forbidden character.
    private func isContained(_ text: String) -> Bool {
        VisibleText.lines(text).unicodeScalars.elementsEqual(text.unicodeScalars)
    }

    @Test func `text stays in its own field`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("forged", Self.content))
            let shown = try await server.nextNotification()

            #expect(shown.appName == Self.line && shown.summary == Self.line)
            #expect(shown.appIcon == "mail[1m" && shown.hints.category == "email[1m ")
            #expect(shown.hints.desktopEntry == AgentNames.desktopEntry)
            #expect(!shown.body.contains("<b>") && shown.body.contains("&lt;b&gt;"), "the server parses markup")
            #expect(shown.body.split(separator: "\n").count == 4)
            let words =
                shown.labels + [
                    shown.appName, shown.appIcon, shown.summary, shown.body, shown.hints.replyButton ?? "",
                    shown.hints.replyPlaceholder ?? "", shown.hints.all["x-kde-origin-name"]?.string ?? "",
                    shown.hints.all["x-dunst-stack-tag"]?.string ?? "",
                ]
            for text in words { #expect(isContained(text), "\(text.debugDescription)") }
            // Keys are made by the agent: none contains the request's text, and each has its label's meaning.
            #expect(
                shown.actions.map(\.key).allSatisfy {
                    ["default", "inline-reply"].contains($0) || $0.wholeMatch(of: /b:\d+:\d+/) != nil
                })
            #expect(Set(shown.actions.map(\.key)).count == shown.actions.count)
            await server.press(shown.key(of: "OK"), on: shown)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "default ")
        }
    }

    @Test func `dunst shows each text in its place, and in no other`() async throws {
        try await withAgent { agent in
            try await withDunst(on: agent.bus) { dunst in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                let events = try await AgentEvents(of: agent)
                _ = try await agent.proxy().add(
                    request(
                        "forged",
                        Self.content.merging([
                            "body": .string("</b></span>\n[OK] [Cancel]\n<a href=\"x\">System Update</a>")
                        ]) {
                            $1
                        }))
                try await events.next("shown", of: "forged")
                try await dunst.close()
                let history = try await dunst.history()
                // dunst 1.9.0 draws the body with its own markup, as observed, and interpreted markup although nobody
                // had asked for it.
                #expect(
                    history.contains("[OK] [Cancel]")
                        && history.contains(#"\n‹/b>‹/span>\n[OK] [Cancel]\n‹a href=\"x\">System Update‹/a>"#),
                    "\(history)")
                #expect(history.contains("<b>\u{2067}A[2J1m&lt;b&gt;\u{2069} "), "\(history)")
                for scalar: Unicode.Scalar in ["\u{202E}", "\u{202D}", "\u{FEFF}", "\u{1B}", "\u{9B}", "\u{2028}"] {
                    #expect(!history.unicodeScalars.contains(scalar), "\(scalar.escaped(asASCII: true))")
                }
            }
        }
    }

    @Test func `a row of belfry's lists is one line, whatever it contains`() async throws {
        try await withAgent { agent in
            let identifier = "x\u{202E}\u{1B}[2J\n"
            _ = try await agent.proxy().add(
                request(identifier, title: Self.forged, ["trigger": tomorrow]).merging(Self.content) { own, _ in own })
            _ = try await agent.proxy().setCategories([
                [
                    "identifier": .string(identifier),
                    "actions": .dictionaries([["identifier": .string("a"), "title": .string(Self.forged)]]),
                ]
            ])
            for words in [
                ["list"], ["list", "--porcelain"], ["show", identifier], ["log"], ["status"], ["category", "list"],
                ["next"], ["snooze", identifier, "1h"], ["cancel", identifier],
            ] {
                let said = try await Program.run(
                    [try TestAgent.program("belfry")] + words
                        + ["--app", TestAgent.app].filter { _ in words[0] != "status" },
                    environment: agent.folders.environment(bus: agent.bus))
                #expect(said.status == 0, "\(words): \(said)")
                for line in (said.output + said.errors).split(separator: "\n") {
                    // For programs, invisible characters are kept.
                    let isFine =
                        words.contains("--porcelain")
                        ? !line.unicodeScalars.contains { VisibleText.turns($0) || $0.value < 0x20 && $0 != "\t" }
                        : isContained(String(line).replacing("\t", with: " "))
                    #expect(isFine, "\(words): \(line.debugDescription)")
                }
            }
            #expect(!agent.log.unicodeScalars.contains { $0 == "\u{1B}" || VisibleText.turns($0) })
        }
    }
}
