// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import Testing
import TestSupport

/// What is over leaves the screen, though the agent died before it closed it; and nothing else does.
@Suite struct LeftoverTests {
    @Test func `what a killed agent had just withdrawn is closed by the next`() async throws {
        try await withAgentAndServer(environment: ["BELFRYD_CRASH_AT": "after-removal-commit"]) { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            while try await agent.deliveredStates() != ["tea": "shown"] {}
            await #expect(throws: BusError.self) { try await agent.proxy().removeDelivered(["tea"]) }
            #expect(try await agent.end() == .signalled(SIGKILL))
            #expect(await server.open == [shown])

            try await agent.start()

            #expect(try await server.nextClosing() == ScriptedServer.Closing(id: shown.id, reason: .closedByCall))
        }
    }

    @Test func `what was answered when the agent died is closed by the next`() async throws {
        var script = ScriptedServerScript()
        script.configuration.closesAfterAction = false
        try await withAgentAndServer(
            script: script, environment: ["BELFRYD_CRASH_AT": "after-response-commit"]
        ) { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            while try await agent.deliveredStates() != ["tea": "shown"] {}
            await server.press("default", on: shown)
            #expect(try await agent.end() == .signalled(SIGKILL))

            try await agent.start()

            #expect(try await server.nextClosing().id == shown.id)
        }
    }

    @Test func `a server that came in between has nothing of its own closed under the same number`() async throws {
        try await withAgentAndServer(environment: ["BELFRYD_CRASH_AT": "after-removal-commit"]) { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            while try await agent.deliveredStates() != ["tea": "shown"] {}
            await #expect(throws: BusError.self) { try await agent.proxy().removeDelivered(["tea"]) }
            try await agent.end()
            await server.leave()
            try await server.come()
            // Another program's.
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
            // What it shows next comes after all that it closes.
            _ = try await agent.proxy().add(request("coffee", title: "Coffee"))
            while try await server.nextNotification().summary != "Coffee" {}

            #expect(server.takeCalls().allSatisfy { if case .close = $0 { false } else { true } })
            #expect(await server.open.map(\.summary) == ["Foreign", "Coffee"])
        }
    }

    // Its number was on disk for the next agent, and nobody closed it before that.
    @Test func `what has expired leaves the server's own list when a newer one takes its place`() async throws {
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

    @Test func `what expires and is in no list is gone with its expiry, whenever the agent dies`() async throws {
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
            var kinds: [String] = []
            while !kinds.contains("command") {
                kinds = try await agent.proxy().log(["identifier": .string("tea")]).compactMap { $0["kind"]?.string }
            }
            #expect(kinds.contains("expired") && kinds.contains("gone"))
        }
    }
}
