// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// `expireAfter` by the agent's own clock, on servers that keep no time, shorten it or say nothing.
@Suite struct ExpiryTests {
    private static func recorded(_ name: String) -> ScriptedServerScript {
        .playing(RecordedServer.all.first { $0.description == name } ?? RecordedServer.all[0])
    }

    private let atNoon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    @Test(arguments: ["gnome-shell 51.beta", "mako"])
    func `who asks is told of it, and the question goes off the screen`(_ name: String) async throws {
        try await withAgentAndServer(script: Self.recorded(name)) { agent, server in
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--expire", "1s")
            let shown = try await server.nextNotification()

            let answer = try await program

            #expect(answer.status == 5, "\(answer.errors)")
            #expect(answer.output == "")
            try await withDeadline { while await server.open.contains(where: { $0.id == shown.id }) {} }
            try await agent.hasNoResponses()
            let log = try await agent.belfry("log", "--all").output
            #expect(log.contains("end=expired") && log.contains("number=\(shown.id)"), "\(log)")
            let events = try await agent.belfry("log", "--all", "--json").objects()
            let ended = try #require(events.first { $0["kind"]?.text == "expired" }?["detail"]?.object)
            #expect(ended["end"]?.text == "expired" && ended["signals"]?.list != nil)
        }
    }

    @Test func `the command that was named for it runs`() async throws {
        try await withAgentAndServer(script: Self.recorded("gnome-shell 51.beta"), environment: atNoon) {
            agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["expireAfter": .double(90), "on": .properties(["expire": .string("true")])]))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.clock.advance(89)
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
            try await agent.clock.advance(1)

            #expect(try await events.next("expired", of: "tea").detail["end"]?.string == "expired")
            #expect(try await events.next("command", of: "tea").detail["event"]?.string == "expire")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
            #expect(await server.open.isEmpty)
        }
    }

    @Test func `each has its own time, and an answered one has none`() async throws {
        try await withAgentAndServer(script: Self.recorded("gnome-shell 51.beta"), environment: atNoon) {
            agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            var shown: [ReceivedNotification] = []
            for (identifier, seconds) in [("late", 30.0), ("early", 10), ("answered", 20), ("stays", 0)] {
                _ = try await agent.proxy().add(
                    request(identifier, title: identifier, ["expireAfter": .double(seconds)]))
                shown.append(try await server.nextNotification())
                try await events.next("shown", of: identifier)
            }
            await server.press("default", on: shown[2])
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            try await events.next("acknowledged", of: "answered")

            try await agent.clock.advance(10)
            try await events.next("expired", of: "early")
            #expect(try await agent.deliveredStates()["late"] == "shown")
            try await agent.clock.advance(20)
            try await events.next("expired", of: "late")
            try await agent.clock.advance(86_400)

            #expect(
                try await agent.deliveredStates()
                    == ["early": "unpresented", "late": "unpresented", "stays": "shown"])
            #expect(!events.takeAll().contains { $0.hasPrefix("expired") })
            #expect(await server.open.map(\.summary) == ["stays"])
        }
    }

    // The time used to be the server's alone, and the next agent knew nothing of it.
    @Test(arguments: ["Phosh Notify Daemon", "gnome-shell 51.beta"], [0.5, 3])
    func `it goes on while the agent is away`(_ name: String, seconds: Double) async throws {
        try await withAgentAndServer(script: Self.recorded(name)) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["expireAfter": .double(seconds)]))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.kill()
            try await agent.start()
            let again = try await AgentEvents(of: agent)

            let log = try await agent.proxy().log(["identifier": .string("tea")])
            if !log.contains(where: { $0["kind"]?.string == "expired" }) { try await again.next("expired", of: "tea") }
            #expect(try await agent.deliveredStates() == ["tea": "unpresented"])
        }
    }

    @Test func `what a server takes away that is to stay comes back, ever more slowly`() async throws {
        var script = Self.recorded("budgie 10.7.1")
        // Its times are the test's, as the agent's clock is.
        script.play?.times = .ignored
        try await withAgentAndServer(script: script, environment: atNoon) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["expireAfter": .double(0), "customDismissAction": .boolean(true)]))
            var shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            for rest in [1.0, 2, 4] {
                try await agent.clock.advance(6)
                await server.expire(shown)
                try await server.isHeard()
                try await agent.clock.advance(1)
                #expect(server.takeNotifications().isEmpty)
                try await agent.clock.advance(rest)
                shown = try await server.nextNotification()
                try await events.next("shown", of: "tea")
                #expect(shown.hints.all["sound-name"] == nil)
            }
            await server.dismiss(shown)
            try await server.isHeard()
            try await agent.clock.advance(1)

            // That is the person's will.
            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    // Budgie closes at once what comes while nobody is to be disturbed: a question was lost, and its `ask` ended.
    @Test func `what stays and was not shown at all comes again, until somebody acts`() async throws {
        try await withAgentAndServer(script: Self.recorded("budgie 10.7.1"), environment: atNoon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["expireAfter": .double(0)]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await server.expire(shown)
            try await server.isHeard()
            try await agent.clock.advance(2)

            let again = try await server.nextNotification()
            await server.dismiss(again)
            try await server.isHeard()
            try await agent.clock.advance(1)
            #expect(try await events.next("dismissed", of: "tea").detail["end"]?.string == "dismissed")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    // As with notify-send, the time is a word to the server, which may take no notice of it.
    @Test func `belfry send leaves the time to the server`() async throws {
        try await withAgentAndServer(script: Self.recorded("gnome-shell 51.beta"), environment: atNoon) {
            agent, server in
            _ = server.takeCalls()
            #expect(try await agent.belfry("send", "-t", "500", "Tea").status == 0)
            guard case .notify(let sent) = try await server.nextCall() else {
                Issue.record("Another call came first.")
                return
            }
            #expect(sent.timeout == .after(.milliseconds(500)))

            try await agent.clock.advance(3600)

            #expect(await server.open.map(\.summary) == ["Tea"])
        }
    }
}
