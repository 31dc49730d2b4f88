// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// `expireAfter` by the agent's own clock, on servers that ignore the time, shorten it or report no expiry.
@Suite struct ExpiryTests {
    private static func recorded(_ name: String) -> ScriptedServerScript {
        .playing(RecordedServer.all.first { $0.description == name } ?? RecordedServer.all[0])
    }

    private let atNoon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    @Test(arguments: ["gnome-shell 51.beta", "mako"])
    func `a waiting caller is told of the expiry, and the question leaves the screen`(_ name: String) async throws {
        try await withAgentAndServer(script: Self.recorded(name)) { agent, server in
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--expire", "1s")
            let shown = try await server.nextNotification()

            let answer = try await program

            #expect(answer.status == 5, "\(answer.errors)")
            #expect(answer.output == "")
            try await withDeadline {
                while await server.open.contains(where: { $0.id == shown.id }) { try await yieldUntilDeadline() }
            }
            try await agent.hasNoResponses()
            let log = try await agent.belfry("log", "--all").output
            #expect(log.contains("end=expired") && log.contains("number=\(shown.id)"), "\(log)")
            let events = try await agent.belfry("log", "--all", "--json").objects()
            let ended = try #require(events.first { $0["kind"]?.text == "expired" }?["detail"]?.object)
            #expect(ended["end"]?.text == "expired" && ended["signals"]?.list != nil)
        }
    }

    @Test func `the command of expire runs`() async throws {
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

    @Test func `each notification has its own time, and an answered one has none`() async throws {
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

    // The time belonged to the server alone, and the next agent did not know it.
    @Test(arguments: ["Phosh Notify Daemon", "gnome-shell 51.beta"], [0.5, 3])
    func `the time runs on while no agent runs`(_ name: String, seconds: Double) async throws {
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

    // The time counted from the firing, and not from the showing: the notification neither expired nor was shown again.
    @Test func `the time counts from the showing, for the next agent, too`() async throws {
        try await withAgent(environment: atNoon) { agent in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["expireAfter": .double(90)]))
            try await agent.clock.advance(30)
            try await withScriptedServer(on: agent.bus, script: Self.recorded("gnome-shell 51.beta")) { server in
                _ = try await server.nextNotification()
                try await events.next("shown", of: "tea")
                try await agent.kill()

                try await agent.start(["BELFRY_NOW": "2026-11-21T12:01:40Z"])
                let again = try await AgentEvents(of: agent)
                _ = try await server.nextNotification()
                try await agent.clock.advance(19)
                #expect(try await agent.deliveredStates() == ["tea": "shown"])
                try await agent.clock.advance(2)

                #expect(try await again.next("expired", of: "tea").detail["end"]?.string == "expired")
            }
        }
    }

    // Found by the crash test with seed 1795333976: the presentation noticed the expiry before the schedule did.
    @Test(arguments: 1...4)
    func `the command of an expired notification runs, whichever part notices the expiry`(_ time: Int) async throws {
        try await withAgent(environment: atNoon) { agent in
            for name in ["tea", "pot"] {
                _ = try await agent.proxy().add(
                    request(
                        name,
                        ["expires": .string("in 90 seconds"), "on": .properties(["expire": .string("echo \(name)")])]))
            }
            _ = try await agent.proxy().add(request("cup", title: "cup", ["trigger": after(60)]))
            try await agent.kill()
            try await withScriptedServer(on: agent.bus) { server in
                try await agent.start(["BELFRY_NOW": "2026-11-21T12:02:00Z"])
                while try await server.nextNotification().summary != "cup" {}
                try await withDeadline {
                    while try await agent.proxy().log([:]).count(where: { $0["kind"]?.string == "command" }) < 2 {
                        try await yieldUntilDeadline()
                    }
                }
                #expect(try await agent.deliveredStates() == ["cup": "shown"])
            }
        }
    }

    @Test func `a notification that was to stay is shown again, at growing intervals`() async throws {
        var script = Self.recorded("budgie 10.7.1")
        // The server uses the test's clock, as the agent does.
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

            // This close is the person's dismissal.
            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    // With Do Not Disturb on, Budgie closes a notification at once: a question was lost, and its `ask` ended.
    @Test(arguments: [0.0, 600])
    func `a question that was never shown is shown again soon, until it is answered`(expires: Double) async throws {
        try await withAgentAndServer(script: Self.recorded("budgie 10.7.1"), environment: atNoon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(
                request("tea", ["expireAfter": .double(expires), "actions": buttons("go")]))
            var shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            for rest in [1.0, 2, 4, 8, 8, 8] {
                await server.expire(shown)
                try await server.isHeard()
                // After a second it is certain that no action follows the close.
                try await agent.clock.advance(1)
                try await agent.clock.advance(rest)
                shown = try await server.nextNotification()
                try await events.next("shown", of: "tea")
            }

            let again = shown
            await server.dismiss(again)
            try await server.isHeard()
            try await agent.clock.advance(1)
            #expect(try await events.next("dismissed", of: "tea").detail["end"]?.string == "dismissed")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    // A caller waited for ever for a press that came while no agent ran: the server had closed the notification.
    @Test(arguments: ["budgie 10.7.1", "SwayNotificationCenter"])
    func `a question that may have been closed without an agent is redrawn in place`(server: String) async throws {
        try await withAgentAndServer(script: Self.recorded(server), environment: atNoon) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("go")]))
            _ = try await agent.proxy().add(request("plain"))
            let shown = try await server.nextNotification()
            _ = try await server.nextNotification()
            try await events.next("shown", of: "plain")
            try await agent.kill()
            await server.press(shown.key(of: "go"), on: shown)

            try await agent.start(atNoon)
            let delegate = try await agent.delegate()
            let again = try await server.nextNotification()

            #expect(again.summary == shown.summary && again.replacesID == shown.id)
            await server.press(again.key(of: "go"), on: again)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "go")
            #expect(server.takeNotifications().isEmpty)
        }
    }

    // As with notify-send, the server gets the time and may ignore it.
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
