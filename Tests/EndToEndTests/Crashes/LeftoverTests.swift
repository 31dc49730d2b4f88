// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import Testing
import TestSupport

/// A notification that is over leaves the screen, even if the agent died before it closed it; no other notification
/// does.
@Suite struct LeftoverTests {
    @Test func `a notification that a killed agent had just withdrawn is closed by the next`() async throws {
        try await withAgentAndServer(environment: ["BELFRYD_CRASH_AT": "after-removal-commit"]) { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            try await agent.waitForDelivered(["tea": "shown"])
            await #expect(throws: BusError.self) { try await agent.proxy().removeDelivered(["tea"]) }
            #expect(try await agent.end() == .signalled(SIGKILL))
            #expect(await server.open == [shown])

            try await agent.start()

            #expect(try await server.nextClosing() == ScriptedServer.Closing(id: shown.id, reason: .closedByCall))
        }
    }

    @Test func `a notification that was answered when the agent died is closed by the next`() async throws {
        var script = ScriptedServerScript()
        script.configuration.closesAfterAction = false
        try await withAgentAndServer(
            script: script, environment: ["BELFRYD_CRASH_AT": "after-response-commit"]
        ) { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            try await agent.waitForDelivered(["tea": "shown"])
            await server.press("default", on: shown)
            #expect(try await agent.end() == .signalled(SIGKILL))

            try await agent.start()

            #expect(try await server.nextClosing().id == shown.id)
        }
    }

    @Test func `a new server's notification of the same number is not closed`() async throws {
        try await withAgentAndServer(environment: ["BELFRYD_CRASH_AT": "after-removal-commit"]) { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            try await agent.waitForDelivered(["tea": "shown"])
            await #expect(throws: BusError.self) { try await agent.proxy().removeDelivered(["tea"]) }
            try await agent.end()
            await server.leave()
            try await server.come()
            // This notification belongs to another program.
            let foreign = try await agent.connection.call(
                .methodCall(
                    destination: NotificationServer.interfaceName, path: NotificationServer.path,
                    interface: NotificationServer.interfaceName, member: "Notify",
                    arguments: [
                        .string("other"), .uint32(0), .string(""), .string("Foreign"), .string(""), .strings([]),
                        .properties([:]), .int32(0),
                    ])
            ).arguments.first
            #expect(foreign == .uint32(shown.id))
            _ = server.takeCalls()

            try await agent.start()
            try await agent.hasMet(server)
            // The next notification is shown after all that the agent closes.
            _ = try await agent.proxy().add(request("coffee", title: "Coffee"))
            while try await server.nextNotification().summary != "Coffee" {}

            #expect(server.takeCalls().allSatisfy { if case .close = $0 { false } else { true } })
            #expect(await server.open.map(\.summary) == ["Foreign", "Coffee"])
        }
    }

    // The next agent had its number on disk, and nothing closed it.
    @Test func `an expired notification leaves the server's list when a newer one replaces it`() async throws {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T12:00:00Z"]) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["expireAfter": .double(600)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await agent.clock.advance(600)
            await server.expire(shown)
            try await agent.clock.advance(5)
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
            _ = server.takeCalls()

            _ = try await agent.proxy().add(request("tea", title: "New"))

            try await withDeadline { while try await server.nextCall() != .close(shown.id) {} }
        }
    }

    @Test func `an expired notification that is in no list ends, whenever the agent dies`() async throws {
        try await withAgentAndServer(environment: ["BELFRYD_CRASH_AT": "after-response-commit"]) { agent, server in
            let events = try await AgentEvents(of: agent)
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            delegate.present(["banner"])
            _ = try await agent.proxy().add(request("tea", ["on": .properties(["expire": .string("true")])]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            await server.expire(shown)
            #expect(try await agent.end() == .signalled(SIGKILL))

            try await agent.start()

            #expect(try await agent.proxy().delivered().isEmpty)
            let kinds = try await withDeadline {
                var kinds: [String] = []
                while !kinds.contains("command") {
                    let events = try await agent.proxy().log(["identifier": .string("tea")])
                    kinds = events.compactMap { $0["kind"]?.string }
                }
                return kinds
            }
            #expect(kinds.contains("expired") && kinds.contains("gone"))
        }
    }
}
