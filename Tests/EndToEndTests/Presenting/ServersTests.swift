// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import Testing
import TestSupport

/// Real servers give the same answers, each with a simulated person; dunst has its own tests.
@Suite struct ServersTests {
    private func withAgent(
        and kind: RealServer.Kind, configuration: String? = nil,
        _ body: (TestAgent, RealServer, AgentEvents) async throws -> Void
    ) async throws {
        try await TestSupport.withAgent(configuration: configuration) { agent in
            try await withServer(kind, on: agent.bus) { server in
                while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
                try await body(agent, server, try await AgentEvents(of: agent))
            }
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `a button press returns its action, and the notification is closed`(_ kind: RealServer.Kind) async throws {
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
    func `a click on the notification opens it`(_ kind: RealServer.Kind) async throws {
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

    @Test func `R3: on a server with tags a notification without a stored number is shown once`() async throws {
        try await withAgent(and: .mako) { agent, server, _ in
            try await agent.kill()
            try await agent.start(["BELFRYD_CRASH_AT": "after-notify"])
            while try await agent.proxy().status()["server"] == nil { try await yieldUntilDeadline() }
            // The agent may read the request for the server that has just arrived, and die, before it sends the reply.
            _ = try? await agent.proxy().add(request("tea", title: "Tea", ["customDismissAction": .boolean(true)]))
            #expect(try await agent.end() == .signalled(SIGKILL))
            try await server.shows(["Tea"])

            try await agent.start()
            let delegate = try await agent.delegate()
            try await agent.waitForDelivered(["tea": "shown"])
            try await server.dismiss("Tea")

            #expect(try await delegate.nextResponse()["kind"]?.string == "dismiss")
            try await server.shows([])
        }
    }

    @Test func `C5: popups of one tag are one, and stay, on servers with tags`() async throws {
        try await withAgent(and: .mako) { agent, server, _ in
            for level in ["40", "50", "60"] {
                let sent = try await agent.belfry("send", "-h", "string:x-dunst-stack-tag:volume", "Volume \(level)")
                #expect(sent.status == 0)
                try await server.shows(["Volume \(level)"])
            }
        }
    }

    // MATE's close button reports an expiry, which is impossible for this notification: the agent believed it.
    @Test(arguments: RealServer.Kind.allCases)
    func `a dismissal is reported as one on each server`(_ kind: RealServer.Kind) async throws {
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
    func `a notification expires on each server, and stays delivered`(_ kind: RealServer.Kind) async throws {
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
    func `a newer showing replaces the older one`(_ kind: RealServer.Kind) async throws {
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
    func `a notification that a program removes leaves the screen`(_ kind: RealServer.Kind) async throws {
        try await withAgent(and: kind) { agent, server, events in
            _ = try await agent.proxy().add(request("tea", title: "Tea"))
            try await events.next("shown", of: "tea")
            try await server.shows(["Tea"])

            try await agent.proxy().removeAllDelivered()

            try await server.shows([])
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `the server ends and another starts, and nothing is dismissed or lost`(_ kind: RealServer.Kind) async throws {
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
            // The notification is shown again, without a sound, after new ones.
            try await events.next("shown", of: "old")

            #expect(try await agent.deliveredStates() == ["old": "shown", "new": "shown"])
            // One server shows one notification at a time, another draws only the buttons of the last one.
            _ = try await agent.proxy().removeDelivered(["old"])
            try await server.shows(["New"])
            try await server.press("yes")
            let response = try await delegate.nextResponse()
            #expect(response["notification"]?.properties?["identifier"]?.string == "new")
            #expect(delegate.takeResponses().isEmpty)
        }
    }

    @Test(arguments: RealServer.Kind.allCases)
    func `lost notifications are shown on the next server with working buttons`(_ kind: RealServer.Kind) async throws {
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

    // The bubble stayed for ever, and all later notifications waited behind it.
    @Test func `S7: notification-daemon closes a removed notification, and shows the next one`() async throws {
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

    // The twenty-first notification was refused, and tried again repeatedly.
    @Test(arguments: [RealServer.Kind.mateNotificationDaemon, .notificationDaemon])
    func `a notification waits until the server has room, and none is refused`(_ kind: RealServer.Kind) async throws {
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
