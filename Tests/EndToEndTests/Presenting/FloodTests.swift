// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// Floods of one application: some notifications are shown, the others go into one digest, which is updated in place.
@Suite struct FloodTests {
    /// Saturday 2026-11-21, 08:00 in UTC.
    private let morning = ["BELFRY_NOW": "2026-11-21T08:00:00Z"]

    private func many(_ range: Range<Int>, _ more: [String: Value] = [:]) -> [[String: Value]] {
        range.map { request("n\($0)", title: "N\($0)", more) }
    }

    /// Returns the notifications that are shown until the clock is asked for.
    private func shown(_ count: Int, on server: ScriptedServer) async throws -> [ReceivedNotification] {
        var shown: [ReceivedNotification] = []
        while shown.count < count { shown.append(try await server.nextNotification()) }
        return shown
    }

    @Test func `notifications beyond a burst are one digest, updated until it is dismissed`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            let outcomes = try await agent.proxy().addAll(many(0..<30))
            let notes = outcomes.compactMap { $0["notes"]?.strings?.last }
            #expect(notes == Array(repeating: "too many at once; it will be part of a digest", count: 10))
            #expect(try await shown(20, on: server).map(\.summary) == (0..<20).map { "N\($0)" })

            try await agent.clock.advance(2)
            let digest = try await server.nextNotification()
            #expect(digest.summary == "10 more notifications")
            #expect(digest.body == (20..<28).map { "08:00  N\($0)" }.joined(separator: "\n") + "\nand 2 more")

            _ = try await agent.proxy().addAll(many(30..<35))
            try await agent.clock.advance(10)
            let grown = try await server.nextNotification()
            #expect(grown.replacesID == digest.id && grown.id == digest.id)
            #expect(grown.summary == "15 more notifications")
            #expect(grown.body.hasPrefix("08:00  N20\n") && grown.body.hasSuffix("\nand 7 more"))
            #expect(await server.open.count == 21)

            // Each has its row on disk, and is found.
            #expect(try await agent.deliveredStates().count == 21)
            let missed = try await agent.proxy().missed()
            #expect(missed.map { $0["identifier"]?.string } == (20..<35).reversed().map { "n\($0)" })
            #expect(missed.allSatisfy { $0["reason"]?.string == "flood" && $0["waits"]?.bool == false })
            #expect(try await agent.belfry("show", "n25").output.contains("N25"))
            let fired = try await agent.proxy().log(["identifier": .string("belfry.flood")]).filter {
                $0["kind"]?.string == "fired"
            }
            #expect(fired.compactMap { $0["detail"]?.properties?["gathered"]?.int } == [10, 5])

