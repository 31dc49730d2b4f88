// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// Servers with a limited number of notifications: the others wait in the agent's queue, and none is refused, closed at
/// once or lost.
@Suite struct RoomTests {
    private let morning = ["BELFRY_NOW": "2026-11-21T08:00:00Z"]
    private let unlimited = "[flood]\nburst = 0"

    /// Budgie has room for three.
    private var budgie: ScriptedServerScript {
        var script = ScriptedServerScript()
        script.configuration.information.name = "Budgie Notification Server"
        script.configuration.information.vendor = "Budgie Desktop Developers"
        return script
    }

    private func titles(on server: ScriptedServer) async -> [String] { await server.open.map(\.summary) }

    private func expectOpen(_ expected: [String], on server: ScriptedServer) async throws {
        do {
            try await withDeadline(seconds: 10) {
                while await titles(on: server) != expected { try Task.checkCancellation() }
            }
        } catch {
            Issue.record("On the screen: \(await titles(on: server)), not \(expected)")
        }
    }

    @Test func `the oldest plain one is closed after a time for reading, and stays delivered`() async throws {
        try await withAgentAndServer(script: budgie, environment: morning, configuration: unlimited) { agent, server in
            _ = try await agent.proxy().addAll((0..<5).map { request("n\($0)", title: "n\($0)") })
            try await expectOpen(["n0", "n1", "n2"], on: server)
            try await agent.clock.advance(4)
            #expect(await titles(on: server) == ["n0", "n1", "n2"])
            #expect(try await agent.deliveredStates()["n3"] == "presenting")

            try await agent.clock.advance(1)
            try await expectOpen(["n2", "n3", "n4"], on: server)
            try await withDeadline {
                while try await agent.deliveredStates()
                    != ["n0": "unpresented", "n1": "unpresented", "n2": "shown", "n3": "shown", "n4": "shown"]
                {}
            }
            let gone = try await agent.proxy().log(["identifier": .string("n0")]).last
            #expect(gone?["detail"]?.properties?["reason"]?.string == "room")
        }
    }

    @Test func `S8: a notification in the queue is reported to wait for room, not for a server`() async throws {
        try await withAgentAndServer(script: budgie, environment: morning, configuration: unlimited) { agent, server in
            _ = try await agent.proxy().addAll(
                (0..<4).map { request("n\($0)", title: "n\($0)", ["actions": buttons("yes")]) })
            try await expectOpen(["n0", "n1", "n2"], on: server)
            try await agent.clock.advance(0)

            let listed = try await agent.belfry("list", "--delivered")
            #expect(listed.lines.first { $0.contains("n3") }?.contains(", waits for room on the screen") == true)
            #expect(try await agent.belfry("status").output.contains("1 of them wait to be shown"))
            await server.leave()
            #expect(try await agent.belfry("status").output.contains("wait for a server"))
        }
    }

