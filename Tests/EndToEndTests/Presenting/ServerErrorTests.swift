// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// Errors and odd numbers that a server returns from Notify.
@Suite struct ServerErrorTests {
    @Test func `a notification with the number 0 was not shown, and stays delivered`() async throws {
        var script = ScriptedServerScript()
        script.answer = .zero
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))

            try await events.next("gone", of: "tea")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
        }
    }

    /// Runs `body` after the server has refused the request "tea" with this error once.
    private func withRefusal(
        _ error: String, _ body: (TestAgent, ScriptedServer, AgentEvents) async throws -> Void
    ) async throws {
        var script = ScriptedServerScript()
        script.answer = .error(BusError(name: "org.freedesktop.Notifications.\(error)", message: ""))
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            while case .notify = try await server.nextCall() { break }
            try await body(agent, server, events)
        }
    }

    @Test func `a notification that is too much like another is tried once more`() async throws {
        try await withRefusal("Error.ExcessNotificationGeneration") { _, server, events in
            await server.change { $0.answer = .number }

            try await events.next("shown", of: "tea")
            #expect(await server.open.count == 1)
        }
    }

    @Test func `a notification that is removed before the retry is not shown`() async throws {
        try await withRefusal("Error.ExcessNotificationGeneration") { agent, server, events in
            #expect(try await agent.proxy().removeDelivered(["tea"]) == ["tea"])
            try await events.next("removed", of: "tea")
            await server.change { $0.answer = .number }

            // This is later than the retry would be.
            _ = try await agent.proxy().add(request("coffee", title: "Coffee", ["trigger": after(1.5)]))
            try await events.next("shown", of: "coffee")
            #expect(await server.open.map(\.summary) == ["Coffee"])
        }
    }

    @Test func `a full server gets the notification when it has room`() async throws {
        try await withRefusal("MaxNotificationsExceeded") { agent, server, events in
            #expect(try await agent.deliveredStates() == ["tea": "presenting"])

            await server.change { $0.answer = .number }

            try await events.next("shown", of: "tea")
        }
    }

    // The notification was sent, and closed at once: the person saw it flash.
    @Test(arguments: [true, false])
    func `a notification that is gone before a full server has room is never sent`(isRemoved: Bool) async throws {
        try await withRefusal("MaxNotificationsExceeded") { agent, server, events in
            await server.change { $0.answer = .number }
            if isRemoved {
                #expect(try await agent.proxy().removeDelivered(["tea"]) == ["tea"])
            } else {
                _ = try await agent.proxy().add(request("tea", title: "Newer"))
                try await events.next("shown", of: "tea")
            }
            _ = server.takeNotifications()

            // This is later than the retry would be.
            _ = try await agent.proxy().add(request("coffee", title: "Coffee", ["trigger": after(5.5)]))
            try await events.next("shown", of: "coffee")
            #expect(server.takeNotifications().map(\.summary) == ["Coffee"])
        }
    }

    @Test func `S10: any other error delays no other notification, and it is shown later`() async throws {
        var script = ScriptedServerScript()
        script.answer = .error(BusError(name: "org.example.Error.Broken", message: "secret"))
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            while case .notify = try await server.nextCall() { break }
            #expect(try await agent.deliveredStates() == ["tea": "presenting"])

            await server.change { $0.answer = .number }
            _ = try await agent.proxy().add(request("coffee"))

            try await events.next("shown", of: "coffee")
            try await withDeadline {
                while try await agent.deliveredStates() != ["tea": "shown", "coffee": "shown"] {
                    try await yieldUntilDeadline()
                }
            }
        }
    }
}
