// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// Snoozing: a request is shown again later.
@Suite struct SnoozeTests {
    @Test func `a delivered request leaves the screen and is shown again`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["userInfo": .properties(["cup": .int64(2)])]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.proxy().snooze("tea", seconds: 0.3)

            #expect(try await server.nextClosing().id == shown.id)
            try await events.next("snoozed", of: "tea")
            #expect(try await server.nextNotification().summary == "Tea")
            try await events.next("shown", of: "tea")
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
            #expect(try await agent.pendingIdentifiers() == [])
        }
    }

    // Before, a repeating one came twice: at the end of the snooze, and at its own next date.
    @Test func `C12: a pending request waits longer, and of a repeating one the next date moves`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("once", ["trigger": tomorrow]))
            let repeating: [String: Value] = ["timeInterval": .double(86400), "repeats": .boolean(true)]
            _ = try await agent.proxy().add(request("often", ["trigger": .properties(repeating)]))

            try await agent.proxy().snooze("once", seconds: 3600)
            try await agent.proxy().snooze("often", seconds: 1800)

            let pending = try await agent.proxy().pending()
            #expect(pending.map { $0["identifier"]?.string } == ["often", "once", "often"])
            #expect(pending.map { $0["snoozed"]?.bool } == [true, true, false])
            let dates = pending.compactMap { $0["nextTriggerDateUnix"]?.double }
            #expect(dates.count == 3 && abs(dates[2] - dates[0] - 2 * 86400 + 1800) < 10, "\(dates)")
        }
    }

    @Test func `a snoozed request survives the agent`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await agent.proxy().snooze("tea", seconds: 0.5)

            try await agent.kill()
            try await agent.start()

            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    @Test func `the snooze button snoozes the request, and a waiting caller is told`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            let caller = try await agent.delegate(TestAgent.app, ["identifiers": .strings(["tea"])])
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["actions": buttons("done"), "snooze": .strings(["5m", "1h"])]))
            let shown = try await server.nextNotification()
            #expect(shown.labels == ["done", "Snooze 5m", "Snooze 1h", "Open"])
            let now = Date().timeIntervalSince1970

            await server.press(shown.key(of: "Snooze 5m"), on: shown)

            let response = try await caller.nextResponse()
            #expect(response["actionIdentifier"]?.string == "snooze:5m")
            try await events.next("snoozed", of: "tea")
            let pending = try #require(try await agent.proxy().pending().first)
            let due = try #require(pending["nextTriggerDateUnix"]?.double)
            #expect(abs(due - now - 300) < 10)
            #expect(pending["snoozed"]?.bool == true)
            #expect(try await agent.deliveredStates() == [:])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `an answered request can still be snoozed`() async throws {
        try await withAgentAndServer { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea"))
            await server.press("default", on: try await server.nextNotification())
            _ = try await delegate.nextResponse()

            try await agent.proxy().snooze("tea", seconds: 0.1)

            #expect(try await server.nextNotification().summary == "Tea")
        }
    }
}
