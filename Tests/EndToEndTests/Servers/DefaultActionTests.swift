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
        // No program of this application is known.
        (xfce, "org.example.Other", [:], []),
        (xfce, "org.example.Other", ["open": .string("https://example.org")], ["Open"]),
        (xfce, "org.example.Other", ["activate": .string("org.example.Another")], ["Open"]),
        (xfce, "org.example.Other", ["on": .properties(["default": .string("true")])], ["Open"]),
        (xfce, "org.example.Other", ["defaultActionTitle": .string("Look")], ["Look"]),
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

    @Test func `an application gets clicks if it is attached, has attached before, or can be started`() async throws {
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named(Self.xfce)))
        try await withAgentAndServer(script: script) { agent, server in
            let connection = try agent.connect()
            let proxy = agent.proxy("org.example.Other", on: connection)
            func labels(_ proxy: AgentProxy, _ identifier: String) async throws -> [String] {
                _ = try await proxy.add(request(identifier, title: identifier))
                while true {
                    // The agent that was started shows what its predecessor had shown.
                    let shown = try await server.nextNotification()
                    if shown.summary == identifier { return shown.labels }
                }
            }
            // A caller that waits for one answer hears the click on that notification only.
            try await proxy.attach(["identifiers": .strings(["awaited"])])
            #expect(try await labels(proxy, "awaited") == ["Open"])
            #expect(try await labels(proxy, "before") == [])

            try await proxy.attach()
            #expect(try await labels(proxy, "attached") == ["Open"])
            try await proxy.detach()
            #expect(try await labels(proxy, "detached") == ["Open"])

            try await agent.kill()
            try await agent.start()
            let other = agent.proxy("org.example.Installed")
            #expect(try await labels(agent.proxy("org.example.Other"), "restarted") == ["Open"])
            #expect(try await labels(other, "unknown") == [])
            try agent.folders.write(
                "[Desktop Entry]\nType=Application\nName=Installed\nExec=true\n",
                to: agent.folders.applications + "/org.example.Installed.desktop")
            #expect(try await labels(other, "installed") == ["Open"])
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