            // After a dismissal a new digest begins; after a pause a new burst does.
            await server.dismiss(grown)
            try await withDeadline {
                while try await agent.deliveredStates()["belfry.flood"] != nil {
                    try await agent.clock.advance(1)
                }
            }
            try await agent.clock.advance(10)
            _ = try await agent.proxy().addAll(many(40..<65))
            #expect(try await shown(20, on: server).last?.summary == "N59")
            try await agent.clock.advance(10)
            #expect(try await server.nextNotification().summary == "5 more notifications")
        }
    }

    @Test func `the digest of a flood survives the agent's death`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            _ = try await agent.proxy().addAll(many(0..<25))
            _ = try await shown(20, on: server)
            try await withDeadline {
                while try await agent.deliveredStates().values.contains("presenting") { try await yieldUntilDeadline() }
            }
            try await agent.kill()
            try await agent.start(["BELFRY_NOW": "2026-11-21T08:00:30Z"])
            try await agent.clock.advance(2)

            #expect(try await server.nextNotification().summary == "5 more notifications")
            try await agent.clock.advance(60)
            #expect(server.takeNotifications().isEmpty)
        }
    }

    @Test func `ten thousand at once, added or due, make a burst and a digest, and use little memory`() async throws {
        try await withAgentAndServer(environment: morning) { agent, server in
            let body = String(repeating: "b", count: 500)
            let count = Sanitizer.portion(10_000)
            _ = try await agent.proxy().addAll(many(0..<count, ["body": .string(body)]))
            _ = try await shown(20, on: server)
            try await agent.clock.advance(2)
            #expect(try await server.nextNotification().summary == "\(count - 20) more notifications")
            try await agent.proxy().removeAllDelivered()

            for start in stride(from: 0, to: count, by: count / 4) {
                _ = try await agent.proxy("due").addAll(
                    many(start..<start + count / 4, ["body": .string(body), "trigger": after(60)]))
            }
            try await agent.clock.advance(60)
            _ = try await shown(20, on: server)
            try await agent.clock.advance(2)
            #expect(try await server.nextNotification().summary == "\(count - 20) more notifications")
            #expect(try await agent.deliveredStates("due").count == 21)
            #expect(try await agent.proxy("due").pending().isEmpty)

            guard Sanitizer.leavesMemoryAlone else { return }
            let id = try #require(try await agent.proxy().status()["processID"]?.int)
            let status = try String(contentsOf: URL(filePath: "/proc/\(id)/status"), encoding: .utf8)
            let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(separator: " ").dropFirst()
                .first
            #expect(peak.flatMap { Int($0) }.map { $0 < 300_000 } == true, "\(peak ?? "") KiB")
        }
    }

    @Test func `notifications with buttons or nags, and urgent ones, are shown one after another`()
        async throws
    {
        let limit = "[flood]\nburst = 2\nperSeconds = 10"
        try await withAgentAndServer(environment: morning, configuration: limit) { agent, server in
            _ = try await agent.proxy().addAll(many(0..<50))
            _ = try await shown(2, on: server)
            let asked = (0..<4).map { request("q\($0)", title: "Q\($0)", ["actions": buttons("yes")]) }
            let alarm = request("fire", title: "Fire", ["interruptionLevel": .string("critical")])
            let outcomes = try await agent.proxy().addAll(asked + [alarm])
            #expect(outcomes.last?["notes"]?.strings == ["too many at once; it will be shown by itself later"])
            #expect(try await shown(2, on: server).map(\.summary) == ["Q0", "Q1"])

            var titles: [String] = []
            for _ in 0..<4 {
                try await agent.clock.advance(2)
                titles += server.takeNotifications().map(\.summary)
            }
            // The most urgent first.
            #expect(titles.filter { !$0.hasSuffix("notifications") } == ["Fire", "Q2", "Q3"])
            #expect(titles.contains("48 more notifications"))
            let q3 = try #require(await server.open.first { $0.summary == "Q3" })
            let delegate = try await agent.delegate()
            await server.press(q3.key(of: "yes"), on: q3)
            #expect(try await delegate.nextResponse()["actionIdentifier"]?.string == "yes")
        }
    }

    @Test func `an update of a delivered one does not count, and other applications are served`() async throws {
        let limit = "[flood]\nburst = 3"
        try await withAgentAndServer(environment: morning, configuration: limit) { agent, server in
            for number in 0..<20 { _ = try await agent.proxy().add(request("progress", title: "\(number) %")) }
            _ = try await agent.proxy().addAll(many(0..<8))
            _ = try await agent.proxy().add(request("progress", title: "100 %"))
            _ = try await agent.proxy("org.example.Other").add(request("tea"))

            try await withDeadline {
                while await Set(server.open.map(\.summary)) != ["100 %", "N0", "N1", "Tea"] {
                    try Task.checkCancellation()
                }
            }
        }
    }

    @Test func `config.toml raises the limit for one application, and removes it`() async throws {
        let limit = "[flood]\nburst = 2\n[applications.\"org.example.Loud\"]\nburst = 0"
        try await withAgentAndServer(environment: morning, configuration: limit) { agent, server in
            _ = try await agent.proxy("org.example.Loud").addAll(many(0..<30))
            #expect(try await shown(30, on: server).count == 30)
            _ = try await agent.proxy().addAll(many(0..<3))
            _ = try await shown(2, on: server)
            // A single notification is shown as itself.
            try await agent.clock.advance(2)
            #expect(try await server.nextNotification().summary == "N2")
        }
    }

    @Test func `a thread is one line, in its category's words, the most relevant first`() async throws {
        let limit = "[flood]\nburst = 1\nperSeconds = 5"
        try await withAgentAndServer(environment: morning, configuration: limit) { agent, server in
            try await agent.proxy().setCategories([
                ["identifier": .string("chat"), "categorySummaryFormat": .string("%u more messages from %@")]
            ])
            func message(_ number: Int, from name: String, _ more: [String: Value] = [:]) -> [String: Value] {
                request(
                    "m\(name)\(number)", title: "\(name): \(number)",
                    [
                        "threadIdentifier": .string("room"), "categoryIdentifier": .string("chat"),
                        "summaryArgument": .string(name), "summaryArgumentCount": .int32(2),
                    ].merging(more) { $1 })
            }
            _ = try await agent.proxy().addAll([
                request("first"), message(1, from: "Ann"), request("news", title: "News"), message(2, from: "Bob"),
                request("a", title: "Plan", ["threadIdentifier": .string("plans")]),
                request("b", title: "Better", ["threadIdentifier": .string("plans"), "relevanceScore": .double(0.9)]),
            ])
            #expect(try await shown(1, on: server).map(\.summary) == ["Tea"])
            try await agent.clock.advance(2)
            let digest = try await server.nextNotification()
            #expect(digest.summary == "5 more notifications")
            #expect(
                digest.body == "08:00  Better, and 1 more\n08:00  4 more messages from Ann, Bob\n08:00  News")

            // All are of one thread, so its summary is the title.
            _ = try await agent.proxy("chat").setCategories([
                ["identifier": .string("chat"), "categorySummaryFormat": .string("%u more messages from %@")]
            ])
            let outcomes = try await agent.proxy("chat").addAll(
                [request("first")]
                    + (0..<10).map { message($0, from: "Ann", ["relevanceScore": .double($0 == 9 ? 1 : 0)]) })
            #expect(outcomes.allSatisfy { $0["error"] == nil }, "\(outcomes)")
            _ = try await shown(1, on: server)
            try await agent.clock.advance(3)
            let talk = try await server.nextNotification()
            #expect(talk.summary == "20 more messages from Ann")
            #expect(talk.body.hasPrefix("08:00  Ann: 9\n08:00  Ann: 0\n") && talk.body.hasSuffix("\nand 2 more"))
            let listed = try await agent.belfry("list", "--delivered", "--json").output
            #expect(!listed.contains("threadIdentifier"))
            let added = try await agent.belfry("remind", "1h", "x", "--thread", "t", "--relevance", "0.5")
            #expect(added.status == 0, "\(added.errors)")
            let json = try await agent.belfry("list", "--json").output
            #expect(json.contains(#""threadIdentifier":"t""#) && json.contains(#""relevanceScore":0.5"#), "\(json)")
        }
    }
}
