// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// Notifications that were on a lost screen are shown again silently, and at a person's request.
@Suite struct ReshowingTests {
    /// Whether it is shown without a sound, and only in the server's list if it has no buttons.
    private func isQuiet(_ shown: ReceivedNotification) -> Bool {
        shown.hints.urgency == (shown.actions.count > 1 ? .normal : .low)
            && shown.hints.all["suppress-sound"] == .boolean(true)
            && shown.hints.all["sound-name"] == nil
    }

    /// Checks that the next notification is a new one, and that "tea" stays in the list.
    private func expectNewAlone(_ agent: TestAgent, _ server: ScriptedServer, _ events: AgentEvents) async throws {
        _ = try await agent.proxy().add(request("new", title: "New"))
        #expect(try await server.nextNotification().summary == "New")
        try await events.next("shown", of: "new")
        #expect(try await agent.deliveredStates() == ["tea": "unpresented", "new": "shown"])
    }

    @Test func `a lost notification is shown on the next server silently, after new ones`()
        async throws
    {
        var script = ScriptedServerScript()
        script.configuration.capabilities.append("sound")
        try await withAgentAndServer(script: script) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            let sound = ["sound": Value.string("default"), "badge": .int32(2)]
            _ = try await agent.proxy().add(request("a", title: "A", ["actions": buttons("yes")].merging(sound) { $1 }))
            _ = try await agent.proxy().add(request("b", title: "B", sound))
            _ = try await agent.proxy().add(
                request("c", title: "C", ["interruptionLevel": .string("critical"), "sound": .string("default")]))
            for identifier in ["a", "b", "c"] { try await events.next("shown", of: identifier) }
            _ = server.takeNotifications()

            await server.leave()
            for identifier in ["a", "b", "c"] { try await events.next("gone", of: identifier) }
            _ = try await agent.proxy().add(request("new", title: "New", sound))
            try await server.come()

            let new = try await server.nextNotification()
            #expect(new.summary == "New" && new.hints.urgency == .normal && new.hints.all["sound-name"] != nil)
            var back: [ReceivedNotification] = []
            for _ in 0..<3 { back.append(try await server.nextNotification()) }
            #expect(back.map(\.summary) == ["A", "B", "C"])
            #expect(back.prefix(2).allSatisfy(isQuiet))
            // An alarm that was not answered is shown again, but without its sound.
            #expect(back[2].hints.urgency == .critical && back[2].hints.all["suppress-sound"] == .boolean(true))
            try await events.next("shown", of: "c")
            await server.press(back[0].key(of: "yes"), on: back[0])
            let response = try await delegate.nextResponse()
            #expect(response["actionIdentifier"]?.string == "yes")
            #expect(delegate.takeResponses().isEmpty)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `after a login the notifications without an answer are shown again`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let requests: [[String: Value]] = [
                request("kept", title: "Kept", ["actions": buttons("yes")]), request("dismissed"),
                request("answered"), request("expired"), request("seen", ["transient": .boolean(true)]),
                request("short", ["expireAfter": .double(0.01)]),
            ]
            for one in requests {
                _ = try await agent.proxy().add(one)
                let shown = try await server.nextNotification()
                let identifier = one["identifier"]?.string ?? ""
                try await events.next("shown", of: identifier)
                switch identifier {
                case "dismissed": await server.dismiss(shown)
                case "answered": await server.press("default", on: shown)
                case "expired": await server.expire(shown)
                default: continue
                }
                try await events.next(identifier, of: identifier)
            }
            try await agent.kill()
            await server.leave()
            try await agent.start()
            try await server.come()

