// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// `belfryd --test-clock`: time stands still until a test moves it.
@Suite struct TestClockTests {
    /// Saturday 2026-11-21, 12:00 in UTC.
    private let noon = 1_795_262_400.0
    private let atNoon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
    private func inBerlin(_ now: String) -> [String: String] { ["BELFRY_NOW": now, "TZ": "Europe/Berlin"] }
    private func every(_ words: String) -> Value { .properties(["every": .string(words)]) }
    private func at(_ words: String) -> Value { .properties(["at": .string(words)]) }

    private func nextDates(_ agent: TestAgent) async throws -> [String: Double] {
        var dates: [String: Double] = [:]
        for request in try await agent.proxy().pending() {
            dates[request["identifier"]?.string ?? ""] = request["nextTriggerDateUnix"]?.double
        }
        return dates
    }

    @Test func `a day of reminders takes no time, and each call returns when all are shown`() async throws {
        try await withAgentAndServer(environment: atNoon) { agent, server in
            #expect(try await agent.clock.now() == noon)
            _ = try await agent.proxy().add(request("tea", ["trigger": after(600)]))
            _ = try await agent.proxy().add(request("pulse", title: "Pulse", ["trigger": every("1h")]))

            try await agent.clock.advance(599)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(1)
            #expect(server.takeNotifications().map(\.summary) == ["Tea"])
            #expect(try await agent.deliveredStates() == ["tea": "shown"])

            try await agent.clock.advance(86_400)
            #expect(server.takeNotifications().map(\.summary) == Array(repeating: "Pulse", count: 24))
            #expect(try await agent.clock.now() == noon + 87_000)
        }
    }

    @Test func `it exists on a private bus only, and its agent says so`() async throws {
        try await withAgent { agent in
            await #expect(throws: BusError.self) { try await agent.clock.now() }
            let runtime = agent.folders.path + "/run"
            try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
            let log = agent.folders.path + "/refused.log"
            for (words, arguments, variables) in [
                ("is your session's bus", ["--bus", "unix:path=\(runtime)/bus"], ["XDG_RUNTIME_DIR": runtime]),
                ("started by the bus", [], ["DBUS_STARTER_BUS_TYPE": "session"]),
                ("is your own store", ["--state", agent.folders.path + "/home/.local/state/belfry"], [:]),
                ("BELFRY_NOW is \"soon\"", [], ["BELFRY_NOW": "soon"]),
            ] {
                let refused = try AgentProcess(
                    [try TestAgent.program(), "--test-clock"] + arguments,
                    environment: agent.folders.environment(bus: agent.bus).merging(variables) { _, new in new },
                    log: log)
                let ending = try await refused.end()
                #expect(ending != .exited(0))
                #expect(agent.folders.text(of: log)?.contains(words) == true, "\(agent.folders.text(of: log) ?? "")")
            }
        }
    }

    @Test func `the interface can be introspected, and wrong arguments are refused`() async throws {
        try await withAgent(environment: atNoon) { agent in
            let text = try await agent.connection.call(
                .methodCall(
                    destination: AgentNames.busName, path: AgentNames.path,
                    interface: "org.freedesktop.DBus.Introspectable", member: "Introspect", arguments: []))
            #expect(text.arguments.first?.string?.contains("org.belfry.TestClock1") == true)
            await #expect(throws: BusError.self) { try await agent.clock.set("tomorrow") }
            await #expect(throws: BusError.self) { try await agent.clock.advance(-1) }
            await #expect(throws: BusError.self) { try await agent.clock.advance(.infinity) }
            await #expect(throws: BusError.self) { try await agent.clock.setZone("Mars/Olympus") }
            #expect(try await agent.clock.now() == noon)
        }
    }

