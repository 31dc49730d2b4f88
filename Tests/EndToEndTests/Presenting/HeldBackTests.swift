// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// Held-back notifications, by a pause or in quiet hours, that do more than show a text: questions, commands, expiry.
@Suite(.serialized) struct HeldBackTests {
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    /// Waits until a notification is held back.
    private func keeps(_ agent: TestAgent, _ count: Int = 1) async throws {
        try await withDeadline {
            while try await agent.proxy().missed().count(where: { $0["waits"]?.bool == true }) < count {
                try await yieldUntilDeadline()
            }
        }
    }

    // The question was put into a digest, which has no buttons, and its caller waited for ever.
    @Test(arguments: [
        ["ask", "Deploy?", "-A", "yes=Yes"], ["send", "--wait", "-A", "yes=Yes", "Deploy?"],
    ])
    func `a held-back question is shown by itself afterwards, and answered`(words: [String]) async throws {
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
                answer.errors.contains(
                    "held back: paused until Sat 2026-11-21 13:00 UTC (in 1 h); it will be shown then"),
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

    @Test func `a question in the quiet hours says until when, and survives the agent`() async throws {
        let quiet = "[quiet]\nfrom = \"11:00\"\nto = \"14:30\"\n"
        try await withAgentAndServer(environment: noon, configuration: quiet) { agent, server in
            async let program = agent.belfry("ask", "Deploy?", "-A", "yes=Yes")
            try await keeps(agent)
            // Waits until the caller has the reply to its Add, too.
            try await agent.hasWaiter()
            try await agent.kill()
            try await agent.start(noon)
            try await agent.hasMet(server)
            // The caller has attached to the new agent when that agent has identified it.
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

    @Test func `a held-back question without a caller is shown with its buttons, or withdrawn`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("*").pause(seconds: 3600)
            let left = try await agent.belfry("ask", "Deploy?", "-A", "yes=Yes", "--timeout", "300ms")
            #expect(left.status == 124)
            let withdrawn = try await agent.belfry(
                "ask", "Again?", "-A", "yes=Yes", "--timeout", "300ms", "--withdraw")
            #expect(withdrawn.status == 124)
            _ = try await agent.proxy().add(request("a", title: "A"))

            try await agent.clock.advance(3600)

            let shown = server.takeNotifications()
            #expect(shown.map(\.summary) == ["Deploy?", "A"])
            #expect(shown.first?.labels.contains("Yes") == true)
        }
    }

    // Both were put into a digest, which has no buttons and doesn't nag.
    @Test func `held-back ones with buttons or a nag are shown by themselves, one after another`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            for name in ["a", "b"] { _ = try await agent.proxy().add(request(name)) }
            _ = try await agent.proxy().add(request("rent", title: "Rent", ["actions": buttons("done")]))
            _ = try await agent.proxy().add(request("pill", title: "Pill", ["nag": .string("5m")]))
            _ = try await agent.proxy().add(request("pill", title: "Pills", ["nag": .string("5m")]))

            try await agent.clock.advance(3600)

            let shown = server.takeNotifications()
            #expect(shown.map(\.summary) == ["Rent", "2 reminders while you were away"])
            #expect(shown.first?.labels.contains("done") == true)
            try await agent.clock.advance(2)
            #expect(server.takeNotifications().map(\.summary) == ["Pills"])
            try await agent.clock.advance(300)
            #expect(server.takeNotifications().map(\.summary) == ["Pills"])
        }
    }

    // Only list --missed found it: show exited with 3, and "nothing has the identifier".
    @Test func `a held-back notification can be shown by show, snoozed, and cancelled`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("cli").pause(seconds: 3600)
            for name in ["tea", "coffee", "milk"] {
                _ = try await agent.proxy("cli").add(request(name, ["actions": buttons("done")]))
            }

            let shown = try await agent.belfry("show", "tea", "--json", "--app", "cli")
            #expect(shown.status == 0, "\(shown.errors)")
            #expect(shown.output.contains(#""state":"held""#), "\(shown.output)")
            #expect(try await agent.belfry("snooze", "cof", "2h", "--app", "cli").status == 0)
            #expect(try await agent.belfry("cancel", "mi", "--app", "cli").status == 0)
            #expect(try await agent.proxy("cli").missed().map { $0["identifier"]?.string } == ["tea"])
            try await agent.proxy("cli").removeAllPending()

            #expect(try await agent.proxy("cli").missed().isEmpty)
            #expect(try await agent.proxy("cli").pending().isEmpty)
            let removed = try await agent.proxy("cli").log([:]).filter { $0["kind"]?.string == "removed" }
            #expect(removed.map { $0["identifier"]?.string } == ["milk", "coffee", "tea"])
            try await agent.clock.advance(3 * 3600)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `a caller may begin to wait for a notification that is held back already`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy("cli").pause(seconds: 3600)
            _ = try await agent.proxy("cli").add(request("tea", ["actions": buttons("done")]))
            async let program = agent.belfry("wait", "te", "--app", "cli")
            try await agent.hasWaiter()
            try await agent.clock.advance(3600)
            let shown = try await server.nextNotification()
            await server.press(shown.key(of: "done"), on: shown)
            #expect(try await program.output == "done")
        }
    }

    // A reminder for the night was accepted without a note, and shown in the morning.
    @Test func `adding a request that will be held back prints a note, and status has the quiet hours`() async throws {
        let quiet = "[quiet]\nfrom = \"13:00\"\nto = \"14:30\"\n"
        try await withAgentAndServer(environment: noon, configuration: quiet) { agent, _ in
            let until = "until Sat 2026-11-21 14:30 UTC"
            let added = try await agent.belfry("remind", "70m", "soon")
            #expect(
                added.errors == "belfry: due during the quiet hours; held back \(until) (in 2 h 30 min)\n",
                "\(added.errors)")
            #expect(try await agent.belfry("remind", "10m", "now").errors == "")
            var status = try await agent.belfry("status").output
            #expect(status.contains("quiet hours from 13:00 to 14:30; not in force now\n"), "\(status)")

            try await agent.clock.advance(70 * 60)

            status = try await agent.belfry("status").output
            #expect(status.contains("quiet hours from 13:00 to 14:30; in force \(until)"), "\(status)")
            #expect(status.contains("1 held back or missed"), "\(status)")
        }
    }

    // The command printed nothing, and everything stayed paused.
    @Test func `resume of one application while all are paused says so`() async throws {
        try await withAgent { agent in
            try await agent.proxy("*").pause(seconds: 0)
            let resumed = try await agent.belfry("resume", "--app", "org.example.Chat")
            #expect(resumed.status == 0)
            #expect(
                resumed.errors == "belfry: org.example.Chat stays paused, because all applications are paused until "
                    + "belfry resume; run belfry resume without --app\n", "\(resumed.errors)")
        }
    }

    @Test func `a held-back notification can be cancelled`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            try await agent.proxy().pause(seconds: 3600)
            _ = try await agent.proxy().add(request("a"))
            #expect(try await agent.proxy().removePending(["a", "b"]) == ["a"])
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    // The command did not run for a notification in a digest, and for a single one it ran when that was shown.
    @Test func `the command of fired runs at the due time, held back or not, and once`() async throws {
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

            // A single missed notification is shown as itself.
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
    @Test func `a notification that expires while held back is not shown any more`() async throws {
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
    @Test func `an expired notification does not nag`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            _ = try await agent.proxy().add(request("bus", ["expires": .string("12:30"), "nag": .string("10m")]))
            _ = try await server.nextNotification()
            try await agent.clock.suspend()
            try await agent.clock.resume(after: 3600)
            #expect(server.takeNotifications().isEmpty)
            // The call to close is in flight on the bus; the agent does not wait for the reply.
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
        }
    }
}
