// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// On GNOME a separate process owns the notification name, and the shell behind it may restart (quirk 3).
@Suite struct GnomeShellTests {
    private static let shell = "org.gnome.Shell"
    private static let taking: NameFlags = [.allowReplacement, .replaceExisting]

    /// No configuration is given: notifications that a shell lost are shown on the next, as in ``ReshowingTests``.
    private func withShell(
        _ answer: ScriptedServerScript.Answer = .number, configuration: String? = "[desktop]\nreshow = \"never\"",
        _ body: (TestAgent, ScriptedServer, _ shell: Connection) async throws -> Void
    ) async throws {
        var script = ScriptedServerScript()
        script.answer = answer
        script.configuration.information.name = "gnome-shell"
        try await withAgent(configuration: configuration) { agent in
            let shell = try agent.connect()
            _ = try await shell.requestName(Self.shell, flags: Self.taking)
            try await withScriptedServer(on: agent.bus, script: script) { server in
                try await agent.hasMet(server)
                try await body(agent, server, shell)
            }
        }
    }

    @Test func `a new shell behind the same owner has other numbers, and nothing is dismissed`() async throws {
        try await withShell { agent, server, _ in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let old = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            _ = server.takeCalls()

            let next = try agent.connect()
            _ = try await next.requestName(Self.shell, flags: Self.taking)
            #expect(try await events.next("gone", of: "tea").detail["reason"]?.string == "server gone")
            try await agent.hasMet(server)

            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
            // The former shell's notifications are gone: signals with their numbers answer, replace and close nothing.
            await server.dismiss(old)
            _ = server.takeCalls()
            _ = try await agent.proxy().removeDelivered(["tea"])
            _ = try await agent.proxy().add(request("tea"))
            guard case .notify(let new) = try await server.nextCall() else {
                Issue.record("The agent closed a number of the former shell's.")
                return
            }
            #expect(new.replacesID == 0)
            await server.press("default", on: new)
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `while no shell runs requests are kept, and shown by the next one`() async throws {
        try await withShell { agent, server, shell in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await shell.close()
            try await events.next("gone", of: "tea")
            #expect(try await agent.proxy().status()["server"] == nil)
            _ = try await agent.proxy().add(request("coffee", title: "Coffee"))
            #expect(server.takeNotifications().isEmpty)

            let next = try agent.connect()
            _ = try await next.requestName(Self.shell, flags: Self.taking)

            #expect(try await server.nextNotification().summary == "Coffee")
            try await events.next("shown", of: "coffee")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented", "coffee": "shown"])
        }
    }

    @Test func `a notification in flight to the former shell is shown by the next one`()
        async throws
    {
        try await withShell(.held) { agent, server, _ in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let lost = try await server.nextNotification()
            await server.change { $0.answer = .number }

            let next = try agent.connect()
            _ = try await next.requestName(Self.shell, flags: Self.taking)
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            await server.releaseReplies()

            #expect(shown.summary == "Tea")
            #expect(shown.replacesID == 0)
            await server.dismiss(lost)
            let delegate = try await agent.delegate()
            await server.press("default", on: shown)
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
        }
    }

    @Test func `a notification of the same shell is answered after a restart of the agent`() async throws {
        try await withShell(configuration: nil) { agent, server, _ in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            let delegate = try await agent.delegate()
            await server.press("default", on: shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
        }
    }

    @Test func `a shell that restarted without an agent shows none of the agent's notifications`() async throws {
        try await withShell { agent, server, _ in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.kill()
            let next = try agent.connect()
            _ = try await next.requestName(Self.shell, flags: Self.taking)
            try await agent.start()
            try await agent.hasMet(server)
            let again = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("coffee"))
            try await again.next("shown", of: "coffee")

            #expect(try await agent.deliveredStates() == ["tea": "unpresented", "coffee": "shown"])
        }
    }
}
