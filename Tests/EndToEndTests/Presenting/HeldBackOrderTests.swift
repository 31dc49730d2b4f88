// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// Notifications that are held back, and others meanwhile: the newer one of a request wins, none is forgotten, and
/// applications take turns.
@Suite struct HeldBackOrderTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    // The older one had no buttons and was shown last, in the place of the newer one.
    @Test func `of a request that was held back twice the newer one is shown, whatever its buttons`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("build", title: "Running"))
            _ = try await agent.proxy().add(request("build", title: "Failed", ["actions": buttons("retry")]))

            try await agent.clock.advance(3600)
            try await agent.clock.advance(10)

            #expect(server.takeNotifications().map(\.summary) == ["Failed"])
            #expect(try await agent.proxy().delivered().map { $0["title"]?.string } == ["Failed"])
        }
    }

    // The older one, which was alone in its digest, was shown last.
    @Test func `a category's buttons make no difference`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().setCategories([
                ["identifier": .string("done"), "actions": buttons("open")]
            ])
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("build", title: "Running"))
            _ = try await agent.proxy().add(
                request("build", title: "Done", ["categoryIdentifier": .string("done")]))

            try await agent.clock.advance(3600)
            try await agent.clock.advance(10)

            #expect(server.takeNotifications().map(\.summary) == ["Done"])
        }
    }

    // Each held-back occurrence would have started the command.
    @Test func `a repeating request that expires while held back starts its command once`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let file = agent.folders.path + "/over"
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(
                request(
                    "x",
                    [
                        "trigger": .properties(["timeInterval": .double(60), "repeats": .boolean(true)]),
                        "expires": .string("2026-11-21T12:10:30Z"),
                        "on": .properties(["expire": .string("echo over >> \(file)")]),
                    ]))

            for _ in 0..<60 { try await agent.clock.advance(60) }
            try await agent.clock.advance(10)

            let expired = try await agent.proxy().log([:]).count { $0["kind"]?.string == "expired" }
            #expect(expired == 1)
            try await withDeadline {
                while agent.folders.text(of: file) == nil { _ = try await agent.proxy().status() }
            }
            #expect(agent.folders.text(of: file) == "over\n")
        }
    }

    // The held-back one replaced the newer one.
    @Test func `a held-back notification does not replace a newer one that was shown`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("disk", title: "90 %"))
            _ = try await agent.proxy().add(
                request("disk", title: "full", ["interruptionLevel": .string("critical")]))
            #expect(try await server.nextNotification().summary == "full")

            try await agent.clock.advance(3600)

            #expect(server.takeNotifications().isEmpty)
            #expect(try await agent.proxy().missed().contains { $0["waits"]?.bool == true } == false)
        }
    }

    // They waited for the end of the pause, although they were to be shown in turn.
    @Test func `critical notifications beyond a flood are shown during a pause, in turn`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("*").pause(seconds: 0)
            let requests = (1...25).map { request("\($0)", ["interruptionLevel": .string("critical")]) }
            _ = try await agent.proxy().addAll(requests + [request("calm")])
            try await agent.clock.advance(0)
            let first = server.takeNotifications().count
            #expect(first < 25)

            for _ in 1...6 { try await agent.clock.advance(2) }

            #expect(first + server.takeNotifications().count == 25)
            #expect(try await agent.proxy().missed().count { $0["waits"]?.bool == true } == 1)
        }
    }

    // The warning was shown together with its request.
    @Test func `a warning that is held back until its request is due is not shown`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(
                request("x", ["trigger": after(3600), "before": .strings(["15m"])]))

            try await agent.clock.advance(3600)
            try await agent.clock.advance(10)

            let shown = server.takeNotifications()
            #expect(shown.map(\.summary) == ["Tea"])
            #expect(shown.first?.body.contains("15m") == false)
        }
    }

    // The warning announced the old time.
    @Test func `a held-back warning is removed when its request is moved`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(
                request("x", ["trigger": after(7200), "before": .strings(["90m"])]))
            try await agent.clock.advance(1801)
            #expect(try await agent.proxy().missed().count == 1)
            _ = try await agent.proxy().add(request("x", ["trigger": tomorrow]))

            try await agent.clock.advance(3600)

            #expect(server.takeNotifications().isEmpty)
        }
    }

    // No client was told, and the command never ran.
    @Test func `a notification that expires while held back starts its command, and ends waits`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let file = agent.folders.path + "/over"
            _ = try await agent.proxy("cli").add(
                request(
                    "x",
                    [
                        "trigger": after(600), "expires": .string("2026-11-21T12:20:00Z"), "actions": buttons("done"),
                        "on": .properties(["expire": .string("echo \"$BELFRY_TITLE\" > \(file)")]),
                    ]))
            async let program = agent.belfry("wait", "x", "--app", "cli")
            try await agent.hasWaiter()
            try await agent.proxy("cli").pause(seconds: 3600)

            try await agent.clock.advance(3600)

            #expect(try await program.output == "")
            try await withDeadline {
                while agent.folders.text(of: file) != "Tea\n" { _ = try await agent.proxy().status() }
            }
            #expect(server.takeNotifications().isEmpty)
            let expired = try await agent.proxy("cli").log([:]).filter { $0["kind"]?.string == "expired" }
            #expect(expired.count == 1)
        }
    }

    // The icon's number was never set, and a line of the digest was an identifier that the agent had made up.
    @Test func `a held-back badge is set, and a badge without text is no line`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            for number in [4, 5] {
                _ = try await agent.proxy().add(request("m\(number)", ["badge": .int32(Int32(number))]))
            }
            _ = try await agent.proxy().add(["badge": .int32(6)])

            try await agent.clock.advance(3600)

            let shown = server.takeNotifications()
            #expect(shown.map(\.summary) == ["2 reminders while you were away"])
            #expect(try await agent.proxy().settings()["badgeCount"]?.int == 6)
        }
    }

    // All notifications of the first application were shown before those of the second.
    @Test func `held-back applications take turns`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("*").pause(seconds: 3600)
            for name in ["a1", "a2", "a3"] {
                _ = try await agent.proxy("org.example.A").add(request(name, title: name, ["actions": buttons("ok")]))
            }
            _ = try await agent.proxy("org.example.B").add(request("b1", title: "b1", ["actions": buttons("ok")]))

            try await agent.clock.advance(3600)
            for _ in 1...3 { try await agent.clock.advance(2) }

            #expect(server.takeNotifications().map(\.summary) == ["a1", "b1", "a2", "a3"])
        }
    }
}
