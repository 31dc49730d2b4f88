// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// Requests that became due while the machine was off or asleep: shown late with a note, skipped, or put into a digest.
@Suite struct MissedTests {
    /// Saturday 2026-11-21, 08:00 in UTC.
    private let morning = ["BELFRY_NOW": "2026-11-21T08:00:00Z"]
    private func every(_ words: String, _ more: [String: Value] = [:]) -> [String: Value] {
        ["trigger": .properties(["every": .string(words)])].merging(more) { $1 }
    }
    private func at(_ words: String, _ more: [String: Value] = [:]) -> [String: Value] {
        ["trigger": .properties(["at": .string(words)])].merging(more) { $1 }
    }

    private func missed(_ agent: TestAgent, _ app: String = TestAgent.app) async throws -> [String] {
        try await agent.proxy(app).missed().map {
            "\($0["identifier"]?.string ?? "") \($0["reason"]?.string ?? "")"
                + ($0["waits"]?.bool == true ? " waits" : "")
        }
    }

    @Test func `a late notification says so, in the text, in the log and in JSON`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            _ = try await agent.proxy().add(request("ann", ["body": .string("the lease")] + at("09:00")))

            try await agent.clock.suspend()
            try await agent.clock.resume(after: 4 * 3600)

            let shown = try await server.nextNotification()
            #expect(shown.body == "the lease\nwas due 09:00, 3 h late")
            #expect(try await agent.proxy().delivered().first?["late"]?.int == 3 * 3600)
            let fired = try await agent.proxy().log([:]).first { $0["kind"]?.string == "fired" }
            #expect(fired?["detail"]?.properties?["late"]?.int == 3 * 3600)
            #expect(try await missed(agent) == [])
        }
    }

    @Test func `the note is in the person's language`() async throws {
        let german = morning.merging(["LC_ALL": "de_DE.UTF-8"]) { $1 }
        try await withAgentAndServer(environment: german) { agent, server in
            _ = try await agent.proxy().add(request("ann", at("09:00")))
            try await agent.clock.set("2026-11-22T09:05:00Z")
            #expect(try await server.nextNotification().body == "war fällig: 2026-11-21 09:00, 1 T zu spät")
        }
    }

    @Test func `a delay of a minute is not late`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            _ = try await agent.proxy().add(request("ann", at("09:00")))
            try await agent.clock.suspend()
            try await agent.clock.resume(after: 3600 + 59)
            #expect(try await server.nextNotification().body == "")
        }
    }

    @Test func `a skipped request is in the list of missed ones`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            _ = try await agent.proxy().add(request("once", at("09:00", ["ifMissed": .string("skip")])))
            _ = try await agent.proxy().add(request("pulse", every("day 10:00", ["ifMissed": .string("skip")])))
            _ = try await agent.proxy().add(request("old", every("day 10:30", ["ifMissed": .string("digest:1h")])))

            try await agent.clock.suspend()
            try await agent.clock.resume(after: 4 * 3600)

            #expect(server.takeNotifications().isEmpty)
            #expect(try await missed(agent) == ["old old", "pulse skip", "once skip"])
            #expect(try await agent.pendingIdentifiers() == ["pulse", "old"])
            try await agent.clock.advance(86_400)
            #expect(server.takeNotifications().count == 2)
        }
    }

    @Test func `after a long absence each application has one digest, one after another`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            for number in 1...3 {
                _ = try await agent.proxy().add(
                    request("r\(number)", title: "R\(number)", every("day 1\(number):00")))
                _ = try await agent.proxy("org.example.Other").add(
                    request("o\(number)", title: "O\(number)", every("day 1\(number):30")))
            }
            _ = try await agent.proxy("org.example.Single").add(request("one", title: "One", every("day 12:15")))

            try await agent.clock.suspend()
            try await agent.clock.resume(after: 3 * 86_400 + 6 * 3600)

            let first = server.takeNotifications()
            #expect(first.map(\.summary) == ["3 reminders while you were away"])
            #expect(
                first.first?.body == "2026-11-21 11:00  R1\n2026-11-21 12:00  R2\n2026-11-21 13:00  R3")
            try await agent.clock.advance(2)
            #expect(server.takeNotifications().map(\.summary) == ["3 reminders while you were away"])
            try await agent.clock.advance(2)
            let single = server.takeNotifications()
            #expect(single.map(\.summary) == ["One"])
            #expect(single.first?.body.hasPrefix("was due 2026-11-21 12:15") == true)
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
            #expect(try await missed(agent) == ["r3 missed", "r2 missed", "r1 missed"])
            #expect(try await agent.pendingIdentifiers() == ["r1", "r2", "r3"])
        }
    }

    @Test func `a digest survives the agent's death, and is shown once`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            for hour in 10...12 { _ = try await agent.proxy().add(request("r\(hour)", every("day \(hour):00"))) }
            try await agent.kill()

            try await agent.start(["BELFRY_NOW": "2026-11-21T14:00:00Z", "BELFRYD_CRASH_AT": "after-digest-commit"])
            #expect(try await agent.end() == .signalled(9))
            #expect(server.takeNotifications().isEmpty)
            try await agent.start(["BELFRY_NOW": "2026-11-21T14:00:30Z"])

            #expect(try await server.nextNotification().summary == "3 reminders while you were away")
            try await agent.clock.advance(60)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `an early warning of a request that is due by now is not shown`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            _ = try await agent.proxy().add(
                request("train", title: "Train", at("10:00", ["before": .strings(["15m"])])))
            try await agent.clock.suspend()
            try await agent.clock.resume(after: 3 * 3600)
            #expect(server.takeNotifications().map(\.summary) == ["Train"])
            #expect(try await missed(agent) == ["train~15m over"])
        }
    }

    @Test func `an expired request is not shown, and a notification is closed when it expires`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            _ = try await agent.proxy().add(request("bus", at("09:00", ["expires": .string("09:30")])))
            _ = try await agent.proxy().add(request("late", at("10:00", ["expires": .string("10:30")])))
            try await agent.clock.advance(3600)
            let shown = try await server.nextNotification()
            try await agent.clock.advance(1799)
            #expect(await server.open.map(\.id) == [shown.id])
            try await agent.clock.advance(1)
            // The call to close is in flight on the bus; the agent does not wait for the reply.
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
            #expect(try await agent.deliveredStates() == [:])

            try await agent.clock.suspend()
            try await agent.clock.resume(after: 2 * 3600)
            #expect(server.takeNotifications().isEmpty)
            #expect(try await missed(agent) == ["late expires"])
            await #expect(throws: (any Error).self) {
                try await agent.proxy().add(request("never", at("18:00", ["expires": .string("17:00")])))
            }
        }
    }

    @Test func `leeway lets requests with close dates fire together`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            _ = try await agent.proxy().add(request("a", title: "A", at("09:00", ["leeway": .string("10m")])))
            _ = try await agent.proxy().add(request("b", title: "B", at("09:05")))

            try await agent.clock.advance(3600 + 299)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(1)

            let shown = server.takeNotifications()
            #expect(shown.map(\.summary) == ["A", "B"])
            #expect(shown.map(\.body) == ["", ""])
        }
    }
}

extension Dictionary where Key == String, Value == DBus.Value {
    fileprivate static func + (one: Self, other: Self) -> Self { one.merging(other) { $1 } }
}
