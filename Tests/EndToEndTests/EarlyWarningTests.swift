// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// Early warnings, and what is put off, beside what happens to their request.
@Suite struct EarlyWarningTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    private func names(_ agent: TestAgent) async throws -> [String] {
        try await agent.proxy().pending().compactMap { $0["identifier"]?.string }.sorted()
    }

    // It warned of the moment that was put off.
    @Test func `a request that is put off before it is due takes its warnings with it`() async throws {
        try await withAgent(environment: noon) { agent in
            _ = try await agent.proxy().add(request("x", ["trigger": after(3600), "before": .strings(["15m"])]))
            #expect(try await names(agent) == ["x", "x~15m"])

            try await agent.proxy().snooze("x", seconds: 7200)

            #expect(try await names(agent) == ["x"])
        }
    }

    // It came back for what was cancelled.
    @Test func `a warning that was put off goes with its request`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("x", ["trigger": after(7200), "before": .strings(["90m"])]))
            try await agent.clock.advance(1801)
            #expect(server.takeNotifications().count == 1)
            try await agent.proxy().snooze("x~90m", seconds: 900)

            _ = try await agent.proxy().removePending(["x"])

            #expect(try await names(agent) == [])
        }
    }

    // It warned of what did not come.
    @Test func `nothing warns of what expires before it comes`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(
                request(
                    "x",
                    [
                        "trigger": .properties(["timeInterval": .double(3600), "repeats": .boolean(true)]),
                        "before": .strings(["30m"]), "expires": .string("2026-11-21T14:45:00Z"),
                    ]))

            for _ in 0..<8 { try await agent.clock.advance(1800) }

            // Each with its warning; a third warning came alone.
            #expect(server.takeNotifications().count == 4)
            #expect(try await names(agent) == [])
        }
    }

    // The copy was deleted.
    @Test func `a change of a request's warnings leaves what was put off of it`() async throws {
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

    // They said what it had said before.
    @Test func `an edited request is warned of with its new words`() async throws {
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

    @Test func `an edit by which a request is over before it comes takes its warnings away`() async throws {
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

    // It would have warned of what is here under that name.
    @Test func `a warning of what an import leaves out stays out, too`() async throws {
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
