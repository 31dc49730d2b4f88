// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// A clock that is set while no agent runs, and over a reboot: an interval counts real time, as far as the agent can
/// know it.
@Suite struct ClockWhileAwayTests {
    /// Saturday 2026-11-21, 12:00 in UTC.
    private let noon = 1_795_262_400.0

    /// Starts an agent at a time, in a boot that has lasted this long.
    private func life(_ run: String, _ now: Double, uptime: Double) -> [String: String] {
        ["BELFRY_NOW": "@\(now)", "BELFRY_BOOT": run, "BELFRY_UPTIME": "\(uptime)"]
    }

    private func due(_ agent: TestAgent, _ identifier: String = "tea") async throws -> Double? {
        try await agent.clock.advance(0)
        return try await agent.proxy().pending().first { $0["identifier"]?.string == identifier }?[
            "nextTriggerDateUnix"]?.double
    }

    @Test(arguments: [10_800.0, -18_000, 0] as [Double])
    func `a clock that was set while no agent ran moves an interval with it`(jump: Double) async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(3600)]))
            try await agent.kill()

            // Ten minutes later by any other clock.
            try await agent.start(life("a", noon + 600 + jump, uptime: 700))

            #expect(try await due(agent) == noon + jump + 3600)
            try await agent.clock.advance(2999)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(1)
            #expect(server.takeNotifications().count == 1)
        }
    }

    @Test func `over a reboot an interval counts by the wall clock`() async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(3600)]))
            try await agent.kill()

            try await agent.start(life("b", noon + 1800, uptime: 30))

            #expect(try await due(agent) == noon + 3600)
            try await agent.clock.advance(1800)
            #expect(server.takeNotifications().count == 1)
        }
    }

    // The date moved with the clock, so on a machine without a battery each start delayed all intervals.
    @Test func `a clock that is corrected after a reboot leaves earlier dates unchanged`() async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(3600)]))
            _ = try await agent.proxy().add(request("pulse", ["trigger": .properties(["every": .string("2h")])]))
            try await agent.kill()

            // Half an hour has passed, but the clock stood still meanwhile.
            try await agent.start(life("b", noon + 1, uptime: 5))
            _ = try await agent.proxy().add(request("new", ["trigger": after(3600)]))
            try await agent.clock.set(to: noon + 1800)

            #expect(try await due(agent) == noon + 3600)
            #expect(try await due(agent, "pulse") == noon + 7200)
            #expect(try await due(agent, "new") == noon + 1800 + 3600)
            // Again, while no agent runs, and in the same boot of the machine.
            try await agent.kill()
            try await agent.start(life("b", noon + 1860, uptime: 5 + 0.5))
            #expect(try await due(agent) == noon + 3600)
            #expect(try await due(agent, "new") == noon + 1800 + 3600 + 59.5)
            try await agent.clock.advance(1740)
            #expect(server.takeNotifications().count == 1)
        }
    }

    @Test func `a clock that is set back after a reboot delays no request beyond its interval`() async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("pulse", ["trigger": .properties(["every": .string("2h")])]))
            try await agent.kill()
            try await agent.start(life("b", noon + 3600, uptime: 5))

            // Five days: the clock was wrong before, or is wrong from now on.
            let back = noon + 3600 - 5 * 86_400
            try await agent.clock.set(to: back)

            #expect(try await due(agent, "pulse") == back + 7200)
            try await agent.clock.advance(7200)
            #expect(server.takeNotifications().count == 1)
            // From here on the interval counts real time.
            try await agent.clock.set(to: noon)
            #expect(try await due(agent, "pulse") == noon + 7200)
        }
    }

    @Test func `a nag that began before a reboot continues`() async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("pill", ["nag": .string("10m")]))
            _ = try await server.nextNotification()
            try await agent.clock.advance(0)
            try await agent.kill()
            try await agent.start(life("b", noon + 60, uptime: 5))
            try await agent.hasMet(server)

            try await agent.clock.set(to: noon + 60 - 86_400)

            try await agent.clock.advance(599)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(1)
            #expect(server.takeNotifications().count == 1)
        }
    }
}
