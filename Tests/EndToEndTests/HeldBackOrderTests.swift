// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import Testing
import TestSupport

/// What is held back and what comes meanwhile: the newer one of a request wins, nobody is forgotten, and each has their turn.
@Suite struct HeldBackOrderTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    // The older one had no buttons and came last, in the place of the newer one.
    @Test func `of a request that was held back twice the newer one comes, whatever their buttons are`() async throws {
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

    // The older one, which would have been alone in its digest, came last.
    @Test func `buttons of a category make no difference`() async throws {
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

    // Each of those that were held back would have started it.
    @Test func `a repeating request that expires while it is held back starts its command once`() async throws {
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

    // It took the place of the newer one.
    @Test func `what was held back does not come after a newer one that was shown`() async throws {
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

    // They waited for the end of the pause, though they were told to come in their turn.
    @Test func `critical ones beyond a flood come during a pause, in their turn`() async throws {
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

    // It came with what it warned of.
    @Test func `an early warning that was held back until its request is due does not come`() async throws {
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

    // It told the time that was no more.
    @Test func `an early warning that is held back goes when its request is moved`() async throws {
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

    // Nobody was told, and the command never ran.
    @Test func `what expires while it is held back starts its command, and ends the wait for it`() async throws {
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

    // The icon was never told, and a line of the digest was a name that nobody had given.
    @Test func `what is held back keeps its badge, and what is a badge alone is no line`() async throws {
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

    // All of the first application came before the first of the second.
    @Test func `applications that were held back have their turns`() async throws {
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
