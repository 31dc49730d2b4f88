// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import TestSupport
import Testing

/// The store can't be written for a while: the person's actions meanwhile are kept.
@Suite struct FailedWriteTests {
    private func hasFailed(_ agent: TestAgent) async throws {
        try await withDeadline {
            while !agent.log.contains("Could not store a change of a notification") { try await yieldUntilDeadline() }
        }
    }

    // The press was logged, and lost, and the notification closed.
    @Test func `a press is persisted as soon as possible, and nothing is closed before`() async throws {
        var script = ScriptedServerScript()
        script.configuration.closesAfterAction = false
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.whileStoreIsLocked {
                await server.press(shown.key(of: "yes"), on: shown)
                // This is longer than the agent waits before it closes an answered notification.
                try await hasFailed(agent)
                #expect(await server.open.map(\.id) == [shown.id])
                #expect(delegate.takeResponses().isEmpty)
            }

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            #expect(try await server.nextClosing().id == shown.id)
        }
    }

    @Test func `a snooze is persisted as soon as possible`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["snooze": .strings(["1h"])]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.whileStoreIsLocked {
                await server.press(shown.key(of: "Snooze 1h"), on: shown)
                try await hasFailed(agent)
            }

            try await events.next("snoozed", of: "tea")
            #expect(try await agent.pendingIdentifiers() == ["tea"])
        }
    }
}
