// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// Notifications that are shown repeatedly until the person reacts; pauses and quiet hours.
@Suite struct NagTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
    private func nag(_ words: String) -> [String: Value] { ["nag": .string(words)] }

    @Test func `a nag repeats until it is answered`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("pill", ["actions": buttons("taken")].merging(nag("5m")) { $1 }))
            let first = try await server.nextNotification()

            try await agent.clock.advance(299)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(1)
            let second = try await server.nextNotification()
            #expect(await server.open.map(\.id) == [second.id])
            #expect(second.id != first.id)
            #expect(second.body == "")
            try await agent.clock.advance(600)
            let shown = server.takeNotifications()
            #expect(shown.count == 2)
            let last = try #require(shown.last)

            await server.press(last.key(of: "taken"), on: last)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "taken")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
            let kinds = try await agent.proxy().log([:]).compactMap { $0["kind"]?.string }
            #expect(kinds.count { $0 == "nagged" } == 3)
            #expect(kinds.count { $0 == "fired" } == 1)
        }
    }

    @Test func `a nag ends after its number of times, and continues after an expiry`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("pill", nag("5mx3")))
            let first = try await server.nextNotification()
            await server.expire(first)
            try await agent.clock.advance(2)
            try await events.next("expired", of: "pill")

            try await agent.clock.advance(86_400)

            #expect(server.takeNotifications().count == 3)
            #expect(await server.open.count == 1)
        }
    }

    // A dismissal counts after a second in which a press may follow; a nag in that second withdrew its notification.
    @Test func `dismissed right before it nags, it does not`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("pill", nag("5m")))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "pill")
            try await agent.clock.advance(299.5)
            await server.dismiss(shown)
            try await server.isHeard()

            try await agent.clock.advance(1)

            try await events.next("dismissed", of: "pill")
            try await agent.clock.advance(3600)
            #expect(try await agent.deliveredStates() == [:])
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
        }
    }

    @Test func `a dismissal ends a nag, and so does a snooze, after which it nags again`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("pill", nag("5m")))
            await server.dismiss(try await server.nextNotification())
            try await agent.clock.advance(2)
            try await events.next("dismissed", of: "pill")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)

            try await agent.proxy().snooze("pill", seconds: 600)
            try await agent.clock.advance(600)
            #expect(server.takeNotifications().count == 1)
            try await agent.clock.advance(300)
            #expect(server.takeNotifications().count == 1)
        }
    }

    @Test func `a nag survives the agent's death between the store and the screen`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("pill", nag("5mx2")))
            _ = try await server.nextNotification()
            try await agent.waitForDelivered(["pill": "shown"])
            try await agent.kill()
            try await agent.start(["BELFRY_NOW": "2026-11-21T12:04:00Z", "BELFRYD_CRASH_AT": "after-later-commit"])
            _ = try? await agent.clock.advance(60)
            #expect(try await agent.end() == .signalled(9))
            #expect(server.takeNotifications().isEmpty)

            try await agent.start(["BELFRY_NOW": "2026-11-21T12:05:30Z"])

            _ = try await server.nextNotification()
            try await agent.clock.advance(86_400)
            #expect(server.takeNotifications().count == 1)
        }
    }

    @Test func `a pause holds everything except critical notifications, and a digest follows`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("*").pause(seconds: 3600)
            #expect(try await agent.proxy().status()["paused"]?.array?.count == 1)
            let outcome = try await agent.proxy().add(request("now"))
            #expect(outcome["notes"]?.strings?.first?.hasPrefix("held back: paused until") == true)
            _ = try await agent.proxy().add(request("tea", ["trigger": after(600)]))
            _ = try await agent.proxy().add(
                request("fire", title: "Fire", ["interruptionLevel": .string("critical")]))
            try await agent.clock.advance(3599)
            #expect(server.takeNotifications().map(\.summary) == ["Fire"])

            try await agent.clock.advance(1)

            #expect(server.takeNotifications().map(\.summary) == ["2 reminders while you were away"])
            #expect(try await agent.proxy().status()["paused"] == nil)
        }
    }

    @Test func `a pause survives the agent, applies to one application, and ends with resume`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 0)
            try await agent.kill()
            try await agent.start(noon)
            try await agent.hasMet(server)
            _ = try await agent.proxy().add(request("held", title: "Held"))
            _ = try await agent.proxy("org.example.Other").add(request("shown", title: "Shown"))
            try await agent.clock.advance(86_400)
            #expect(server.takeNotifications().map(\.summary) == ["Shown"])

            try await agent.proxy().resume()
            try await agent.clock.advance(0)

            #expect(server.takeNotifications().map(\.summary) == ["Held"])
        }
    }

    @Test func `quiet hours hold until the morning, except for levels that config lets through`() async throws {
        let configuration = """
            [quiet]
            from = "22:00"
            to = "07:00"
            pierce = ["critical"]
            [applications."org.example.Loud"]
            quiet = false
            """
        let evening = ["BELFRY_NOW": "2026-11-21T21:00:00Z"]
        try await withAgentAndServer(environment: evening, configuration: configuration) { agent, server in
            for (app, title, level, words) in [
                (TestAgent.app, "Held", "timeSensitive", "23:00"), (TestAgent.app, "Fire", "critical", "23:30"),
                ("org.example.Loud", "Loud", "active", "23:45"), (TestAgent.app, "Too", "active", "05:00"),
            ] {
                _ = try await agent.proxy(app).add(
                    request(
                        title, title: title,
                        ["interruptionLevel": .string(level), "trigger": .properties(["at": .string(words)])]))
            }
            try await agent.clock.advance(10 * 3600 - 1)
            #expect(server.takeNotifications().map(\.summary) == ["Fire", "Loud"])

            try await agent.clock.advance(1)

            let digest = server.takeNotifications()
            #expect(digest.map(\.summary) == ["2 reminders while you were away"])
            #expect(digest.first?.body == "2026-11-21 23:00  Held\n05:00  Too")
        }
    }

    @Test func `an invalid policy is refused with its key`() async throws {
        try await withAgent(environment: noon) { agent in
            for (key, words) in [
                ("nag", "5"), ("nag", "10s"), ("nag", "5mx0"), ("ifMissed", "later"), ("ifMissed", "digest:"),
                ("leeway", "2d"), ("expires", "yesterday"), ("expires", "every day 09:00"),
            ] {
                await #expect(throws: (any Error).self, "\(key) \(words)") {
                    try await agent.proxy().add(request("a", [key: .string(words)]))
                }
            }
            let outcome = try await agent.proxy().add(
                request("wakes", ["trigger": tomorrow, "wake": .boolean(true), "nag": .string("1h30m x 2")]))
            #expect(outcome["degraded"]?.strings == ["wake"])
            let pending = try #require(try await agent.proxy().pending().first)
            #expect(pending["nag"]?.string == "90mx2")
            #expect(pending["wake"]?.bool == true)
        }
    }
}
