// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// Early warnings and snoozed copies, when their request changes.
@Suite struct EarlyWarningTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    private func names(_ agent: TestAgent) async throws -> [String] {
        try await agent.proxy().pending().compactMap { $0["identifier"]?.string }.sorted()
    }

    // A warning came for the date that was snoozed.
    @Test func `a request that is snoozed before it is due takes its warnings along`() async throws {
        try await withAgent(environment: noon) { agent in
            _ = try await agent.proxy().add(request("x", ["trigger": after(3600), "before": .strings(["15m"])]))
            #expect(try await names(agent) == ["x", "x~15m"])

            try await agent.proxy().snooze("x", seconds: 7200)

            #expect(try await names(agent) == ["x"])
        }
    }

    // The warning of a cancelled request was shown again.
    @Test func `a snoozed warning is removed with its request`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("x", ["trigger": after(7200), "before": .strings(["90m"])]))
            try await agent.clock.advance(1801)
            #expect(server.takeNotifications().count == 1)
            try await agent.proxy().snooze("x~90m", seconds: 900)

            _ = try await agent.proxy().removePending(["x"])

            #expect(try await names(agent) == [])
        }
    }

    // The warning announced a notification that was not shown.
    @Test func `no warning is shown if the request expires before its date`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(
                request(
                    "x",
                    [
                        "trigger": .properties(["timeInterval": .double(3600), "repeats": .boolean(true)]),
                        "before": .strings(["30m"]), "expires": .string("2026-11-21T14:45:00Z"),
                    ]))

            for _ in 0..<8 { try await agent.clock.advance(1800) }

            // Each date has its warning; a third warning came without its date.
            #expect(server.takeNotifications().count == 4)
            #expect(try await names(agent) == [])
        }
    }

    // The snoozed copy was deleted.
    @Test func `a change of a request's warnings keeps the snoozed copy`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let hourly: [String: Value] = ["timeInterval": .double(3600), "repeats": .boolean(true)]
            _ = try await agent.proxy().add(request("x", ["trigger": .properties(hourly)]))
            try await agent.clock.advance(3600)
            _ = try await server.nextNotification()
            try await agent.proxy().snooze("x", seconds: 600)

            _ = try await agent.proxy().add(
                request(
                    "x", title: "Coffee",
                    ["trigger": .properties(["keep": .boolean(true)]), "before": .strings(["20m"])]))

            #expect(try await names(agent) == ["x", "x", "x~20m"])
            try await agent.clock.advance(600)
            #expect(try await server.nextNotification().summary == "Coffee")
        }
    }

    // The warnings kept the old text.
    @Test func `warnings of an edited request have the new text`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("x", ["trigger": after(7200), "before": .strings(["90m", "1h"])]))
            _ = try await agent.proxy().add(
                request(
                    "x", title: "Dentist, moved",
                    ["trigger": .properties(["keep": .boolean(true)]), "actions": buttons("call")]))

            try await agent.clock.advance(1800)
            try await agent.clock.advance(1800)

            let shown = server.takeNotifications()
            #expect(shown.map(\.summary) == ["Dentist, moved", "Dentist, moved"])
            #expect(shown.map(\.body) == ["in 90m", "in 1h"])
            #expect(shown.allSatisfy { $0.labels.contains("call") })
            #expect(try await names(agent) == ["x"])
        }
    }

    @Test func `an edit that ends a request before its date removes its warnings`() async throws {
        try await withAgent(environment: noon) { agent in
            _ = try await agent.proxy().add(request("x", ["trigger": after(7200), "before": .strings(["1h"])]))
            _ = try await agent.proxy().add(
                request(
                    "x",
                    [
                        "trigger": .properties(["keep": .boolean(true)]),
                        "expires": .string("2026-11-21T13:30:00Z"),
                    ]))

            #expect(try await names(agent) == ["x"])
        }
    }

    // The warning would have announced the existing request of that identifier.
    @Test func `if an import leaves out a request, it leaves out its warnings`() async throws {
        try await withAgent(environment: noon) { agent in
            _ = try await agent.proxy().add(request("x", ["trigger": after(7200), "before": .strings(["1h"])]))
            let file = agent.folders.path + "/files/all.jsonl"
            #expect(try await agent.belfry("export", "-o", file).status == 0)
            _ = try await agent.proxy().removePending(["x"])
            _ = try await agent.proxy().add(request("x", ["trigger": tomorrow]))

            #expect(try await agent.belfry("import", file).status == 0)

            #expect(try await names(agent) == ["x"])
        }
    }
}
