// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc
import NotificationServer
import Testing
import TestSupport

/// Notification servers start, end, crash and replace each other; no notification is lost or dismissed.
@Suite struct ServerLifeTests {
    /// ``ReshowingTests`` tests which notifications are shown again.
    private static let never = "[desktop]\nreshow = \"never\""

    @Test func `without a server requests are kept, and shown in order`() async throws {
        try await withAgent { agent in
            for identifier in ["a", "b", "c"] {
                let outcome = try await agent.proxy().add(request(identifier, title: identifier))
                #expect(outcome["degraded"] == nil)
            }
            #expect(try await agent.deliveredStates() == ["a": "presenting", "b": "presenting", "c": "presenting"])
            #expect(try await agent.proxy().status()["unshown"]?.int == 3)

            try await withScriptedServer(on: agent.bus) { server in
                for identifier in ["a", "b", "c"] {
                    let shown = try await server.nextNotification()
                    #expect(shown.summary == identifier)
                }
            }
        }
    }

    // Such a server counted as one without capabilities, for its whole life.
    @Test func `a server that does not reply at first is asked again, and shown nothing before`()
        async throws
    {
        var script = ScriptedServerScript()
        script.unansweredGreetings = 1
        script.configuration.capabilities = ["actions", "body", "body-markup"]
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("a", ["actions": buttons("yes"), "body": .string("1 < 2")]))
            try await withScriptedServer(on: agent.bus, script: script) { server in
                let shown = try await server.nextNotification()

                // The text is escaped, because the agent knew that the server reads markup.
                #expect(shown.body == "1 &lt; 2")
                #expect(shown.labels == ["yes", "Open"])
                #expect(try await agent.proxy().add(request("b", ["actions": buttons("yes")]))["degraded"] == nil)
            }
        }
    }

    @Test func `a request that was removed before a server started is not shown`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("a", title: "a"))
            _ = try await agent.proxy().add(request("b", title: "b"))
            #expect(try await agent.proxy().removeDelivered(["a"]) == ["a"])

            try await withScriptedServer(on: agent.bus) { server in
                let shown = try await server.nextNotification()
                #expect(shown.summary == "b")
                #expect(await server.open.count == 1)
            }
        }
    }

    @Test func `rows of a later version are set aside, and the others are shown`() async throws {
        try await withAgent { agent in
            for identifier in ["a", "b", "c"] {
                _ = try await agent.proxy().add(request(identifier, title: identifier))
            }
            let store = try #require(try await agent.proxy().status()["store"]?.string)
            try await agent.kill()
            let damaged = try await Stranger.run(
                Program.python, "-c",
                """
                import sqlite3, sys
                store = sqlite3.connect(sys.argv[1])
                store.execute("UPDATE occurrence SET request = x'7b' WHERE identifier = 'a'")
                store.commit()
                """, store, on: agent.bus)
            #expect(damaged.status == 0, "\(damaged.errors)")
            try await agent.start()

            try await withScriptedServer(on: agent.bus) { server in
                for identifier in ["b", "c"] {
                    #expect(try await server.nextNotification().summary == identifier)
                }
                let log = try await agent.proxy().log(["identifier": .string("a")])
                #expect(log.last?["kind"]?.string == "dropped")
                #expect(log.last?["detail"]?.properties?["reason"]?.string == "unreadable")
                #expect(try await agent.proxy().status()["unreadable"]?.int == 1)
            }
        }
    }

    @Test func `losing the server dismisses nothing, and its numbers lose their meaning`() async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("old", title: "old", ["customDismissAction": .boolean(true)]))
            let old = try await server.nextNotification()
            try await events.next("shown", of: "old")

            await server.leave()
            try await events.next("gone", of: "old")
            #expect(try await agent.deliveredStates() == ["old": "unpresented"])
            #expect(try await agent.proxy().status()["server"] == nil)
            _ = try await agent.proxy().add(request("new", title: "new", ["customDismissAction": .boolean(true)]))
            try await server.come()

            // The numbers begin at 1 again: the new notification has the old one's number.
            let new = try await server.nextNotification()
            #expect(new.summary == "new")
            #expect(new.id == old.id)
            try await events.next("shown", of: "new")
            await server.press("default", on: new)
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "new")
            #expect(try await agent.deliveredStates() == ["old": "unpresented"])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `a former server's notification is neither replaced nor closed by its number`() async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            try await events.next("shown", of: "tea")
            await server.leave()
            try await events.next("gone", of: "tea")
            try await server.come()
            try await agent.hasMet(server)
            _ = server.takeCalls()

            _ = try await agent.proxy().removeDelivered(["tea"])
            _ = try await agent.proxy().add(request("tea"))

            guard case .notify(let shown) = try await server.nextCall() else {
                Issue.record("The agent closed a number of the former server's.")
                return
            }
            #expect(shown.replacesID == 0)
        }
    }

    @Test func `a notification is shown again if its server dies before it replies`() async throws {
        var script = ScriptedServerScript()
        script.answer = .never
        try await withAgentAndServer(script: script) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()

            await server.leave()
            await server.change { $0.answer = .number }
            try await server.come()

            #expect(try await server.nextNotification().summary == "Tea")
            try await events.next("shown", of: "tea")
            #expect(try await agent.deliveredStates() == ["tea": "shown"])
        }
    }

    @Test func `another server may take the name without a moment between`() async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, first in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["customDismissAction": .boolean(true)]))
            let shown = try await first.nextNotification()
            try await events.next("shown", of: "tea")

            try await withScriptedServer(on: agent.bus) { second in
                try await events.next("gone", of: "tea")
                try await agent.hasMet(second)
                // Signals of the former owner are ignored now.
                await first.dismiss(shown)
                _ = try await agent.proxy().add(request("coffee", title: "Coffee"))

                let new = try await second.nextNotification()
                #expect(new.summary == "Coffee")
                await second.press("default", on: new)
                let response = try await delegate.nextResponse()
                #expect(response["notification"]?.properties?["identifier"]?.string == "coffee")
                #expect(delegate.takeResponses().isEmpty)
            }
        }
    }

    @Test func `a notification on the server is answered after a restart of the agent`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", ["actions": buttons("yes")]))
            let shown = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.kill()
            try await agent.start()
            try await agent.hasMet(server)
            let delegate = try await agent.delegate()
            await server.press(shown.key(of: "yes"), on: shown)

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `a notification that has left the server meanwhile does not count as shown`() async throws {
        try await withAgentAndServer(configuration: Self.never) { agent, server in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            try await events.next("shown", of: "tea")

            try await agent.kill()
            await server.leave()
            try await agent.start()
            try await server.come()
            try await agent.hasMet(server)

            let again = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("coffee"))
            try await again.next("shown", of: "coffee")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented", "coffee": "shown"])
        }
    }

    // The first call often starts the agent, which replied that there is no server before it had looked for one.
    @Test func `the first call after the start knows the server`() async throws {
        try await withAgentAndServer { agent, server in
            for round in 0..<5 {
                try await agent.kill()
                try await agent.start()
                if round % 2 == 0 {
                    let outcomes = try await agent.proxy().addAll(
                        [request("now")], options: ["noQueue": .boolean(true)])
                    #expect(outcomes[0]["error"] == nil)
                } else {
                    let status = try await agent.proxy().status()
                    #expect(status["server"] != nil)
                }
            }
        }
    }

    @Test func `a server that never reports its capabilities delays notifications only briefly`() async throws {
        try await withAgent { agent in
            var script = ScriptedServerScript()
            script.isHung = true
            try await withScriptedServer(on: agent.bus, script: script) { _ in
                let start = ContinuousClock.now
                let status = try await agent.proxy().status()
                #expect(status["server"] == nil)
                #expect(ContinuousClock.now - start < .seconds(10 * deadlineFactor))
            }
        }
    }

    @Test func `without a server a request is refused if the caller wants that`() async throws {
        try await withAgent { agent in
            let outcomes = try await agent.proxy().addAll(
                [request("now"), request("later", ["trigger": tomorrow])], options: ["noQueue": .boolean(true)])

            #expect(outcomes[0]["error"]?.string == "org.belfry.Error.ServerUnavailable")
            #expect(outcomes[1]["error"] == nil)
            #expect(try await agent.deliveredStates() == [:])
        }
    }
}
