// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import Testing
import TestSupport

/// The same answers from servers that other people wrote, each with a person before it; dunst has its own tests.
@Suite struct ServersTests {
    private func withAgent(
        and kind: RealServer.Kind, configuration: String? = nil,
        _ body: (TestAgent, RealServer, AgentEvents) async throws -> Void
    ) async throws {
        try await TestSupport.withAgent(configuration: configuration) { agent in
            try await withServer(kind, on: agent.bus) { server in
                while try await agent.proxy().status()["server"] == nil {}
                try await body(agent, server, try await AgentEvents(of: agent))
            }
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `a button comes back as its action, and the notification goes`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            let delegate = try await agent.delegate()
            let content = ["body": Value.string("<b>not bold</b> & so"), "actions": buttons("yes", "no")]
            _ = try await agent.proxy().add(request("tea", title: "Tea", content))
            try await events.next("shown", of: "tea")
            try await server.shows(["Tea"])

            try await server.press("no")

            let response = try await delegate.nextResponse()
            #expect(response["kind"]?.string == "action")
            #expect(response["actionIdentifier"]?.string == "no")
            try await server.shows([])
            try await events.next("acknowledged", of: "tea")
            #expect(try await agent.deliveredStates() == [:])
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `a click on it opens it`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["customDismissAction": .boolean(true)]))
            try await events.next("shown", of: "tea")

            try await server.open("Tea")

            #expect(try await delegate.nextResponse()["kind"]?.string == "default")
            try await server.shows([])
            try await events.next("acknowledged", of: "tea")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test func `R3: a server that knows tags shows once what was shown before its number was noted`() async throws {
        try await withAgent(and: .mako) { agent, server, _ in
            try await agent.kill()
            try await agent.start(["BELFRYD_CRASH_AT": "after-notify"])
            while try await agent.proxy().status()["server"] == nil {}
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["customDismissAction": .boolean(true)]))
            #expect(try await agent.end() == .signalled(SIGKILL))
            try await server.shows(["Tea"])

            try await agent.start()
            let delegate = try await agent.delegate()
            try await withDeadline { while try await agent.deliveredStates() != ["tea": "shown"] {} }
            try await server.dismiss("Tea")

            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            try await server.shows([])
        }
    }

    @Test func `C5: popups of one tag are one, and stay, where the server knows tags`() async throws {
        try await withAgent(and: .mako) { agent, server, _ in
            for level in ["40", "50", "60"] {
                let sent = try await agent.belfry("send", "-h", "string:x-dunst-stack-tag:volume", "Volume \(level)")
                #expect(sent.status == 0)
                try await server.shows(["Volume \(level)"])
            }
        }
    }

    // MATE's button to close says that it has expired, which it can't have: that used to be taken for true.
    @Test(arguments: RealServer.Kind.allCases)
    func `a dismissal is one on each`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(
                request("tea", title: "Tea", ["customDismissAction": .boolean(true), "expireAfter": .double(120)]))
            try await events.next("shown", of: "tea")

            try await server.dismiss("Tea")

            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            #expect(try await events.next("dismissed", of: "tea").detail["end"]?.string == "dismissed")
            try await events.next("acknowledged", of: "tea")
            #expect(try await agent.deliveredStates() == [:])
            try await server.shows([])
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `its time ends it on each, and it stays delivered`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            let delegate = try await agent.delegate()
            let more: [String: Value] = ["customDismissAction": .boolean(true), "actions": buttons("yes")]
            _ = try await agent.proxy().add(
                request("tea", title: "Tea", more.merging(["expireAfter": .double(2)]) { $1 }))
            try await events.next("shown", of: "tea")
            _ = try await agent.proxy().add(
                request("stays", title: "Stays", more.merging(["expireAfter": .double(0)]) { $1 }))
            try await events.next("shown", of: "stays")

            let expired = try await events.next("expired", of: "tea")

            #expect(expired.detail["end"]?.string == "expired")
            #expect(try await agent.deliveredStates() == ["tea": "unpresented", "stays": "shown"])
            try await server.shows(["Stays"])
            try await server.press("yes")
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "stays")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `a newer showing takes the older one's place`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea", title: "Old", ["actions": buttons("old")]))
            try await events.next("shown", of: "tea")
            _ = try await agent.proxy().add(request("tea", title: "New", ["actions": buttons("new")]))
            try await events.next("shown", of: "tea")
            try await server.shows(["New"])

            try await server.press("new")

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "new")
            try await server.shows([])
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `what a program removes goes off the screen`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            _ = try await agent.proxy().add(request("tea", title: "Tea"))
            try await events.next("shown", of: "tea")
            try await server.shows(["Tea"])

            try await agent.proxy().removeAllDelivered()

            try await server.shows([])
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `the server ends and another comes, and nothing is dismissed or lost`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("old", title: "Old", ["customDismissAction": .boolean(true)]))
            try await events.next("shown", of: "old")

            server.stop()
            try await events.next("gone", of: "old")
            _ = try await agent.proxy().add(request("new", title: "New", ["actions": buttons("yes")]))
            try await events.next("fired", of: "new")
            try server.start()
            try await events.next("shown", of: "new")
            // It comes back, without a sound, after what is new.
            try await events.next("shown", of: "old")

            #expect(try await agent.deliveredStates() == ["old": "shown", "new": "shown"])
            // One server shows one at a time, another offers the buttons of the last one only.
            _ = try await agent.proxy().removeDelivered(["old"])
            try await server.shows(["New"])
            try await server.press("yes")
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "new")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `what a server lost comes back on the next with buttons that work`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            let delegate = try await agent.delegate()
            _ = try await agent.proxy().add(request("tea", title: "Tea", ["actions": buttons("yes", "no")]))
            try await events.next("shown", of: "tea")
            try await server.shows(["Tea"])

            server.stop()
            try await events.next("gone", of: "tea")
            try server.start()
            try await events.next("shown", of: "tea")
            try await server.shows(["Tea"])
            try await server.press("no")

            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "no")
            try await server.shows([])
            #expect(delegate.takeResponses().isEmpty)
            #expect(try await agent.deliveredStates() == [:])
        }
    }

    // The bubble stayed for ever, and everything after it waited behind.
    @Test func `S7: what notification-daemon is to close goes off the screen, and the next one comes up`() async throws
    {
        try await withAgent(and: .notificationDaemon) { agent, server, events in
            let delegate = try await agent.delegate()
            for title in ["Old", "New"] {
                _ = try await agent.proxy().add(request(title, title: title, ["actions": buttons(title)]))
                try await events.next("shown", of: title)
            }
            try await server.shows(["Old"])

            _ = try await agent.proxy().removeDelivered(["Old"])

            try await server.shows(["New"])
            try await server.press("New")
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "New")
            try await server.shows([])
        }
    }

    // The twenty-first used to be refused, and tried again and again.
    @Test(arguments: [RealServer.Kind.mateNotificationDaemon, .notificationDaemon])
    func `what a server has no room for waits for it, and none is refused`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind, configuration: "[flood]\nburst = 0") { agent, _, events in
            _ = try await agent.proxy().addAll(
                (0..<25).map { request("n\($0)", title: "n\($0)", ["expireAfter": .double(0)]) })
            for _ in 0..<25 { try await events.next("shown") }

            let states = try await agent.deliveredStates()
            #expect(states.count == 25 && states.values.allSatisfy { $0 != "presenting" })
            let gone = try await agent.proxy().log([:]).filter { $0["kind"]?.string == "gone" }
            #expect(gone.count == 5)
            #expect(gone.allSatisfy { $0["detail"]?.properties?["reason"]?.string == "room" })
        }
    }
}
