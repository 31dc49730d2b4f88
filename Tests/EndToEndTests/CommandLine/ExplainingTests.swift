// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing
import Triggers

/// The replies of Explain and Add about times, and that a slow reply delays no other caller.
@Suite struct ExplainingTests {
    /// One call for fifty dates of the Chinese calendar blocked the whole agent for 25 seconds, when ICU computed them.
    @Test func `rare dates of another calendar are computed at once, and delay no other call`() async throws {
        try await withAgent { agent in
            let rare: [String: Value] = [
                "dateComponents": .properties([
                    "month": .int32(2), "day": .int32(30), "weekday": .int32(2), "calendar": .string("chinese"),
                ]), "repeats": .boolean(true),
            ]
            let other = try agent.connect()
            _ = try await agent.proxy().status()
            try await withDeadline(seconds: 5) {
                async let explained = agent.proxy(on: other).explain(rare, count: 1000)
                for _ in 0..<3 { _ = try await agent.proxy().status() }
                let dates = try await explained["dates"]?.array?.count ?? 0
                #expect(dates > 5 && dates < 100, "those of two hundred years")
            }
        }
    }

    @Test func `many requests with rare dates are added, and delay no other request`() async throws {
        try await withAgentAndServer { agent, server in
            let rare = (0..<200).map { number in
                request(
                    "r\(number)",
                    [
                        "trigger": .properties([
                            "dateComponents": .properties([
                                "month": .int32(2), "day": .int32(30), "weekday": .int32(Int32(number % 7 + 1)),
                                "calendar": .string("chinese"),
                            ]), "repeats": .boolean(true),
                        ])
                    ])
            }
            let outcomes = try await withDeadline(seconds: 30) { try await agent.proxy().addAll(rare) }
            #expect(outcomes.allSatisfy { $0["error"] == nil })
            _ = try await agent.proxy().add(request("tea", ["trigger": after(0.05)]))
            #expect(try await server.nextNotification().summary == "Tea")
        }
    }

    private let berlin = ["BELFRY_NOW": "2026-11-21T12:00:00+01:00", "TZ": "Europe/Berlin"]

    @Test(arguments: [
        ("in 2 weeks", "keep the time of day"), ("every 7 days", "keep the time of day"),
        ("in 48 hours", "Hours, minutes and seconds count real time."),
    ])
    func `T6: belfry explain says which times keep the time of day and which count hours`(
        text: String, note: String
    ) async throws {
        try await withAgent(environment: berlin) { agent in
            let explained = try await agent.belfry("explain", text)
            #expect(explained.output.contains(note), "\(explained.output)")
        }
    }

    // Only the snoozed date was listed, and later the date that has moved as well (C12).
    @Test func `the next dates of a snoozed repeating request are the snoozed one and those after it`() async throws {
        try await withAgent(environment: berlin) { agent in
            let every: [String: Value] = ["trigger": .properties(["every": .string("day 09:00")])]
            _ = try await agent.proxy("cli").add(request("tea", every))
            try await agent.proxy("cli").snooze("tea", seconds: 3600)

            let next = try await agent.belfry("next", "tea", "-n", "3", "--app", "cli")

            let expected = [
                "Sat 2026-11-21 13:00 CET (in 1 h)", "Mon 2026-11-23 09:00 CET (in 1 d 21 h)",
                "Tue 2026-11-24 09:00 CET (in 2 d 21 h)",
            ]
            #expect(next.output == expected.joined(separator: "\n"), "\(next.errors)")
        }
    }

    // The next date was printed in UTC.
    @Test(arguments: [(["--count", "3"], "3 times"), (["--until", "13:00"], "until 2026-11-21 13:00")])
    func `an interval with an end is printed in the person's zone by add and explain`(
        end: [String], saidAs said: String
    ) async throws {
        try await withAgent(environment: berlin) { agent in
            let words = ["add", "--id", "tea", "--title", "Tea", "--every", "15m", "--app", "cli"]
            let rhythm = "every 15m from 2026-11-21 12:15 \(said)"
            #expect(
                try await agent.belfry(words + end).output == "tea  Sat 2026-11-21 12:15 CET (in 15 min), \(rhythm)")
            let next = try await agent.belfry("next", "tea", "-n", "2", "--app", "cli").output
            #expect(next == "Sat 2026-11-21 12:15 CET (in 15 min)\nSat 2026-11-21 12:30 CET (in 30 min)")
        }
    }

    // Only explain mentioned it.
    @Test func `adding a time that the clock skips returns a note with its real time`() async throws {
        try await withAgent(environment: berlin) { agent in
            let added = try await agent.belfry("add", "--title", "Tea", "--at", "2027-03-28 02:30", "--tz", "floating")
            #expect(
                added.errors == "belfry: 02:30 does not exist on 2027-03-28 in Europe/Berlin; fires 03:00.\n",
                "\(added.errors)")
            let daily = try await agent.belfry("add", "--title", "Tea", "--every", "day 02:30", "--tz", "floating")
            #expect(daily.errors == "", "its next date is another: \(daily.errors)")
        }
    }

    @Test func `an outcome's text uses the zone of the request`() async throws {
        try await withAgent { agent in
            let inTokyo = try await agent.belfry(
                "add", "--title", "Tea", "--at", "2031-01-01 09:00", environment: ["TZ": "Asia/Tokyo"])
            #expect(inTokyo.output.contains("Wed 2031-01-01 09:00 JST"), "\(inTokyo.output)")
            let named = try await agent.belfry(
                "add", "--title", "Tea", "--tz", "Asia/Tokyo", "--at", "2031-01-01 09:00")
            #expect(named.output.contains("Wed 2031-01-01 09:00 JST"), "\(named.output)")
            let soon = try await agent.belfry(
                "remind", "2 days", "tea", environment: ["TZ": "Asia/Tokyo"])
            #expect(soon.output.contains(" JST (in "), "\(soon.output)")
            let components = try await agent.proxy().add(
                request(
                    "c",
                    [
                        "trigger": .properties([
                            "dateComponents": .properties([
                                "year": .int32(2031), "month": .int32(1), "day": .int32(1), "hour": .int32(9),
                                "timeZone": .string("Asia/Tokyo"),
                            ])
                        ])
                    ]))
            #expect(components["nextTriggerDate"]?.string == "2031-01-01T09:00:00+09:00")
            #expect(components["text"]?.string?.hasPrefix("Wed 2031-01-01 09:00 JST") == true)
        }
    }
}
