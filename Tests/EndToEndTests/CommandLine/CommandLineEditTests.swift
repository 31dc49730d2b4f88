// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import NotificationServer
import TestSupport
import Testing

/// `belfry edit` of parts of a trigger: its end, its zone, its early warnings.
@Suite(.serialized) struct CommandLineEditTests {
    /// A Saturday.
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]

    private func row(_ identifier: String, of agent: TestAgent) async throws -> [String: Value] {
        let rows = try await agent.proxy().pending()
        return try #require(rows.first { $0["identifier"]?.string == identifier })
    }

    private func rule(_ identifier: String, of agent: TestAgent) async throws -> [String: Value] {
        try await row(identifier, of: agent)["trigger"]?.properties ?? [:]
    }

    // The message said that nothing was to be changed, or that a new time was needed.
    @Test func `a repeating request gets an end, and later another`() async throws {
        try await withAgent(environment: noon) { agent in
            #expect(try await agent.belfry("add", "--id", "up", "--title", "Up", "--every", "day 09:00").status == 0)
            let before = try await row("up", of: agent)

            #expect(try await agent.belfry("edit", "up", "--until", "2026-11-25").status == 0)
            let next = try await agent.belfry("next", "up", "-n", "9", "--json")
            #expect(next.lines.count == 4, "\(next.output)")
            #expect(try await row("up", of: agent)["nextTriggerDateUnix"] == before["nextTriggerDateUnix"])

            // The new end replaces the old one.
            #expect(try await agent.belfry("edit", "up", "--count", "2").status == 0)
            #expect(try await agent.belfry("next", "up", "-n", "9", "--json").lines.count == 2)
            #expect(try await rule("up", of: agent)["rule"]?.string?.contains("COUNT=2") == true)
            #expect(try await row("up", of: agent)["title"]?.string == "Up")
        }
    }

    @Test func `a count counts all dates since the request was added`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            #expect(try await agent.belfry("add", "--id", "up", "--title", "Up", "--every", "day 09:00").status == 0)
            try await agent.clock.advance(86400)
            #expect(try await server.nextNotification().summary == "Up")

            #expect(try await agent.belfry("edit", "up", "--count", "3").status == 0)
            #expect(try await agent.belfry("next", "up", "-n", "9", "--json").lines.count == 2)
            // The request has fired this often already.
            let over = try await agent.belfry("edit", "up", "--count", "1")
            #expect(over.status == 65, "\(over.output)")
            #expect(try await agent.pendingIdentifiers() == ["up"])
        }
    }

    @Test func `a zone is set, and removed`() async throws {
        try await withAgent(environment: noon) { agent in
            #expect(try await agent.belfry("add", "--id", "up", "--title", "Up", "--every", "day 09:00").status == 0)
            #expect(
                try await agent.belfry("add", "--id", "once", "--title", "Once", "--at", "2026-12-01 09:00").status == 0
            )

            for (identifier, zoned) in [("up", "2026-11-22T00:00:00"), ("once", "2026-12-01T00:00:00")] {
                let before = try await row(identifier, of: agent)["nextTriggerDate"]?.string ?? ""
                #expect(try await agent.belfry("edit", identifier, "--tz", "Asia/Tokyo").status == 0)
                #expect(try await row(identifier, of: agent)["nextTriggerDate"]?.string?.hasPrefix(zoned) == true)
                #expect(try await agent.belfry("edit", identifier, "--tz", "floating").status == 0)
                #expect(try await row(identifier, of: agent)["nextTriggerDate"]?.string == before)
            }
            #expect(try await agent.belfry("edit", "up", "--tz", "Mars").status == 65)
        }
    }

    @Test func `early warnings are set, and replaced`() async throws {
        try await withAgent(environment: noon) { agent in
            #expect(try await agent.belfry("add", "--id", "pie", "--title", "Pie", "--in", "2h").status == 0)
            try await agent.clock.advance(1800)
            let due = try await row("pie", of: agent)["nextTriggerDateUnix"]

            #expect(try await agent.belfry("edit", "pie", "--before", "10m,1h").status == 0)
            #expect(try await agent.pendingIdentifiers() == ["pie~1h", "pie~10m", "pie"])
            #expect(try await row("pie", of: agent)["nextTriggerDateUnix"] == due)
            let warning = try await row("pie~10m", of: agent)["nextTriggerDateUnix"]?.double
            #expect(warning == due?.double.map { $0 - 600 })

            #expect(try await agent.belfry("edit", "pie", "--before", "5m").status == 0)
            #expect(try await agent.pendingIdentifiers() == ["pie~5m", "pie"])
            #expect(try await row("pie", of: agent)["nextTriggerDateUnix"] == due)
            // Warnings stay when another part is changed.
            #expect(try await agent.belfry("edit", "pie", "--title", "Cake").status == 0)
            #expect(try await agent.pendingIdentifiers() == ["pie~5m", "pie"])
        }
    }

    @Test func `a trigger without this part is refused, and stays unchanged`() async throws {
        try await withAgent(environment: noon) { agent in
            #expect(try await agent.belfry("add", "--id", "pie", "--title", "Pie", "--in", "2h").status == 0)
            #expect(try await agent.belfry("add", "--id", "up", "--title", "Up", "--every", "day 09:00").status == 0)
            let before = try await agent.proxy().pending()
            for (words, sentence) in [
                (["pie", "--until", "2026-12-01"], "--until"), (["pie", "--count", "2"], "--count"),
                (["pie", "--tz", "Asia/Tokyo"], "has no time zone"), (["pie", "--before", "soon"], "--before"),
                (["up", "--until", "2026-11-20"], "--until"), (["up", "--count", "0"], "--count"),
            ] {
                let program = try await agent.belfry(["edit"] + words)
                #expect(program.status == 65, "\(words): \(program.output)")
                #expect(program.errors.contains(sentence), "\(words): \(program.errors)")
            }
            #expect(try await agent.belfry("edit", "up", "--until", "fri", "--count", "2").status == 2)
            #expect(try await agent.belfry("edit", "none", "--count", "2").status == 3)
            #expect(try await agent.proxy().pending() == before)
        }
    }
}
