// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Testing
import TestSupport

/// A notification server that the bus can start and that doesn't run, such as Xfce's, MATE's, dunst and mako before the
/// first notification.
@Suite struct ActivatableServerTests {
    /// Runs `body` on a bus that can start a real server, which presses the button "It" of the first notification that
    /// it shows.
    private func withActivatableServer(_ body: (TestAgent) async throws -> Void) async throws {
        let write: (AgentFolders) throws -> Void = { folders in
            let program = try TestAgent.program("belfry")
            try folders.write(
                "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(program) desktop --press It --once\n",
                to: folders.services + "/server.service")
        }
        try await withAgent(activates: true, prepare: write) { agent in
            #expect(try await agent.connection.owner(of: "org.freedesktop.Notifications") == nil)
            try await body(agent)
        }
    }

    @Test func `S4: ask starts a server that the bus can start`() async throws {
        try await withActivatableServer { agent in
            let asked = try await agent.belfry("ask", "Deploy?", "-A", "yes=It", "--timeout", "20s")
            #expect(asked.output == "yes", "\(asked.errors)")
            #expect(asked.status == 0)
        }
    }

    @Test func `S4: send --wait starts a server that the bus can start`() async throws {
        try await withActivatableServer { agent in
            let sent = try await agent.belfry("send", "--wait", "-A", "yes=It", "Deploy?")
            #expect(sent.output == "yes", "\(sent.errors)")
            #expect(sent.status == 0)
        }
    }

    @Test func `S4: --no-queue starts a server that the bus can start`() async throws {
        try await withActivatableServer { agent in
            let events = try await AgentEvents(of: agent)
            let added = try await agent.belfry("add", "--no-queue", "--id", "tea", "--title", "Tea")
            #expect(added.status == 0, "\(added.errors)")
            try await events.next("shown", of: "tea")
        }
    }

    @Test func `S4: a server that can't be started is soon reported as missing`() async throws {
        let write: (AgentFolders) throws -> Void = { folders in
            try folders.write(
                "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/bin/false\n",
                to: folders.services + "/server.service")
        }
        try await withAgent(activates: true, prepare: write) { agent in
            let start = ContinuousClock.now
            let asked = try await agent.belfry("ask", "Deploy?", "-A", "yes=It")
            #expect(asked.status == 69)
            #expect(asked.errors.contains("no notification server is running, and none could be started"))
            #expect(ContinuousClock.now - start < .seconds(5 * deadlineFactor))
        }
    }

    @Test func `S4: if a server ends with a notification in flight, the bus starts another for it`() async throws {
        try await withActivatableServer { agent in
            let events = try await AgentEvents(of: agent)
            var script = ScriptedServerScript()
            script.answer = .never
            try await withScriptedServer(on: agent.bus, script: script) { server in
                try await agent.hasMet(server)
                _ = try await agent.proxy().add(request("tea", ["actions": buttons("It")]))
                _ = try await server.nextNotification()
            }
            try await events.next("answered", of: "tea")
        }
    }
}
