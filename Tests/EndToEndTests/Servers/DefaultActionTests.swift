// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// The default action, which some servers draw as a button "Open": it is there where something can come of it.
@Suite struct DefaultActionTests {
    private static let xfce = "Xfce Notify Daemon"

    /// Server, application, what the request has, and the labels that are sent.
    private static let rows: [(server: String, app: String, content: [String: Value], labels: [String])] = [
        (xfce, AgentNames.commandLineApplication, [:], []),
        (xfce, AgentNames.commandLineApplication, ["open": .string("https://example.org")], ["Open"]),
        (xfce, AgentNames.commandLineApplication, ["on": .properties(["default": .string("true")])], ["Open"]),
        (xfce, AgentNames.commandLineApplication, ["on": .properties(["any": .string("true")])], ["Open"]),
        (xfce, AgentNames.commandLineApplication, ["on": .properties(["dismiss": .string("true")])], []),
        // Without one, a server may take a click on the text for the only button.
        (xfce, AgentNames.commandLineApplication, ["actions": buttons("yes")], ["yes", "Open"]),
        // A program hears of it when it comes.
        (xfce, "org.example.Other", [:], ["Open"]),
        // It would start an application instead, and take away all that is from it.
        ("gnome-shell 43.9", AgentNames.commandLineApplication, [:], ["Open"]),
        ("somebody's", AgentNames.commandLineApplication, [:], ["Open"]),
        ("mako", AgentNames.commandLineApplication, [:], []),
    ]

    @Test(arguments: rows.indices)
    func `S9: a default action is sent where something can come of it`(_ index: Int) async throws {
        let row = Self.rows[index]
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named(row.server)))
        try await withAgentAndServer(script: script) { agent, server in
            _ = try await agent.proxy(row.app).add(request("tea", row.content))

            #expect(try await server.nextNotification().labels == row.labels)
        }
    }

    @Test func `S9: send --wait offers no more than notify-send does, and ends with a dismissal`() async throws {
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
