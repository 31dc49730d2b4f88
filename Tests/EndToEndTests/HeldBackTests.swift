// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// What is held back by a pause or in the quiet hours, and is not only to be looked at: questions, commands, expiry.
@Suite(.serialized) struct HeldBackTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    /// Waits until something is kept for later.
    private func keeps(_ agent: TestAgent, _ count: Int = 1) async throws {
        try await withDeadline {
            while try await agent.proxy().missed().count(where: { $0["waits"]?.bool == true }) < count {}
        }
    }

    // It came in a digest, which has no buttons, and who asked waited for ever.
    @Test(arguments: [
        ["ask", "Deploy?", "-A", "yes=Yes"], ["send", "--wait", "-A", "yes=Yes", "Deploy?"],
    ])
    func `a question that is held back comes by itself afterwards, and is answered`(words: [String]) async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("*").pause(seconds: 3600)
            async let program = agent.belfry(words)
            try await keeps(agent)
            for name in ["a", "b"] { _ = try await agent.proxy().add(request(name)) }

            try await agent.clock.advance(3599)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(1)

            let shown = server.takeNotifications()
            #expect(shown.map(\.summary) == ["Deploy?", "2 reminders while you were away"])
            let question = try #require(shown.first)
            await server.press(question.key(of: "Yes"), on: question)
            let answer = try await program
            #expect(answer.output == "yes")
            #expect(answer.status == 0)
            #expect(
                answer.errors.contains("held back: paused until Sat 2026-11-21 13:00 UTC (in 1 h); it comes then"),
                "\(answer.errors)")
        }
    }

    @Test func `a critical question is asked at once`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("*").pause(seconds: 0)
            async let program = agent.belfry("ask", "Fire?", "-A", "yes=Yes", "--level", "critical")
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "Yes"), on: shown)
            #expect(try await program.output == "yes")
        }
    }

    @Test func `a question in the quiet hours says until when, and outlives the agent`() async throws {
        let quiet = "[quiet]\nfrom = \"11:00\"\nto = \"14:30\"\n"
        try await withAgentAndServer(environment: noon, configuration: quiet) { agent, server in
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes")
            try await keeps(agent)
            // It has the answer to its adding too.
            try await agent.hasWaiter()
            try await agent.kill()
            try await agent.start(noon)
            try await agent.hasMet(server)
            // Who waits has come back to the new agent when that calls it known.
            try await agent.hasWaiter()

            try await agent.clock.advance(2.5 * 3600)

            let shown = try await server.nextNotification()
            #expect(shown.summary == "Deploy?")
            await server.press(shown.key(of: "Yes"), on: shown)
            let answer = try await program
            #expect(answer.output == "yes", "\(answer.errors)")
            #expect(answer.errors.contains("held back: quiet until Sat 2026-11-21 14:30 UTC"), "\(answer.errors)")
        }
    }

    @Test func `a question that nobody waits for any more is one of the digest, or is withdrawn`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("*").pause(seconds: 3600)
            let left = try await agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--timeout", "300ms")
            #expect(left.status == 124)
            let withdrawn = try await agent.belfry(
                "ask", "Again?", "-A", "yes=Yes", "--timeout", "300ms", "--withdraw")
            #expect(withdrawn.status == 124)
            _ = try await agent.proxy().add(request("a", title: "A"))

            try await agent.clock.advance(3600)

            #expect(server.takeNotifications().map(\.body) == ["12:00  Deploy?\n12:00  A"])
        }
    }

    @Test func `what was held back can be cancelled`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("a"))
            #expect(try await agent.proxy().removePending(["a", "b"]) == ["a"])
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    // It did not run at all for what came in a digest, and for one alone only when that was shown.
    @Test func `the command for the moment itself runs at the moment, held back or not, and once`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let events = try await AgentEvents(of: agent)
            let file = agent.folders.path + "/files/told"
            let record = Value.string("echo $BELFRY_ID $BELFRY_EVENT $BELFRY_LATE $BELFRY_DUE >> '\(file)'")
            let hook: [String: Value] = ["on": .properties(["fired": record])]
            func add(_ name: String, _ more: [String: Value] = [:]) async throws {
                _ = try await agent.proxy().add(request(name, hook.merging(more) { $1 }))
            }
            try await agent.proxy().pause(seconds: 3600)

            try await add("now")
            try await events.next("command", of: "now")
            try await add("tea", ["trigger": after(600)])
            try await agent.clock.advance(600)
            try await events.next("command", of: "tea")
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(3000)
            #expect(server.takeNotifications().count == 1)

            // Missed, and alone: shown as itself.
            try await add("pulse", ["trigger": .properties(["every": .string("day 14:00")])])
            try await add("skipped", ["trigger": after(3600), "ifMissed": .string("skip")])
            try await agent.clock.suspend()
            try await agent.clock.resume(after: 2 * 3600)
            try await events.next("command", of: "pulse")
            #expect(server.takeNotifications().count == 1)
            try await agent.clock.advance(60)

            let log = try await agent.proxy().log([:])
            #expect(log.count { $0["kind"]?.string == "command" } == 3)
            #expect(
                agent.folders.text(of: file) == """
                    now fired 0 2026-11-21T12:00:00Z
                    tea fired 0 2026-11-21T12:10:00Z
                    pulse fired 3600 2026-11-21T14:00:00Z

                    """)
        }
    }

    // It was in the digest, or shown alone and closed at once.
    @Test func `what expires while it is held back is not shown any more`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("bus", ["expires": .string("12:30")]))
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
            let missed = try await agent.proxy().missed()
            #expect(missed.map { $0["reason"]?.string } == ["expires"])
            #expect(missed.map { $0["waits"]?.bool } == [false])
        }
    }

    // It was shown again, and closed at once.
    @Test func `what has expired is not nagged about`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("bus", ["expires": .string("12:30"), "nag": .string("10m")]))
            _ = try await server.nextNotification()
            try await agent.clock.suspend()
            try await agent.clock.resume(after: 3600)
            #expect(server.takeNotifications().isEmpty)
            #expect(await server.open.isEmpty)
        }
    }
}
