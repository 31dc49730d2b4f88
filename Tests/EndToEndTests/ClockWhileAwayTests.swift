// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// A clock that is set while no agent runs, and over a reboot: an interval counts real time, as far as it is known.
@Suite struct ClockWhileAwayTests {
    /// Saturday 2026-11-21, 12:00 in UTC.
    private let noon = 1_795_262_400.0

    /// An agent at a time, in a run of the machine that has lasted so long.
    private func life(_ run: String, _ now: Double, uptime: Double) -> [String: String] {
        ["BELFRY_NOW": "@\(now)", "BELFRY_BOOT": run, "BELFRY_UPTIME": "\(uptime)"]
    }

    private func due(_ agent: TestAgent, _ identifier: String = "tea") async throws -> Double? {
        try await agent.clock.advance(0)
        return try await agent.proxy().pending().first { $0["identifier"]?.string == identifier }?[
            "nextTriggerDateUnix"]?.double
    }

    @Test(arguments: [10_800.0, -18_000, 0] as [Double])
    func `a clock that was set while no agent ran moves an interval along`(jump: Double) async throws {
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

    @Test func `over a reboot an interval goes by the wall clock`() async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(3600)]))
            try await agent.kill()

            try await agent.start(life("b", noon + 1800, uptime: 30))

            #expect(try await due(agent) == noon + 3600)
            try await agent.clock.advance(1800)
            #expect(server.takeNotifications().count == 1)
        }
    }

    // It moved with it: a machine without a battery had all its intervals put off at each start.
    @Test func `a clock that is put right after a reboot leaves what was added before it where it was`() async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(3600)]))
            _ = try await agent.proxy().add(request("pulse", ["trigger": .properties(["every": .string("2h")])]))
            try await agent.kill()

            // Half an hour later, but the clock stood still meanwhile.
            try await agent.start(life("b", noon + 1, uptime: 5))
            _ = try await agent.proxy().add(request("new", ["trigger": after(3600)]))
            try await agent.clock.set(to: noon + 1800)

            #expect(try await due(agent) == noon + 3600)
            #expect(try await due(agent, "pulse") == noon + 7200)
            #expect(try await due(agent, "new") == noon + 1800 + 3600)
            // Again, while no agent runs, and in the same run of the machine.
            try await agent.kill()
            try await agent.start(life("b", noon + 1860, uptime: 5 + 0.5))
            #expect(try await due(agent) == noon + 3600)
            #expect(try await due(agent, "new") == noon + 1800 + 3600 + 59.5)
            try await agent.clock.advance(1740)
            #expect(server.takeNotifications().count == 1)
        }
    }

    @Test func `a clock that is set back after a reboot makes nobody wait longer than the interval`() async throws {
        try await withAgentAndServer(environment: life("a", noon, uptime: 100)) { agent, server in
            _ = try await agent.proxy().add(request("pulse", ["trigger": .properties(["every": .string("2h")])]))
            try await agent.kill()
            try await agent.start(life("b", noon + 3600, uptime: 5))

            // Five days: it was wrong all the time, or is from now on.
            let back = noon + 3600 - 5 * 86_400
            try await agent.clock.set(to: back)

            #expect(try await due(agent, "pulse") == back + 7200)
            try await agent.clock.advance(7200)
            #expect(server.takeNotifications().count == 1)
            // From here on it counts real time.
            try await agent.clock.set(to: noon)
            #expect(try await due(agent, "pulse") == noon + 7200)
        }
    }

    @Test func `a nagging that began before a reboot goes on`() async throws {
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
