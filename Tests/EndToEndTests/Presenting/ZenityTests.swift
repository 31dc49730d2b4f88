// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// Prompts with a real prompt program: zenity, on a virtual screen.
@Suite(.serialized) struct ZenityTests {
    private func withZenity(
        _ body: (TestAgent, ScriptedServer, _ press: (String...) async throws -> Void) async throws -> Void
    ) async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body"]
        try await Screen.x11.open(in: "/tmp") { variables in
            var environment = variables
            environment["NO_AT_BRIDGE"] = "1"
            try await withAgentAndServer(script: script, environment: environment) { agent, server in
                try await body(agent, server) { words in
                    // Types into the window with this title, as soon as it exists.
                    for words in [
                        ["search", "--sync", "--onlyvisible", "--name", "Why_not", "windowfocus", "--sync"], words,
                    ]
                    where !words.isEmpty {
                        let pressed = try await Program.run(["xdotool"] + words, environment: variables)
                        #expect(pressed.status == 0, "\(pressed.errors)")
                    }
                }
            }
        }
    }

    private let question = request(
        "q", title: "Why_not & <b>?",
        [
            "body": .string("C:\\new_folder"),
            "actions": .dictionaries([
                [
                    "identifier": .string("why"), "title": .string("Why"), "textInputPlaceholder": .string("reason"),
                    "textInputButtonTitle": .string("Send"),
                ]
            ]),
        ])

    @Test func `a text that is typed into zenity is the response`() async throws {
        try await withZenity { agent, server, press in
            let delegate = try await agent.delegate()
            #expect(try await agent.proxy().add(question)["degraded"] == nil)
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Why"), on: shown)

            try await press("type", "--delay", "20", "because I can")
            try await press("key", "Return")

            #expect(try await delegate.nextResponse()["userText"]?.string == "because I can")
        }
    }

    @Test func `Escape in zenity is no answer, and a removed notification closes it`() async throws {
        try await withZenity { agent, server, press in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(question)
            var shown = try await server.nextNotification()
            await server.press(shown.key(of: "Why"), on: shown)
            try await press("key", "Escape")
            #expect(try await events.next("unanswered", of: "q").detail["reason"]?.string == "cancelled")

            shown = try await server.nextNotification()
            await server.press(shown.key(of: "Why"), on: shown)
            try await press()
            _ = try await agent.proxy().removeDelivered(["q"])
            try await withDeadline {
                while try await agent.proxy().status()["delivered"]?.int != 0 { try await yieldUntilDeadline() }
            }
            #expect(try await agent.storedResponses() == 0)
        }
    }
}
