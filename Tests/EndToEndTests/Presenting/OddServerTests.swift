// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// Behaviour of servers that the specification does not describe; `research/freedesktop-quirks.md` A and B.
@Suite struct OddServerTests {
    @Test func `a press that overtakes the reply of Notify is not lost`() async throws {
        var script = ScriptedServerScript()
        script.beforeReply = [.press("default")]
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea"))

            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
        }
    }

    @Test func `a late reply of Notify still names the notification on the screen`() async throws {
        var script = ScriptedServerScript()
        script.answer = .held
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            #expect(try await agent.deliveredStates() == ["tea": "presenting"])

            await server.press(shown.key(of: "yes"), on: shown)
            await server.releaseReplies()

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }

    @Test func `signals with unknown numbers are ignored`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.emit("ActionInvoked", [.uint32(77), .string("default")], about: shown)
            await server.emit("NotificationClosed", [.uint32(78), .uint32(2)], about: shown)
            await server.emit("ActionInvoked", [.uint32(shown.id), .string("never offered")], about: shown)
            await server.emit("ActionInvoked", [.string("wrong"), .string("default")], about: shown)
            await server.emit("NotificationReplied", [.uint32(shown.id), .string("no field")], about: shown)
            await server.press("default", on: shown)

            // The only response is the true one.
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `66: a server with new capabilities is asked again, and shows buttons`() async throws {
        var script = ScriptedServerScript()
        script.configuration.capabilities = ["actions", "body", "body-markup"]
        try await withAgentAndServer(script: script, environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) {
            agent, server in
            let body = ["body": Value.string("1 < 2"), "actions": buttons("yes")]
            _ = try await agent.proxy().add(request("tea", body))
            #expect(try await server.nextNotification().body == "1 &lt; 2")

            await server.change { $0.configuration.capabilities = ["body"] }
            try await agent.clock.advance(61)
            let outcome = try await agent.proxy().add(request("tea", body))

            #expect(outcome["degraded"]?.strings ?? [] == [])
            let shown = try await server.nextNotification()
            #expect(shown.body == "1 < 2")
            #expect(shown.actions.count == 2)
        }
    }

    @Test func `only the server's signals count`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes", "no")]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await server.forge("ActionInvoked", [.uint32(shown.id), .string(shown.key(of: "yes"))])
            try await server.forge(
                "ActionInvoked", [.uint32(shown.id), .string(shown.key(of: "yes"))], to: shown.sender)
            try await server.forge("NotificationClosed", [.uint32(shown.id), .uint32(2)])
            // The order is certain only on the forger's own connection: the bus does not order messages of two
            // connections.
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
            await server.press(shown.key(of: "no"), on: shown)

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `a close that comes twice counts once`() async throws {
        var script = ScriptedServerScript()
        script.closesTwice = true
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.dismiss(shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            try await events.next("acknowledged", of: "tea")
            #expect(delegate.takeResponses().isEmpty)
            #expect(try await agent.storedResponses() == 0)
        }
    }

    @Test func `a press that comes twice counts once`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.emit("ActionInvoked", [.uint32(shown.id), .string("default")], about: shown)
            await server.emit("ActionInvoked", [.uint32(shown.id), .string(shown.key(of: "yes"))], about: shown)
            await server.emit("NotificationClosed", [.uint32(shown.id), .uint32(2)], about: shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            try await events.next("acknowledged", of: "tea")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `a press that comes after the close is the answer`() async throws {
        var script = ScriptedServerScript()
        // The server closes before it sends the action (quirk 20).
        script.configuration.information = ServerInformation(
            name: "lxqt-notificationd", vendor: "lxqt.org", version: "1.3")
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["actions": buttons("yes"), "customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.emit("NotificationClosed", [.uint32(shown.id), .uint32(2)], about: shown)
            await server.emit("ActionInvoked", [.uint32(shown.id), .string(shown.key(of: "yes"))], about: shown)

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            try await events.next("acknowledged", of: "tea")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `the agent closes an answered notification that the server leaves open`() async throws {
        var script = ScriptedServerScript()
        script.configuration.closesAfterAction = false
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()

            await server.press("default", on: shown)

            #expect(try await server.nextClosing() == ScriptedServer.Closing(id: shown.id, reason: .closedByCall))
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `signals of a server that sends them to its clients only are received`() async throws {
        var script = ScriptedServerScript()
        script.configuration.signalDelivery = .unicast
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()

            await server.press("default", on: shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
        }
    }

    @Test func `a typed text that comes with the action is accepted`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            let action: [String: Value] = [
                "identifier": .string("answer"), "title": .string("Answer"), "textInputButtonTitle": .string("Send"),
            ]
            _ = try await agent.proxy().add(request("chat", ["actions": .dictionaries([action])]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "chat")

            await server.emit(
                "ActionInvoked", [.uint32(shown.id), .string("inline-reply"), .string("hello")], about: shown)

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "text")
            #expect(response["userText"]?.string == "hello")
        }
    }

    @Test func `more notifications than may be in flight are all shown`() async throws {
        try await withAgentAndServer(configuration: "[flood]\nburst = 0") { agent, server in
            let requests = (0..<100).map { request("n\($0)", title: "n\($0)") }
            let outcomes = try await agent.proxy().addAll(requests)
            #expect(outcomes.count == 100 && outcomes.allSatisfy { $0["error"] == nil })

            var titles: [String] = []
            while titles.count < 100 { titles.append(try await server.nextNotification().summary) }
            #expect(titles == requests.compactMap { $0["title"]?.string })
        }
    }

    @Test func `an expired notification is closed by its number on removal: a server may list it`()
        async throws
    {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            await server.expire(shown)
            try await events.next("expired", of: "tea")
            // This includes notifications of the agent's earlier life.
            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            _ = server.takeCalls()

            #expect(try await agent.proxy().removeDelivered(["tea"]) == ["tea"])

            #expect(try await server.nextCall() == .close(shown.id))
        }
    }
}
