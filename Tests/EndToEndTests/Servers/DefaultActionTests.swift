// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// The default action, which some servers draw as a button "Open": it is sent if it has an effect.
@Suite struct DefaultActionTests {
    private static let xfce = "Xfce Notify Daemon"

    /// Server, application, keys of the request, and the labels that are sent.
    private static let rows: [(server: String, app: String, content: [String: Value], labels: [String])] = [
        (xfce, AgentNames.commandLineApplication, [:], []),
        (xfce, AgentNames.commandLineApplication, ["open": .string("https://example.org")], ["Open"]),
        (xfce, AgentNames.commandLineApplication, ["on": .properties(["default": .string("true")])], ["Open"]),
        (xfce, AgentNames.commandLineApplication, ["on": .properties(["any": .string("true")])], ["Open"]),
        (xfce, AgentNames.commandLineApplication, ["on": .properties(["dismiss": .string("true")])], []),
        // Without a default action, a server may treat a click on the text as a press of the only button.
        (xfce, AgentNames.commandLineApplication, ["actions": buttons("yes")], ["yes", "Open"]),
        // A program that attaches later gets the response.
        (xfce, "org.example.Other", [:], ["Open"]),
        // A server would start an application instead, and remove all its notifications.
        ("gnome-shell 43.9", AgentNames.commandLineApplication, [:], ["Open"]),
        ("somebody's", AgentNames.commandLineApplication, [:], ["Open"]),
        ("mako", AgentNames.commandLineApplication, [:], []),
    ]

    @Test(arguments: rows.indices)
    func `S9: a default action is sent if it has an effect`(_ index: Int) async throws {
        let row = Self.rows[index]
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named(row.server)))
        try await withAgentAndServer(script: script) { agent, server in
            _ = try await agent.proxy(row.app).add(request("tea", row.content))

            #expect(try await server.nextNotification().labels == row.labels)
        }
    }

    @Test func `S9: send --wait offers no more than notify-send, and ends with a dismissal`() async throws {
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named(Self.xfce)))
        try await withAgentAndServer(script: script) { agent, server in
            async let program = agent.belfry("send", "--wait", "Tea")
            let shown = try await server.nextNotification()
            #expect(shown.labels == [])

            await server.dismiss(shown)

            let answer = try await program
            #expect(answer.status == 0, "\(answer.errors)")
        }
    }
}