    @Test func `a set clock moves intervals, and calendar dates follow the clock`() async throws {
        try await withAgentAndServer(environment: atNoon) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(600)]))
            _ = try await agent.proxy().add(request("supper", title: "Supper", ["trigger": every("day 18:00")]))

            try await agent.clock.set(to: noon + 3 * 3600)
            #expect(server.takeNotifications().isEmpty)
            let dates = try await nextDates(agent)
            #expect(abs((dates["tea"] ?? 0) - (noon + 3 * 3600 + 600)) < 0.001)
            #expect(dates["supper"] == noon + 6 * 3600)
            try await agent.clock.advance(600)
            #expect(server.takeNotifications().map(\.summary) == ["Tea"])

            // Set forward over its date: it fires late, and is not lost. Set back again: it does not fire twice.
            try await agent.clock.set(to: noon + 7 * 3600)
            #expect(server.takeNotifications().map(\.summary) == ["Supper"])
            try await agent.clock.set(to: noon + 5 * 3600)
            try await agent.clock.advance(4 * 3600)
            #expect(server.takeNotifications().isEmpty)
            #expect(try await nextDates(agent)["supper"] == noon + 30 * 3600)
        }
    }

    @Test func `intervals count time in suspend, and a repeating one keeps its phase`() async throws {
        try await withAgentAndServer(environment: atNoon) { agent, server in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(600)]))
            _ = try await agent.proxy().add(request("pulse", title: "Pulse", ["trigger": every("1h")]))

            try await agent.clock.suspend()
            try await agent.clock.advance(300)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.resume(after: 3 * 3600 + 60)

            #expect(Set(server.takeNotifications().map(\.summary)) == ["Tea", "Pulse"])
            #expect(try await nextDates(agent) == ["pulse": noon + 4 * 3600])
        }
    }

    @Test func `a zone change moves floating requests, and no others`() async throws {
        try await withAgentAndServer(environment: inBerlin("2026-11-21T12:00:00Z")) { agent, server in
            _ = try await agent.proxy().add(request("floats", ["trigger": every("day 22:00")]))
            let fixed: [String: Value] = ["every": .string("day 22:00"), "timeZone": .string("Europe/Berlin")]
            _ = try await agent.proxy().add(request("fixed", ["trigger": .properties(fixed)]))
            _ = try await agent.proxy().add(request("interval", ["trigger": after(86_400)]))
            let before = try await nextDates(agent)
            #expect(before["floats"] == noon + 9 * 3600)

            try await agent.clock.setZone("Asia/Tokyo")

            let dates = try await nextDates(agent)
            #expect(dates["floats"] == noon + 3600)
            #expect(dates["fixed"] == before["fixed"])
            #expect(dates["interval"] == before["interval"])
            #expect(try await agent.clock.zone() == "Asia/Tokyo")
            #expect(try await agent.proxy().status()["zone"]?.string == "Asia/Tokyo")
            let written = try await agent.proxy().pending().first?["nextTriggerDate"]?.string
            #expect(written == "2026-11-21T22:00:00+09:00")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().count == 1)
        }
    }

    @Test func `a time that comes again in the new zone fires once, a skipped one at once`() async throws {
        try await withAgentAndServer(environment: inBerlin("2026-11-21T08:59:00+01:00")) { agent, server in
            _ = try await agent.proxy().add(request("pill", title: "Pill", ["trigger": every("day 09:00")]))
            _ = try await agent.proxy().add(request("nine", title: "Half", ["trigger": at("2026-11-21 09:30")]))
            try await agent.clock.advance(60)
            #expect(server.takeNotifications().map(\.summary) == ["Pill"])

            // Nine o'clock comes again in Lisbon: the pill was taken already. Half past nine comes an hour later.
            try await agent.clock.setZone("Europe/Lisbon")
            try await agent.clock.advance(3700)
            #expect(server.takeNotifications().isEmpty)
            // Half past nine is past already in Athens.
            try await agent.clock.setZone("Europe/Athens")
            #expect(server.takeNotifications().map(\.summary) == ["Half"])
            #expect(try await nextDates(agent) == ["pill": 1_795_244_400 + 86_400])
        }
    }

    @Test func `a zone that changed while no agent ran is noticed at the start`() async throws {
        try await withAgent(environment: inBerlin("2026-11-21T12:00:00Z")) { agent in
            _ = try await agent.proxy().add(request("floats", ["trigger": every("day 22:00")]))
            // When the agent replies, it has noticed the zone.
            try await agent.clock.advance(0)
            try await agent.kill()

            try await agent.start(["BELFRY_NOW": "2026-11-21T12:30:00Z", "TZ": "Asia/Tokyo"])

            try await agent.clock.advance(0)
            #expect(try await nextDates(agent)["floats"] == noon + 3600)
        }
    }
}
