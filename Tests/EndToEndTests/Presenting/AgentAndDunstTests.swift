// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationServer
import Testing
import TestSupport

/// The agent with a real server, dunst, on a virtual screen.
@Suite(.serialized) struct AgentAndDunstTests {
    private func withAgentAndDunst(_ body: @Sendable (TestAgent, Dunst) async throws -> Void) async throws {
        try await withAgent { agent in
            try await withDunst(on: agent.bus) { dunst in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                try await body(agent, dunst)
            }
        }
    }

    @Test func `a notification is shown, and its default action and its button are delivered`() async throws {
        try await withAgentAndDunst { agent, dunst in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            let status = try await agent.proxy().status()["server"]?.properties
            #expect(status?["name"]?.string == "dunst")

            _ = try await agent.proxy().add(
                request("open", title: "Open me", ["body": .string("<b>not bold</b> & so")]))
            try await events.next("shown", of: "open")
            #expect(try await dunst.count() == 1)
            try await dunst.action()
            #expect(try await delegate.nextResponse()["kind"]?.string == "default")

            _ = try await agent.proxy().add(request("choose", ["actions": buttons("yes", "no")]))
            try await events.next("shown", of: "choose")
            try await dunst.context(choosing: "#no ")
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
            // dunst keeps the notification after an action; the agent closes it.
            try await events.next("acknowledged", of: "choose")
            try await withDeadline { while try await dunst.count() != 0 { try await yieldUntilDeadline() } }
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    @Test func `a dismissal is reported as one, and a newer showing replaces the older one`() async throws {
        try await withAgentAndDunst { agent, dunst in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea", title: "Old", ["customDismissAction": .boolean(true)]))
            try await events.next("shown", of: "tea")
            _ = try await agent.proxy().add(request("tea", title: "New", ["customDismissAction": .boolean(true)]))
            try await events.next("shown", of: "tea")
            #expect(try await dunst.count() == 1)

            try await dunst.close()

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "dismiss")
            #expect(response["notification"]?.properties?["title"]?.string == "New")
            #expect(try await dunst.history().contains("New"))
        }
    }

    @Test func `a notification expires, and stays in the delivered list`() async throws {
        try await withAgentAndDunst { agent, dunst in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("stays", title: "Stays", ["expireAfter": .double(0)]))
            try await events.next("shown", of: "stays")
            _ = try await agent.proxy().add(
                request("tea", ["customDismissAction": .boolean(true), "expireAfter": .double(1)]))
            try await events.next("shown", of: "tea")
            #expect(try await dunst.count() == 2)

            #expect(try await events.next("expired", of: "tea").detail["end"]?.string == "expired")

            try await withDeadline { while try await dunst.count() != 1 { try await yieldUntilDeadline() } }
            #expect(try await agent.deliveredStates() == ["tea": "unpresented", "stays": "shown"])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `44: of two equal notifications the older is replaced, not expired or dismissed`() async throws {
        try await withAgentAndDunst { agent, dunst in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            for identifier in ["older", "newer"] {
                _ = try await agent.proxy().add(request(identifier, ["customDismissAction": .boolean(true)]))
                try await events.next("shown", of: identifier)
            }

            #expect(try await events.next("gone", of: "older").detail["end"]?.string == "closed")

            #expect(try await agent.deliveredStates() == ["older": "unpresented", "newer": "shown"])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `R3: a notification whose number was not persisted is replaced by the second showing`() async throws {
        try await withAgentAndDunst { agent, dunst in
            try await agent.kill()
            try await agent.start(["BELFRYD_CRASH_AT": "after-notify"])
            while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
            // The agent may read the request for the server that has just arrived, and die, before it sends the reply.
            _ = try? await agent.proxy().add(
                request("tea", ["body": .string("1"), "customDismissAction": .boolean(true)]))
            #expect(try await agent.end() == .signalled(SIGKILL))
            #expect(try await dunst.count() == 1)

            try await agent.start()
            let delegate = try await agent.delegate()
            try await agent.waitForDelivered(["tea": "shown"])

            #expect(try await dunst.count() == 1)
            try await dunst.close()
            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
        }
    }

    @Test func `a notification that a program removes leaves dunst's screen`() async throws {
        try await withAgentAndDunst { agent, dunst in
            let events = try await AgentEvents(of: agent)
            for identifier in ["a", "b"] {
                _ = try await agent.proxy().add(request(identifier, title: identifier))
                try await events.next("shown", of: identifier)
            }
            #expect(try await dunst.count() == 2)

            try await agent.proxy().removeAllDelivered()

            try await withDeadline { while try await dunst.count() != 0 { try await yieldUntilDeadline() } }
        }
    }

    @Test func `dunst restarts, and nothing is dismissed or lost`() async throws {
        try await withAgentAndDunst { agent, dunst in
            let delegate = try await agent.delegate()
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("old", ["customDismissAction": .boolean(true)]))
            try await events.next("shown", of: "old")

            try await dunst.restart()

            try await events.next("gone", of: "old")
            // The notification is shown again, and answered.
            try await events.next("shown", of: "old")
            #expect(try await agent.deliveredStates() == ["old": "shown"])
            try await dunst.action()
            let first = try await delegate.nextResponse()
            #expect(first["notification"]?.properties?["identifier"]?.string == "old")
            _ = try await agent.proxy().add(request("new"))
            try await events.next("shown", of: "new")
            try await dunst.action()
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "new")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    // dunst sends its signals only to the connection that called Notify, so a press on a former agent's notification
    // was lost.
    @Test func `a notification that dunst shows for a former agent is answered`() async throws {
        try await withAgentAndDunst { agent, dunst in
            let events = try await AgentEvents(of: agent)
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--id", "q", "--timeout", "20s")
            try await events.next("shown", of: "q")
            try await agent.hasWaiter()
            try await agent.kill()
            try await agent.start()
            let again = try await AgentEvents(of: agent)
            let log = try await agent.proxy().log(["identifier": .string("q")])
            if log.count(where: { $0["kind"]?.string == "shown" }) < 2 { try await again.next("shown", of: "q") }

            #expect(try await dunst.count() == 1)
            try await dunst.context(choosing: "#Yes ")

            let answer = try await program
            #expect(answer.output == "yes", "\(answer.errors)")
        }
    }

    @Test func `a notification that fires without dunst is shown when dunst starts`() async throws {
        try await withAgent { agent in
            let events = try await AgentEvents(of: agent)
            _ = try await agent.proxy().add(request("tea"))
            try await events.next("fired", of: "tea")
            try await withDunst(on: agent.bus) { dunst in
                try await events.next("shown", of: "tea")
                #expect(try await dunst.count() == 1)
            }
        }
    }
}
