// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// A clock that is years wrong, because of an empty battery or a mistyped year, loses no data.
@Suite struct FarClockTests {
    /// Saturday 2026-11-21, 12:00 in UTC.
    private let noon = 1_795_262_400.0

    /// Starts an agent at a time, in one boot of the machine.
    private func life(_ now: Double, uptime: Double = 5, boot: String = "a") -> [String: String] {
        ["BELFRY_NOW": "@\(now)", "BELFRY_BOOT": boot, "BELFRY_UPTIME": "\(uptime)"]
    }

    private func dues(_ agent: TestAgent) async throws -> [String: Double] {
        try await agent.clock.advance(0)
        let rows = try await agent.proxy().pending().map {
            ($0["identifier"]?.string ?? "", $0["nextTriggerDateUnix"]?.double ?? 0)
        }
        return Dictionary(rows) { $1 }
    }

    private func add(_ agent: TestAgent) async throws {
        _ = try await agent.proxy().add(request("tea", ["trigger": .properties(["in": .string("1h")])]))
        _ = try await agent.proxy().add(request("daily", ["trigger": .properties(["every": .string("day 09:00")])]))
        _ = try await agent.proxy().add(
            request(
                "rule",
                [
                    "trigger": .properties([
                        "rule": .string("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;BYHOUR=18;BYMINUTE=0;BYSECOND=0")
                    ])
                ]))
    }

    /// This covers clocks before 1970 too: no kernel sets such a clock, but a test clock can have it. A request that
    /// was added in 2106 counted from then, and so never fired.
    @Test(arguments: [-86_400.0 * 400, 4_294_967_296])
    func `a request added with a clock that is years off is due at the right time later`(
        wrong: Double
    ) async throws {
        try await withAgentAndServer(environment: life(wrong)) { agent, server in
            try await add(agent)
            #expect(try await dues(agent)["tea"] == wrong + 3600)
            _ = try await agent.proxy().add(request("now"))
            _ = try await server.nextNotification()

            try await agent.clock.set(to: noon)

            let dues = try await dues(agent)
            #expect(dues["tea"] == noon + 3600)
            #expect(dues["daily"] == noon + 21 * 3600)
            #expect(dues["rule"] == 1_798_135_200)
            try await agent.clock.advance(3600)
            let shown = server.takeNotifications().map(\.summary)
            #expect(shown.contains("Tea"), "\(shown)")
            // As before, if the agent was killed in between.
            try await agent.kill()
            try await agent.start(life(noon + 3700, uptime: 3705))
            #expect(try await self.dues(agent)["daily"] == noon + 21 * 3600)
        }
    }

    /// After a reboot the agent can compare its clock only with the start of the last boot.
    @Test func `a request that was added in 2106 fires after a reboot, too`() async throws {
        try await withAgent(environment: life(4_294_967_296)) { agent in
            try await add(agent)
            try await agent.kill()

            try await agent.start(life(noon, boot: "b"))

            let dues = try await dues(agent)
            #expect(dues == ["tea": noon + 3600, "daily": noon + 21 * 3600, "rule": 1_798_135_200])
        }
    }

    /// A minute in 2106 changed the whole store: answers were deleted for their age, and pauses ended.
    @Test func `a minute in another century deletes no data`() async throws {
        try await withAgentAndServer(environment: life(noon)) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("asked", ["actions": buttons("yes")]))
            let asked = try await server.nextNotification()
            await server.press(asked.key(of: "yes"), on: asked)
            try await events.next("answered", of: "asked")
            _ = try await agent.proxy().add(request("standing"))
            _ = try await server.nextNotification()
            try await agent.proxy("org.example.Other").pause(seconds: 86_400)
            try await add(agent)
            let logged = try await agent.proxy(AgentNames.allApplications).log([:]).count
            try await agent.kill()

            // A new boot of the machine, in 2106.
            try await agent.start(life(4_294_967_296, boot: "b"))
            try await agent.hasMet(server)
            _ = try await agent.proxy().add(request("meanwhile"))
            try await agent.clock.advance(60)
            try await agent.clock.set(to: noon + 600)
            try await agent.clock.advance(2 * 3600)

            #expect(try await agent.storedResponses() == 1)
            #expect(try await agent.deliveredStates().keys.contains("standing"))
            let delivered = try await agent.proxy().delivered().compactMap { $0["identifier"]?.string }
            // By that clock the request was due meanwhile; it is late, and not lost.
            #expect(delivered.contains("tea") && delivered.contains("meanwhile"), "\(delivered)")
            #expect(try await agent.proxy().status()["paused"]?.array?.count == 1)
            _ = try await agent.proxy("org.example.Other").add(request("held"))
            #expect(try await agent.proxy("org.example.Other").missed().first?["reason"]?.string == "paused")
            let dues = try await dues(agent)
            #expect(dues["daily"] == noon + 21 * 3600)
            #expect(dues["rule"] == 1_798_135_200)
            #expect(try await agent.proxy(AgentNames.allApplications).log([:]).count > logged)
        }
    }

    @Test func `really old answers are deleted an hour after the agent's start`() async throws {
        try await withAgentAndServer(environment: life(noon)) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("asked"))
            await server.press("default", on: try await server.nextNotification())
            try await events.next("answered", of: "asked")
            try await agent.kill()

            try await agent.start(life(noon + 8 * 86_400, boot: "b"))
            _ = try await agent.proxy().status()
            #expect(try await agent.storedResponses() == 1)
            try await agent.clock.advance(3602)

            try await withDeadline { while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() } }
        }
    }
}
