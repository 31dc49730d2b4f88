// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// What is not to be missed, on servers that take each away after a time of their own.
@Suite struct ServerTimeTests {
    private let atNoon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    @Test(arguments: ["critical", "timeSensitive"])
    func `S2: what presses comes again after the server's time, until the person acts`(_ level: String) async throws {
        var script = ScriptedServerScript.playing(try #require(RecordedServer.named("budgie 10.7.1")))
        // Its times are the test's, as the agent's clock is.
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

    @Test func `S2: what does not press is over after the server's time`() async throws {
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

    // It ends with its last notification: what was to stay went with it.
    @Test func `S3: a question that UKUI takes away after three seconds comes again on the next one`() async throws {
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

    @Test func `S3: what a person closes on UKUI is dismissed`() async throws {
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
    func `S6: notify-osd makes no dialog of anything`(_ level: String) async throws {
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
