// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// `belfry skip`: leaves out the next dates of a repeating request.
@Suite(.serialized) struct CommandLineSkipTests {
    /// A Saturday.
    private let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z"]
    private static let day = 86400.0

    private func next(_ identifier: String, of agent: TestAgent) async throws -> String {
        let rows = try await agent.proxy().pending()
        return rows.first { $0["identifier"]?.string == identifier }?["nextTriggerDate"]?.string ?? "none"
    }

    @Test func `the next date is left out, a count and the warnings go on, also after a restart`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let added = try await agent.belfry(
                "add", "--id", "up", "--title", "Up", "--every", "day 09:00", "--count", "4", "--before", "15m",
                "--tz", "UTC")
            #expect(added.status == 0, "\(added.errors)")

            let skipped = try await agent.belfry("skip", "up", "--json")
            #expect(skipped.status == 0, "\(skipped.errors)")
            let outcome = try #require(try skipped.objects().first)
            #expect(outcome["skipped"]?.list?.compactMap(\.text) == ["2026-11-22T09:00:00Z"])
            #expect(outcome["nextTriggerDate"]?.text == "2026-11-23T09:00:00Z")

            // A count counts the date that was left out.
            let dates = try await agent.belfry("next", "up", "-n", "9", "--json").objects()
            #expect(dates.compactMap { $0["date"]?.text?.prefix(10) } == ["2026-11-23", "2026-11-24", "2026-11-25"])
            #expect(try await next("up~15m", of: agent).hasPrefix("2026-11-23T08:45"))

            try await agent.kill()
            try await agent.start(noon)
            try await agent.clock.advance(1.9 * Self.day)
            #expect(try await server.nextNotification().summary == "Up")
            #expect(try await agent.belfry("log", "--id", "up").output.contains("skipped"))
        }
    }

    @Test(arguments: [
        (#"{"dateComponents": {"hour": 9, "timeZone": "UTC"}, "repeats": true}"#, "--title Up"),
        (#"{"timeInterval": 86400, "repeats": true}"#, "--until 2027-01-01"),
    ])
    func `a trigger without exceptions leaves dates out, too`(trigger: String, edit: String) async throws {
        try await withAgent(environment: noon) { agent in
            let line = #"{"identifier": "up", "title": "Up!", "trigger": \#(trigger)}"#
            #expect(try await agent.bash("echo '\(line)' | belfry add -").status == 0)
            let own = try await agent.belfry("next", "up", "-n", "3", "--json").objects().map { $0["date"]?.text }

            let skipped = try await agent.belfry("skip", "up", "-n", "2")
            #expect(skipped.status == 0, "\(skipped.errors)")
            #expect(skipped.lines.count == 3, "\(skipped.output)")

            #expect(try await agent.belfry("next", "up", "-n", "1", "--json").objects()[0]["date"]?.text == own[2])
            #expect(try await next("up", of: agent) == own[2])
            // Neither an export and import nor an edit brings the dates back.
            let moved = try await agent.bash(
                "belfry export > x; belfry cancel up; belfry import x > /dev/null; belfry edit up \(edit)")
            #expect(moved.status == 0, "\(moved.errors)")
            #expect(try await next("up", of: agent) == own[2])
        }
    }

    @Test func `a trial changes nothing`() async throws {
        try await withAgent(environment: noon) { agent in
            #expect(try await agent.belfry("add", "--id", "up", "--title", "Up", "--every", "day 09:00").status == 0)
            let before = try await next("up", of: agent)

            let trial = try await agent.belfry("skip", "up", "--dry-run")
            #expect(trial.status == 0)
            #expect(trial.errors.contains("nothing was changed"), "\(trial.errors)")
            #expect(try await next("up", of: agent) == before)

            let real = try await agent.belfry("skip", "up")
            #expect(real.output == trial.output)
        }
    }

    @Test func `refusals say why, with and without a trial`() async throws {
        try await withAgent(environment: noon) { agent in
            for line in [
                "add --id once --title Once --in 1d", "add --id twice --title Twice --every \"day 09:00\" --count 2",
            ] {
                #expect(try await agent.bash("belfry \(line)").status == 0)
            }
            for (line, status, message) in [
                ("once", 65, "does not repeat"), ("twice -n 2", 65, "no date after these"), ("tea", 3, "no request"),
                ("twice -n 0", 2, "-n must be from 1 to 100"), ("twice -n 101", 2, "-n must be from 1 to 100"),
            ] as [(String, Int32, String)] {
                for trial in ["", " --dry-run"] {
                    let refused = try await agent.bash("belfry skip \(line)\(trial)")
                    #expect(refused.status == status, "\(line)")
                    #expect(refused.errors.contains(message), "\(refused.errors)")
                }
            }
            await #expect(throws: (any Error).self) {
                try await agent.proxy().skip("twice", ["count": .uint32(101)])
            }
        }
    }

    @Test func `C12: a snoozed repeating request does not come twice`() async throws {
        try await withAgentAndServer(environment: noon) { agent, server in
            let added = try await agent.belfry(
                "add", "--id", "up", "--title", "Up", "--every", "day 09:00", "--tz", "UTC")
            #expect(added.status == 0, "\(added.errors)")

            #expect(try await agent.belfry("snooze", "up", "22h").status == 0)
            let dates = try await agent.belfry("next", "up", "-n", "2", "--json").objects()
            #expect(
                dates.compactMap { $0["date"]?.text?.prefix(16) } == ["2026-11-22T10:00", "2026-11-23T09:00"])

            // The delivered one moves as well, and the next date stays.
            try await agent.clock.advance(Self.day)
            _ = try await server.nextNotification()
            #expect(try await agent.belfry("snooze", "up", "1h").status == 0)
            let later = try await agent.belfry("next", "up", "-n", "2", "--json").objects()
            #expect(
                later.compactMap { $0["date"]?.text?.prefix(16) } == ["2026-11-22T13:00", "2026-11-23T09:00"])
        }
    }
}
