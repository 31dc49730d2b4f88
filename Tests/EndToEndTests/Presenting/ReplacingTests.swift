// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// One identifier means one notification: the newer showing replaces the older one.
@Suite struct ReplacingTests {
    /// Runs `body` after "New" with the button b has replaced "Old" with the button a on the screen.
    private func withReplaced(
        on information: ServerInformation? = nil,
        _ body: (TestAgent, ScriptedServer, TestDelegate, _ old: ReceivedNotification, _ new: ReceivedNotification)
            async throws -> Void
    ) async throws {
        var script = ScriptedServerScript()
        if let information { script.configuration.information = information }
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", title: "Old", ["actions": buttons("a")]))
            let old = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            _ = try await agent.proxy().add(request("tea", title: "New", ["actions": buttons("b")]))
            let new = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await body(agent, server, delegate, old, new)
        }
    }

    @Test func `a request with the same identifier replaces the one on the screen`() async throws {
        try await withReplaced { agent, server, delegate, old, new in
            #expect(new.replacesID == old.id)
            #expect(new.id == old.id)
            #expect(await server.open.map(\.summary) == ["New"])
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
            await server.press(new.key(of: "b"), on: new)
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["title"]?.string == "New")
        }
    }

    @Test func `a button of the older showing keeps its meaning`() async throws {
        try await withReplaced { _, server, delegate, old, new in
            #expect(old.key(of: "a") != new.key(of: "b"))

            await server.emit("ActionInvoked", [.uint32(new.id), .string(old.key(of: "a"))], about: new)

            let response = try await delegate.nextResponse()
            #expect(response["actionIdentifier"]?.string == "a")
        }
    }

    // MATE makes the new button too small to be seen, LXQt keeps the old ones, GNOME removes the banner.
    @Test(arguments: [
        ("gnome-shell", "GNOME"), ("lxqt-notificationd", "lxqt.org"), ("Notification Daemon", "MATE"),
    ])
    func `27: buttons that a server would not change come in a new notification, and the older one goes`(
        name: String, vendor: String
    ) async throws {
        let information = ServerInformation(name: name, vendor: vendor, version: "1")
        try await withReplaced(on: information) { agent, server, delegate, old, new in
            #expect(new.replacesID == 0)
            try await withDeadline {
                while await server.open.map(\.summary) != ["New"] { try await yieldUntilDeadline() }
            }
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
            await server.press(new.key(of: "b"), on: new)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "b")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `the same identifier of another application is another notification`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy("a").add(request("tea"))
            try await events.next("shown", of: "tea")
            _ = try await agent.proxy("b").add(request("tea"))
            try await events.next("shown", of: "tea")

            #expect(await server.open.map(\.replacesID) == [0, 0])
        }
    }

    @Test func `on a server that can't replace, the older notification is closed`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", title: "Old"))
            let old = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            // The server has closed the notification without a signal, and no longer knows its number.
            await server.change { $0.ignoresReplacing = true }

            _ = try await agent.proxy().add(request("tea", title: "New"))

            let new = try await server.nextNotification()
            #expect(new.id != old.id)
            #expect(try await server.nextClosing() == ScriptedServer.Closing(id: old.id, reason: .closedByCall))
            #expect(await server.open.map(\.summary) == ["New"])
            try await events.next("shown", of: "tea")
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
        }
    }

    @Test func `a notification that is replaced before it has a number leaves the screen`() async throws {
        var script = ScriptedServerScript()
        script.answer = .held
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", title: "Old"))
            let old = try await server.nextNotification()
            _ = try await agent.proxy().add(request("tea", title: "New"))
            let new = try await server.nextNotification()
            #expect(new.summary == "New")

            await server.releaseReplies()

            #expect(try await server.nextClosing() == ScriptedServer.Closing(id: old.id, reason: .closedByCall))
            #expect(await server.open.map(\.summary) == ["New"])
            // The server closes a notification whose number the store does not have yet.
            try await events.next("shown", of: "tea")
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
        }
    }

    @Test func `a notification that is removed before it has a number leaves the screen`() async throws {
        var script = ScriptedServerScript()
        script.answer = .held
        try await withAgentAndServer(script: script) { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            #expect(try await agent.proxy().removeDelivered(["tea"]) == ["tea"])

            await server.releaseReplies()

            #expect(try await server.nextClosing() == ScriptedServer.Closing(id: shown.id, reason: .closedByCall))
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `an expired notification is not replaced, and a new one is shown`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let old = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            await server.expire(old)
            try await events.next("expired", of: "tea")

            _ = try await agent.proxy().add(request("tea"))

            #expect(try await server.nextNotification().replacesID == 0)
        }
    }

    @Test func `a pending request is replaced, and its caller is told`() async throws {
        try await withAgent { agent in
            #expect(try await agent.proxy().add(request("tea", ["trigger": tomorrow]))["replaced"]?.bool == false)
            let outcome = try await agent.proxy().add(request("tea", title: "Coffee", ["trigger": tomorrow]))

            #expect(outcome["replaced"]?.bool == true)
            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["title"]?.string } == ["Coffee"])
        }
    }
}
