// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// The agent is killed and restarted while the server runs on: its notifications can still be answered.
@Suite struct AgentRestartTests {
    /// A server that sends signals only to the connection that called `Notify`, as dunst and GNOME do.
    private static let unicast: ScriptedServerScript = {
        var script = ScriptedServerScript()
        script.configuration.signalDelivery = .unicast
        script.configuration.information.name = "dunst"
        return script
    }()

    @Test func `a caller gets the press on an earlier showing, from a server that tells everybody`() async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--id", "q", "--timeout", "20s")
            let shown = try await server.nextNotification()
            try await agent.hasWaiter()
            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            await server.press(shown.key(of: "Yes"), on: shown)

            let answer = try await program
            #expect(answer.output == "yes", "\(answer.errors)")
            #expect(server.takeNotifications().isEmpty)
        }
    }

    // The press was lost, because it went to the connection of the ended agent.
    @Test func `a caller gets the press from a server that tells only the sender`() async throws {
        try await withAgentAndServer(script: Self.unicast) { agent, server in
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--id", "q", "--timeout", "20s")
            let shown = try await server.nextNotification()
            try await agent.hasWaiter()
            try await agent.kill()
            try await agent.start()

            let again = try await server.nextNotification()
            #expect(again.replacesID == shown.id)
            #expect(again.summary == "Deploy?")
            await server.press(again.key(of: "Yes"), on: again)

            let answer = try await program
            #expect(answer.output == "yes", "\(answer.errors)")
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    // This server sends all other signals to everybody. The typed text was lost, and reported as a dismissal.
    @Test func `a caller gets the typed text from a server that sends it only to the sender`() async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.belfry("ask", "Tea?", "--reply", "kind", "--id", "q", "--timeout", "20s")
            let shown = try await server.nextNotification()
            #expect(shown.offersReply)
            try await agent.hasWaiter()
            try await agent.kill()
            try await agent.start()

            let again = try await server.nextNotification()
            #expect(again.replacesID == shown.id)
            await server.reply("green", to: again)

            let answer = try await program
            #expect(answer.output == "green", "\(answer.errors)")
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `a notification that is shown again makes no sound, sets no badge and is not doubled`() async throws {
        var script = Self.unicast
        script.configuration.capabilities.append("sound")
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["sound": .string("default"), "badge": .int32(3)]))
            let first = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            #expect(first.hints.all["sound-name"] != nil)
            try await agent.proxy().setBadgeCount(5)
            try await agent.kill()
            try await agent.start()

            let again = try await server.nextNotification()
            #expect(again.hints.all["sound-name"] == nil)
            let delegate = try await agent.delegate()
            await server.press("default", on: again)
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            #expect(server.takeNotifications().isEmpty)
            #expect(await server.open.isEmpty)
        }
    }

    @Test func `a server that dropped a notification gives it a new number, which counts`() async throws {
        var script = Self.unicast
        script.configuration.information.name = "gnome-shell"
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let first = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await agent.kill()
            // Reason 4 of the specification: neither the person nor a program closed it, and no caller was told.
            await server.close(first, reason: 4)
            try await agent.start()

            let again = try await server.nextNotification()
            let delegate = try await agent.delegate()
            await server.press("default", on: again)
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
        }
    }

    // The server had closed the former showing by then, and the press was lost.
    @Test(arguments: ["default", "dismiss"])
    func `the person's action during the second showing counts`(_ kind: String) async throws {
        var script = Self.unicast
        script.configuration.signalDelivery = .broadcast
        script.ignoresReplacing = true
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let first = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await agent.kill()
            await server.change { $0.answer = .held }
            try await agent.start()
            _ = try await server.nextNotification()

            if kind == "default" { await server.press(kind, on: first) } else { await server.dismiss(first) }
            await server.releaseReplies()

            let delegate = try await agent.delegate()
            #expect(try await delegate.nextResponse()["kind"]?.string == kind)
            try await withDeadline { while try await !server.nothingIsOpen() { try await yieldUntilDeadline() } }
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `a notification that is removed right after the start leaves the screen`() async throws {
        try await withAgentAndServer(script: Self.unicast) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await agent.kill()
            try await agent.start()
            #expect(try await agent.proxy().removeDelivered(["tea"]) == ["tea"])
            _ = try await server.nextClosing()
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
            #expect(try await agent.deliveredStates() == [:])
        }
    }
}
