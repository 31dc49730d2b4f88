// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import Testing
import TestSupport

/// `belfry`'s options about the time of a request, up to the screen; and pauses.
@Suite(.serialized) struct CommandLineTimeTests {
    /// Saturday 2026-11-21, 08:00 in UTC.
    private let morning = ["BELFRY_NOW": "2026-11-21T08:00:00Z"]

    /// Adds a request with the title "tea" by the command line.
    private func add(_ agent: TestAgent, _ options: String...) async throws {
        let added = try await agent.belfry(["add", "--id", "tea", "--title", "Tea"] + options)
        #expect(added.status == 0, "\(added.errors)")
    }

    private func missed(_ agent: TestAgent) async throws -> [String] {
        try await agent.belfry("list", "--missed", "--porcelain").lines.map {
            let columns = $0.split(separator: "\t").map(String.init)
            return "\(columns[0]) \(columns[2]) \(columns.last ?? "")"
        }
    }

    @Test func `pause holds everything until resume, and status reports it`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            let paused = try await agent.belfry("pause")
            #expect(paused.output == "paused until belfry resume")
            #expect(try await agent.belfry("status").output.contains("paused"))
            let added = try await agent.belfry("add", "--id", "a", "--title", "A")
            #expect(added.errors.contains("held back: paused until you resume; it will then be part of a digest"))
            try await add(agent, "--at", "09:00")
            try await agent.clock.advance(7200)
            #expect(server.takeNotifications().isEmpty)
            #expect(
                try await missed(agent) == [
                    "tea 2026-11-21T09:00:00Z paused, comes in a digest",
                    "a 2026-11-21T08:00:00Z paused, comes in a digest",
                ])

            #expect(try await agent.belfry("resume").status == 0)
            try await agent.clock.advance(0)

            let digest = server.takeNotifications()
            #expect(digest.map(\.summary) == ["2 reminders while you were away"])
            #expect(digest.first?.body == "08:00  A\n09:00  Tea")
            #expect(try await !agent.belfry("status").output.contains("paused"))
            #expect(try await missed(agent).allSatisfy { $0.hasSuffix("paused") })
        }
    }

    @Test(
        arguments: [(["1h30m"], 5400.0), (["until", "09:30"], 5400), (["tomorrow", "9am"], 90_000)]
            as [([String], Double)])
    func `a pause ends by itself`(words: [String], seconds: Double) async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            let paused = try await agent.belfry(["pause"] + words)
            #expect(paused.output.hasPrefix("paused until S"), "\(paused.output)\(paused.errors)")
            try await add(agent)
            try await agent.clock.advance(seconds - 1)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(2)
            #expect(server.takeNotifications().map(\.summary) == ["Tea"])
        }
    }

    @Test func `a pause and its end may be for one application`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            #expect(try await agent.belfry("pause", "--app", "org.example.Chat").status == 0)
            try await add(agent)
            #expect(try await agent.belfry("add", "--title", "Chat", "--app", "org.example.Chat").status == 0)
            try await agent.clock.advance(60)
            #expect(server.takeNotifications().map(\.summary) == ["Tea"])

            #expect(try await agent.belfry("resume", "--app", "org.example.Chat").status == 0)
            try await agent.clock.advance(0)

            #expect(server.takeNotifications().map(\.summary) == ["Chat"])
            #expect(try await agent.belfry("pause", "01/02").status == 65)
            #expect(try await agent.belfry("pause", "1h", "--app", "no/name").status != 0)
        }
    }

    @Test(arguments: [("5m", [5.0, 10, 15, 20]), ("5mx3", [5, 10, 15]), ("1h", [])])
    func `add --nag shows a request as often as it says`(nag: String, minutes: [Double]) async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            try await add(agent, "--in", "1m", "--nag", nag)
            try await agent.clock.advance(60)
            var seen = server.takeNotifications().count - 1
            var times: [Double] = []
            for minute in 1...20 {
                try await agent.clock.advance(60)
                seen = server.takeNotifications().count
                if seen > 0 { times.append(Double(minute)) }
            }
            #expect(times == minutes)
        }
    }

    @Test(arguments: [
        ("show", 2.5, true, []), ("skip", 2.5, false, ["tea 2026-11-21T09:00:00Z skip"]),
        ("digest:2h", 2.5, true, ["tea 2026-11-21T09:00:00Z missed"]),
        ("digest:2h", 3.5, false, ["tea 2026-11-21T09:00:00Z old"]),
        ("digest", 99, true, ["tea 2026-11-21T09:00:00Z missed"]),
    ])
    func `add --if-missed decides on missed requests, and list --missed prints them`(
        policy: String, hours: Double, isShown: Bool, listed: [String]
    ) async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            try await add(agent, "--at", "09:00", "--if-missed", policy)
            try await agent.clock.suspend()
            try await agent.clock.resume(after: hours * 3600)
            #expect(server.takeNotifications().map(\.summary) == (isShown ? ["Tea"] : []))
            #expect(try await missed(agent) == listed)
            let list = try await agent.belfry("list", "--missed", "--json")
            #expect(list.status == 0)
            if let object = try list.objects().first {
                #expect(object["due"]?.text == "2026-11-21T09:00:00Z")
                #expect(object["waits"] == .flag(false))
            }
        }
    }

    @Test func `add --expires closes a notification, and refuses one that could never be shown`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            try await add(agent, "--at", "09:00", "--expires", "09:30")
            try await agent.clock.advance(3600)
            #expect(server.takeNotifications().count == 1)
            try await agent.clock.advance(1800)
            // The call to close is in flight on the bus; the agent does not wait for the reply.
            try await withDeadline { while await !server.open.isEmpty { try await yieldUntilDeadline() } }
            let never = try await agent.belfry("add", "--title", "X", "--at", "18:00", "--expires", "17:00")
            #expect(never.status == 65)
            #expect(never.errors.contains("expires"), "\(never.errors)")
        }
    }

    @Test func `add --leeway shows a request together with another`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            try await add(agent, "--at", "09:00", "--leeway", "10m")
            _ = try await agent.proxy().add(
                request("b", title: "B", ["trigger": .properties(["at": .string("09:05")])]))
            try await agent.clock.advance(3899)
            #expect(server.takeNotifications().isEmpty)
            try await agent.clock.advance(1)
            #expect(server.takeNotifications().map(\.summary) == ["Tea", "B"])
        }
    }

    @Test func `add --wake reports what the agent can't do`() async throws {
        try await withAgentAndServer { agent, _ in
            let added = try await agent.belfry("add", "--title", "Tea", "--in", "1h", "--wake")
            #expect(added.status == 0)
            #expect(added.errors.contains("wake") == !WakeTests.canWake, "\(added.errors)")
            #expect(try await agent.proxy().pending().first?["wake"]?.bool == true)
        }
    }

    @Test(arguments: [
        (["--every", "day 09:00", "--until", "2026-11-23 12:00"], 3), (["--every", "day 09:00", "--count", "2"], 2),
        (["--cron", "0 9 * * *", "--count", "4"], 4), (["--on-calendar", "*-*-* 09:00", "--until", "mon 9am"], 3),
        (["--rrule", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", "--until", "2026-11-22"], 2),
    ])
    func `add --until and --count end a repeating request`(options: [String], times: Int) async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            let added = try await agent.belfry(["add", "--title", "Tea"] + options)
            #expect(added.status == 0, "\(added.errors)")
            try await agent.clock.advance(10 * 86_400)
            #expect(server.takeNotifications().count == times)
            #expect(try await agent.belfry("list").output == "")
        }
    }

    @Test func `add --before shows each warning once, and removes them with the request`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            try await add(agent, "--at", "tomorrow 9am", "--before", "1d,1h")
            #expect(try await agent.pendingIdentifiers() == ["tea~1d", "tea~1h", "tea"])
            var times: [String] = []
            for _ in 0..<30 {
                try await agent.clock.advance(3600)
                for shown in server.takeNotifications() { times.append("\(try await agent.clock.now()) \(shown.body)") }
            }
            #expect(times.count == 3, "\(times)")
            try await add(agent, "--at", "2026-11-25 9am", "--before", "1h")
            #expect(try await agent.belfry("cancel", "tea").status == 0)
            #expect(try await agent.pendingIdentifiers() == [])
        }
    }
}