            let back = try await server.nextNotification()
            #expect(back.summary == "Kept" && isQuiet(back))
            let again = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("last", title: "Last"))
            #expect(try await server.nextNotification().summary == "Last")
            try await again.next("shown", of: "last")
            #expect(server.takeNotifications().isEmpty)
            let delegate = try await agent.delegate("org.example.App", ["identifiers": .strings(["kept"])])
            await server.press(back.key(of: "yes"), on: back)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }

    @Test func `the ten newest of an application are shown again; the others stay delivered`()
        async throws
    {
        try await withAgentAndServer(environment: ["BELFRY_NOW": "2026-11-21T08:00:00Z"]) { agent, server in
            _ = try await agent.proxy("org.example.Old").add(request("old"))
            _ = try await server.nextNotification()
            try await agent.clock.advance(73 * 3600)
            _ = try await agent.proxy().addAll((0..<15).map { request("n\($0)", title: "N\($0)") })
            for _ in 0..<15 { _ = try await server.nextNotification() }
            try await agent.clock.advance(1)

            await server.leave()
            try await server.come()

            var back: [String] = []
            for _ in 0..<10 { back.append(try await server.nextNotification().summary) }
            #expect(back == (5..<15).map { "N\($0)" })
            try await agent.clock.advance(60)
            #expect(server.takeNotifications().isEmpty)
            let states = try await agent.deliveredStates()
            #expect(states.count == 15 && states.values.count { $0 == "unpresented" } == 5)
            #expect(try await agent.deliveredStates("org.example.Old") == ["old": "unpresented"])
            // Those that were not shown again are not shown on the next server either.
            for shown in await server.open { await server.dismiss(shown) }
            try await agent.clock.advance(10)
            await server.leave()
            try await server.come()
            try await agent.hasMet(server)
            try await agent.clock.advance(10)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `on GNOME notifications that went with the agent return silently, and not all`() async throws {
        var script = ScriptedServerScript()
        script.configuration.information.name = "gnome-shell"
        script.configuration.signalDelivery = .unicast
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let first = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            try await agent.kill()
            await server.close(first, reason: 4)
            try await agent.start()

            let back = try await server.nextNotification()
            #expect(isQuiet(back))
            let delegate = try await agent.delegate()
            await server.press(back.key(of: "yes"), on: back)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }

    @Test func `nothing is shown again if config says never`() async throws {
        try await withAgentAndServer(configuration: "[desktop]\nreshow = \"never\"") { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            await server.leave()
            try await events.next("gone", of: "tea")
            try await server.come()
            try await expectNewAlone(agent, server, events)
        }
    }

    // Each server got the notification that had ended the one before.
    @Test func `servers that end one after another don't get the notification that ends them`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            for _ in 0..<3 {
                #expect(try await server.nextNotification().summary == "Tea")
                try await events.next("shown", of: "tea")
                await server.leave()
                try await events.next("gone", of: "tea")
                try await server.come()
            }

            try await expectNewAlone(agent, server, events)
        }
    }

    @Test func `S10: a notification that ends each server is kept, and the others are shown`() async throws {
        var script = ScriptedServerScript()
        script.answer = .never
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("bad", title: "Bad"))
            _ = try await server.nextNotification()
            for round in 0..<3 {
                if round > 0 { #expect(try await server.nextNotification().summary == "Bad") }
                if round == 1 { _ = try await agent.proxy().add(request("good", title: "Good")) }
                await server.leave()
                if round == 2 { await server.change { $0.answer = .number } }
                try await server.come()
            }

            #expect(try await server.nextNotification().summary == "Good")
            try await events.next("shown", of: "good")
            try await agent.waitForDelivered(["bad": "presenting", "good": "shown"])
            #expect(try await agent.belfry("list", "--delivered").output.contains("waits for a retry"))
        }
    }

    // MARK: - At a person's request

    @Test func `repost shows it anew with working buttons, and a waiting caller gets one answer`() async throws {
        try await withAgentAndServer { agent, server in
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--id", "q", "--timeout", "20s")
            let shown = try await server.nextNotification()
            try await agent.hasWaiter()
            try await agent.waitForDelivered(["q": "shown"])

            let reposted = try await agent.belfry("repost", "q", "--json")
            #expect(reposted.output == #"{"app":"org.example.App","reposted":["q"],"schema":1}"#, "\(reposted.errors)")
            #expect(try await server.nextClosing().id == shown.id)
            let again = try await server.nextNotification()
            #expect(again.replacesID == 0 && again.summary == "Deploy?")
            #expect(try await agent.deliveredStates().count == 1)
            await server.press(again.key(of: "Yes"), on: again)

            let answer = try await program
            #expect(answer.output == "yes", "\(answer.errors)")
            try await withDeadline { while try await agent.storedResponses() != 0 { try await yieldUntilDeadline() } }
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `a notification that left the screen is shown again, and its command runs`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            let on = Value.properties(["yes": .strings(["true"])])
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes"), "on": on]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")
            // Neither the person nor a program closed it.
            await server.close(shown, reason: 4)
            try await events.next("gone", of: "tea")

            let reposted = try await agent.belfry("repost", "te")
            #expect(reposted.output == "tea", "\(reposted.errors)")
            try await events.next("reposted", of: "tea")
            let again = try await server.nextNotification()
            await server.press(again.key(of: "yes"), on: again)
            #expect(try await events.next("command", of: "tea").detail["event"]?.string == "yes")
        }
    }

    @Test func `an undelivered identifier is refused, and nothing is shown`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            await #expect {
                try await agent.proxy().repost(["tea", "coffee"])
            } throws: { "\($0)".contains("\"coffee\"") && "\($0)".contains("oSuchRequest") }
            let wrong = try await agent.belfry("repost", "coffee")
            #expect(wrong.status == 3 && wrong.errors.contains("coffee"))
            #expect(try await agent.belfry("repost").status == 2)
            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
        }
    }

    @Test func `notifications beyond the flood limit are not shown, and not returned`() async throws {
        try await withAgentAndServer(
            environment: ["BELFRY_NOW": "2026-11-21T08:00:00Z"], configuration: "[flood]\nburst = 2"
        ) { agent, server in
            _ = try await agent.proxy().addAll(["a", "b"].map { request($0, title: $0) })
            try await agent.clock.advance(11)
            _ = try await agent.proxy().add(request("c", title: "c"))
            for _ in 0..<3 { _ = try await server.nextNotification() }
            try await withDeadline {
                while try await agent.deliveredStates().values.contains("presenting") { try await yieldUntilDeadline() }
            }

            #expect(try await agent.proxy().repost(["a", "b"]) == ["a"])
            #expect(try await server.nextNotification().summary == "a")
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `without identifiers the newest few are shown`() async throws {
        try await withAgentAndServer(configuration: "[flood]\nburst = 3\n[desktop]\nreshow = \"never\"") {
            agent, server in
            let events = try await AgentEvents(of: agent)
            for name in ["a", "b", "c"] {
                _ = try await agent.proxy().add(request(name, title: name))
                await server.expire(try await server.nextNotification())
                try await events.next("expired", of: name)
            }
            for name in ["d", "e"] {
                _ = try await agent.proxy().add(request(name, title: name, ["actions": buttons("yes")]))
                _ = try await server.nextNotification()
                try await events.next("shown", of: name)
            }

            #expect(try await agent.belfry("repost", "--all").lines == ["c", "d", "e"])
            var shown: [String] = []
            for _ in 0..<3 { shown.append(try await server.nextNotification().summary) }
            #expect(shown == ["c", "d", "e"])
            #expect(try await agent.proxy("org.example.Other").repost([]) == [])
        }
    }
}