    @Test func `passive ones are closed first, and those with buttons stay until answered`() async throws {
        try await withAgentAndServer(script: budgie, environment: morning, configuration: unlimited) { agent, server in
            let passive = ["interruptionLevel": Value.string("passive")]
            _ = try await agent.proxy().add(request("asks", title: "asks", ["actions": buttons("yes")]))
            _ = try await agent.proxy().add(request("plain", title: "plain"))
            _ = try await agent.proxy().add(request("passive", title: "passive", passive))
            try await expectOpen(["asks", "plain", "passive"], on: server)
            try await agent.clock.advance(10)
            _ = try await agent.proxy().add(request("new", title: "new", ["actions": buttons("yes")]))
            try await expectOpen(["asks", "plain", "new"], on: server)
            _ = try await agent.proxy().add(request("other", title: "other", ["actions": buttons("yes")]))
            try await expectOpen(["asks", "new", "other"], on: server)

            // A question is closed, too, but later, and is shown again after the plain one could be read.
            _ = try await agent.proxy().add(request("last", title: "last"))
            try await agent.clock.advance(9)
            #expect(await titles(on: server) == ["asks", "new", "other"])
            try await agent.clock.advance(1)
            try await expectOpen(["new", "other", "last"], on: server)
            try await agent.clock.advance(5)
            try await expectOpen(["new", "other", "asks"], on: server)
            let delegate = try await agent.delegate()
            let new = try #require(await server.open.first)
            await server.press(new.key(of: "yes"), on: new)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            try await expectOpen(["other", "asks"], on: server)
            let asks = try #require(await server.open.last)
            await server.press(asks.key(of: "yes"), on: asks)
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "asks")
        }
    }

    @Test func `an urgent one is shown at once, and the one that it displaces is shown again`() async throws {
        try await withAgentAndServer(script: budgie, environment: morning, configuration: unlimited) { agent, server in
            _ = try await agent.proxy().addAll(
                (0..<3).map { request("q\($0)", title: "q\($0)", ["actions": buttons("yes")]) })
            try await expectOpen(["q0", "q1", "q2"], on: server)
            _ = try await agent.proxy().add(request("fire", title: "fire", ["interruptionLevel": .string("critical")]))
            try await expectOpen(["q1", "q2", "fire"], on: server)
            #expect(try await agent.deliveredStates()["q0"] == "presenting")

            let fire = try #require(await server.open.last)
            await server.dismiss(fire)
            try await agent.clock.advance(2)
            try await expectOpen(["q1", "q2", "q0"], on: server)
            let delegate = try await agent.delegate()
            let again = try #require(await server.open.last)
            await server.press(again.key(of: "yes"), on: again)
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "q0")
        }
    }

    @Test func `a newer showing of the same request needs no room`() async throws {
        try await withAgentAndServer(script: budgie, environment: morning, configuration: unlimited) { agent, server in
            _ = try await agent.proxy().addAll((0..<3).map { request("n\($0)", title: "n\($0)") })
            try await expectOpen(["n0", "n1", "n2"], on: server)
            // The agent knows their numbers.
            try await withDeadline {
                while try await agent.deliveredStates().values.contains(where: { $0 != "shown" }) {
                    try await yieldUntilDeadline()
                }
            }
            _ = try await agent.proxy().add(request("n1", title: "news"))
            try await expectOpen(["n0", "news", "n2"], on: server)
        }
    }

    @Test func `displaced ones are shown again silently, without asking, and one at a time`() async throws {
        var script = budgie
        script.configuration.capabilities.append("sound")
        try await withAgentAndServer(script: script, environment: morning, configuration: unlimited) { agent, server in
            let delegate = try await agent.delegate(TestAgent.app, ["willPresent": .boolean(true)])
            let more = ["actions": buttons("yes"), "sound": Value.string("default")]
            for name in ["q0", "q1", "q2"] {
                _ = try await agent.proxy().add(request(name, title: name, more))
                #expect(try await delegate.nextQuestion()["identifier"]?.string == name)
            }
            try await expectOpen(["q0", "q1", "q2"], on: server)
            _ = try await agent.proxy().add(request("q3", title: "q3", more))
            try await agent.clock.advance(20)
            #expect(try await delegate.nextQuestion()["identifier"]?.string == "q3")
            try await expectOpen(["q1", "q2", "q3"], on: server)
            #expect(server.takeNotifications().allSatisfy { $0.hints.all["suppress-sound"] == nil })

            try await agent.clock.advance(299)
            #expect(await titles(on: server) == ["q1", "q2", "q3"])
            try await agent.clock.advance(1)
            try await expectOpen(["q2", "q3", "q0"], on: server)
            let again = try #require(server.takeNotifications().last)
            #expect(again.summary == "q0" && again.hints.all["suppress-sound"] == .boolean(true))
            #expect(again.hints.all["sound-name"] == nil)
            try await agent.clock.advance(200)
            #expect(await titles(on: server) == ["q2", "q3", "q0"])
            _ = try await agent.proxy().add(request("fire", title: "f", ["interruptionLevel": .string("critical")]))
            #expect(try await delegate.nextQuestion()["identifier"]?.string == "fire")
        }
    }

    @Test func `one application's questions don't keep another's plain ones from closing`() async throws {
        var script = ScriptedServerScript()
        script.configuration.information = .init(name: "cinnamon", vendor: "GNOME", version: "6.0")
        try await withAgentAndServer(script: script, environment: morning, configuration: unlimited) { agent, server in
            let questions = (0..<20).map { "q\($0)" }
            _ = try await agent.proxy().addAll(
                (0..<21).map { request("q\($0)", title: "q\($0)", ["actions": buttons("yes")]) })
            try await expectOpen(questions, on: server)
            _ = try await agent.proxy("org.example.Other").addAll((0..<21).map { request("p\($0)", title: "p\($0)") })
            try await expectOpen(questions + (0..<20).map { "p\($0)" }, on: server)

            try await agent.clock.advance(5)
            try await expectOpen(questions + (1...20).map { "p\($0)" }, on: server)
        }
    }

    @Test func `a limit per application does not delay other applications`() async throws {
        var script = ScriptedServerScript()
        script.configuration.information = .init(name: "cinnamon", vendor: "GNOME", version: "6.0")
        try await withAgentAndServer(script: script, environment: morning, configuration: unlimited) { agent, server in
            _ = try await agent.proxy().addAll(
                (0..<25).map { request("q\($0)", title: "q\($0)", ["actions": buttons("yes")]) })
            _ = try await agent.proxy("org.example.Other").add(request("tea"))
            try await expectOpen((0..<20).map { "q\($0)" } + ["Tea"], on: server)
        }
    }

    @Test func `a server that ends with a full screen loses and blocks nothing`() async throws {
        try await withAgentAndServer(script: budgie, environment: morning, configuration: unlimited) { agent, server in
            _ = try await agent.proxy().addAll((0..<50).map { request("n\($0)", title: "n\($0)") })
            try await expectOpen(["n0", "n1", "n2"], on: server)
            await server.leave()
            try await server.come()
            try await expectOpen(["n3", "n4", "n5"], on: server)
            for _ in 0..<40 { try await agent.clock.advance(5) }
            let states = try await agent.deliveredStates()
            #expect(states.count == 50 && !states.values.contains("presenting"))
            #expect(states.values.count { $0 == "shown" } == 3)
        }
    }
}
