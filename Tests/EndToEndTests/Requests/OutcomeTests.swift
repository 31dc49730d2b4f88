// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport
import Triggers

/// The outcome of each request, and lists that are too long for a reply.
@Suite struct OutcomeTests {
    @Test func `a list that fits into no reply is refused, and the agent runs on`() async throws {
        try await withAgent(environment: ["BELFRYD_LIST_BYTES": "4000"]) { agent in
            let many = (1...20).map { request("n\($0)", ["trigger": tomorrow]) }
            _ = try await agent.proxy().addAll(many)
            _ = try await agent.proxy("org.example.Other").add(request("one", ["trigger": tomorrow]))

            let refusal = await #expect(throws: Refusal.self) {
                try await agent.proxy(AgentNames.allApplications).pending()
            }
            #expect(refusal?.code == .contentTooLarge)
            #expect(refusal?.message.hasPrefix("21 requests are pending") == true)
            #expect(refusal?.message.contains("PendingPage") == true)
            #expect(try await agent.proxy("org.example.Other").pending().count == 1)
            await #expect(throws: Refusal.self) { try await agent.proxy().pending() }
            #expect(try await agent.proxy().removePending(["n1"]) == ["n1"])
        }
    }

    @Test func `an unknown category is degraded, and its notification has no actions`() async throws {
        try await withAgentAndServer { agent, server in
            let todo: [String: Value] = ["categoryIdentifier": .string("todo")]
            #expect(try await agent.proxy().add(request("a", todo))["degraded"]?.strings == ["category"])
            #expect(try await server.nextNotification().labels == [])
            let later = todo.merging(["trigger": tomorrow]) { old, _ in old }
            #expect(try await agent.proxy().addAll([request("b", later)])[0]["degraded"]?.strings == ["category"])

            try await agent.proxy().setCategories([["identifier": .string("todo"), "actions": buttons("done")]])

            #expect(try await agent.proxy().add(request("a", todo))["degraded"] == nil)
            #expect(try await server.nextNotification().labels == ["done", "Open"])
        }
    }

    @Test func `in a list each request over the quota is refused with its error`() async throws {
        try await withAgent(configuration: "quota = 2\n") { agent in
            let two = ["trigger": after(86400 * 7), "before": Value.strings(["1d"])]

            let outcomes = try await agent.proxy().addAll(
                [request("a", ["trigger": tomorrow]), request("b", two), request("c", ["trigger": tomorrow])])

            #expect(outcomes.map { $0["identifier"]?.string } == ["a", "b", "c"])
            #expect(outcomes[0]["error"] == nil)
            #expect(outcomes[1]["error"]?.string == "org.belfry.Error.TooManyRequests")
            #expect(outcomes[1]["message"]?.string?.contains("the limit is 2") == true)
            #expect(outcomes[2]["error"] == nil)
            #expect(try await agent.pendingIdentifiers() == ["a", "c"])
        }
    }

    @Test func `empty bytes in user info are returned as bytes, and an empty list as a list`() async throws {
        try await withAgent { agent in
            let information: [String: Value] = ["bytes": .bytes([]), "list": .strings([])]
            _ = try await agent.proxy().add(
                request("tea", ["trigger": tomorrow, "userInfo": .properties(information)]))

            let back = try await agent.proxy().pending().first?["userInfo"]?.properties
            #expect(back?["bytes"] == .bytes([]))
            #expect(back?["list"]?.array == [])
            #expect(back?["list"] != .bytes([]))
        }
    }
}
