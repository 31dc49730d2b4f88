// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// Important notifications on servers that remove every notification after a fixed time.
@Suite struct ServerTimeTests {
    private let atNoon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    @Test(arguments: ["critical", "timeSensitive"])
    func `S2: an urgent one is shown again after the server's time, until answered`(_ level: String) async throws {
        var script = ScriptedServerScript.playing(try #require(RecordedServer.named("budgie 10.7.1")))
        // The server uses the test's clock, as the agent does.
        script.play?.times = .ignored
        try await withAgentAndServer(script: script, environment: atNoon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("fire", ["interruptionLevel": .string(level)]))
            var shown = try await server.nextNotification()
            try await events.next("shown", of: "fire")
            for rest in [1.0, 2] {
                try await agent.clock.advance(6)
                await server.expire(shown)
                try await server.isHeard()
                try await agent.clock.advance(1)
                try await agent.clock.advance(rest)
                shown = try await server.nextNotification()
                #expect(shown.summary == "Tea")
                try await events.next("shown", of: "fire")
            }

            await server.dismiss(shown)
            try await server.isHeard()
            try await agent.clock.advance(3600)

            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `S2: a notification without urgency ends with the server's time`() async throws {
        var script = ScriptedServerScript.playing(try #require(RecordedServer.named("budgie 10.7.1")))
        script.play?.times = .ignored
        try await withAgentAndServer(script: script, environment: atNoon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await agent.clock.advance(6)
            await server.expire(shown)
            try await server.isHeard()
            try await agent.clock.advance(3600)

            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
        }
    }

    // The server ends with its last notification, and permanent ones went with it.
    @Test func `S3: a question that UKUI removes after three seconds is shown again`() async throws {
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named("ukui")))
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", title: "A & B <b>", ["actions": buttons("yes")]))
            let first = try await server.nextNotification()
            #expect(first.summary == "A &amp; B &lt;b&gt;")
            try await events.next("shown", of: "tea")

            let again = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.press(again.key(of: "yes"), on: again)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }

    @Test func `S3: a notification that a person closes on UKUI is dismissed`() async throws {
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named("ukui")))
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.dismiss(shown)

            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
        }
    }

    @Test(arguments: ["active", "timeSensitive", "critical"])
    func `S6: notify-osd makes no dialog of any notification`(_ level: String) async throws {
        let script = ScriptedServerScript.playing(try #require(RecordedServer.named("notify-osd")))
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            let content: [String: Value] = [
                "interruptionLevel": .string(level), "actions": buttons("yes"), "expireAfter": .double(0),
            ]
            _ = try await agent.proxy().add(request("tea", content))

            try await events.next("shown", of: "tea")

            #expect(await server.dialogs == 0)
            #expect(await server.open.map(\.summary) == ["Tea"])
        }
    }
}
