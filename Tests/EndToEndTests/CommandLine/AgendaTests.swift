// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Triggers

/// `belfry agenda`, `belfry count` and the sentences of `belfry show`, with a real agent.
@Suite(.serialized) struct AgendaTests {
    private static let saturday = ["BELFRY_NOW": "2026-11-21T12:00:00Z", "TZ": "UTC"]

    private func add(
        _ agent: TestAgent, _ identifier: String, _ expression: String, _ more: [String: Value] = [:]
    ) async throws {
        let trigger: [String: Value] = ["trigger": .properties(["expression": .string(expression)])]
        _ = try await agent.proxy().add(
            request(identifier, title: identifier.capitalized, trigger.merging(more) { $1 }))
    }

    @Test func `C8: the agenda has each date of a repeating request, by day`() async throws {
        try await withAgent(environment: Self.saturday) { agent in
            try await add(agent, "tea", "every day 09:00")
            try await add(agent, "call", "2026-11-22 08:30", ["before": .strings(["15m"])])
            try await add(agent, "far", "2026-12-24 18:00")

            let agenda = try await agent.belfry("agenda", "--days", "3")
            #expect(
                agenda.output == """
                    Sun 2026-11-22
                      08:15  call~15m  Call  early warning
                      08:30  call      Call
                      09:00  tea       Tea  every day 09:00

                    Mon 2026-11-23
                      09:00  tea       Tea  every day 09:00
                    """, "\(agenda)")
            #expect(try await agent.belfry("agenda", "--days", "40", "--json").objects().count == 42)
            _ = try await agent.proxy().skip("tea")
            #expect(try await agent.belfry("agenda", "--days", "2").output.contains("tea") == false)
            let wrong = try await agent.belfry("agenda", "--days", "0")
            #expect(wrong.status == 2 && wrong.errors.contains("--days must be from 1 to 366"), "\(wrong)")
            let refusal = await #expect(throws: Refusal.self) { try await agent.proxy().agenda(days: 367) }
            #expect(refusal?.message == "days is 367; it must be from 1 to 366")
        }
    }

    @Test func `a request with many dates says that there are more`() async throws {
        try await withAgent { agent in
            try await add(agent, "often", "every 15m")
            let rows = try await agent.proxy().agenda(days: 7)
            #expect(rows.count == 200)
            #expect(rows.compactMap { $0["more"]?.bool } == [true] && rows.last?["more"] != nil)
            #expect(try await agent.belfry("agenda").output.hasSuffix("and later dates"))
        }
    }

    @Test func `C8: texts that the lock hides are in no agenda that is followed`() async throws {
        try await withAgent { agent in
            try await add(agent, "secret", "tomorrow 09:00")
            #expect(try await agent.proxy().agenda(days: 7).first?["title"]?.string == "Secret")
            #expect(try await agent.proxy().agenda(days: 7, hidesTexts: true).first?["title"] == nil)
        }
        try await withAgent(configuration: "[lock]\npreviews = \"always\"\n") { agent in
            try await add(agent, "public", "tomorrow 09:00")
            #expect(try await agent.proxy().agenda(days: 7, hidesTexts: true).first?["title"]?.string == "Public")
        }
    }

    @Test func `C12: count counts what waits for the person, in words that a bar reads`() async throws {
        try await withAgent { agent in
            let empty = try await agent.belfry("count", "--json").objects()
            // waybar reads text, and i3bar full_text.
            #expect(empty.first?["text"] == .text("0") && empty.first?["full_text"] == .text("0"))
            let noServer = "No notification server runs: due notifications wait for one"
            #expect(empty.first?["tooltip"] == .text("No notification waits\n0 pending\n\(noServer)"))
            #expect(empty.first?["class"] == .list([.text("none"), .text("trouble")]))

            try await add(agent, "tea", "tomorrow 09:00")
            _ = try await agent.proxy().add(request("now", title: "Secret"))
            try await agent.proxy(AgentNames.allApplications).pause(seconds: 0)
            #expect(try await agent.belfry("count").output == "1")
            #expect(try await agent.belfry("count", "--pending").output == "1")
            let line = try await agent.belfry("count", "--json")
            #expect(
                !line.output.contains("Secret") && line.output.contains(#""class":["waiting","paused","trouble"]"#),
                "\(line)")
            let next = try #require(try line.objects().first?["tooltip"]?.text)
            #expect(
                next.contains(", the next ") && !next.contains("(in "),
                "a distance from now is wrong after a while: \(next)")
            #expect(
                try await agent.belfry("count", "--pending", "--json").output.contains(#""class":["pending","paused","#)
            )
            #expect(try await agent.belfry("count", "--app", "x").status == 2)
        }
    }

    /// Runs `belfry count --follow` with a file for its lines, as a status bar does.
    private func withBar(
        _ agent: TestAgent, _ options: String = "", lines: Int,
        _ body: (_ waitForLine: (String) async throws -> Void) async throws -> Void
    ) async throws -> String {
        let file = agent.folders.path + "/bar"
        async let bar = agent.bash("timeout 120 belfry count --follow \(options) | tee \(file) | head -n \(lines)")
        try await body { end in
            try await withDeadline(seconds: 60) {
                while true {
                    let last = agent.folders.text(of: file)?.split(separator: "\n").last ?? ""
                    if last == end || last.contains(end) && end.count > 1 { return }
                    try await yieldUntilDeadline()
                }
            }
        }
        return try await bar.output
    }

    @Test func `C12: count --follow prints a line for each change, also by a new agent`() async throws {
        try await withAgent { agent in
            let lines = try await withBar(agent, lines: 4) { waitForLine in
                try await waitForLine("0")
                _ = try await agent.proxy().add(request("one", title: "One"))
                try await waitForLine("1")
                try await agent.kill()
                try await agent.start()
                _ = try await agent.proxy().add(request("two", title: "Two"))
                try await waitForLine("2")
                // The fourth line ends the pipe, and with it the command.
                _ = try await agent.proxy().removeAllDelivered()
            }
            #expect(lines == "0\n1\n2\n0")
        }
    }

    @Test func `a bar learns of pauses, quiet hours and servers at once, though nothing is due`() async throws {
        try await withAgent { agent in
            let lines = try await withBar(agent, "--json", lines: 8) { waitForLine in
                try await waitForLine(#""class":["none","trouble"]"#)
                try await agent.proxy(AgentNames.allApplications).pause(seconds: 0)
                try await waitForLine(#""class":["none","paused","trouble"]"#)
                try await agent.proxy(AgentNames.allApplications).resume()
                try await waitForLine(#""class":["none","trouble"]"#)
                // The end of a pause by itself.
                try await agent.proxy(AgentNames.allApplications).pause(seconds: 2)
                try await waitForLine(#""class":["none","paused","trouble"]"#)
                try await waitForLine(#""class":["none","trouble"]"#)
                #expect(try await agent.belfry("quiet", "00:00-23:59").status == 0)
                try await waitForLine(#""class":["none","quiet","trouble"]"#)
                #expect(try await agent.belfry("quiet", "off").status == 0)
                try await waitForLine(#""class":["none","trouble"]"#)
                try await withScriptedServer(on: agent.bus) { _ in try await waitForLine(#""class":["none"]"#) }
            }
            #expect(lines.split(separator: "\n").count == 8, "\(lines)")
        }
    }

    @Test func `a bar says that no agent runs, and waits for one`() async throws {
        try await withAgent { agent in
            try await agent.kill()
            let lines = try await withBar(agent, lines: 4) { waitForLine in
                try await waitForLine("?")
                try await agent.start()
                try await waitForLine("0")
                try await agent.kill()
                try await waitForLine("?")
                try await agent.start()
            }
            #expect(lines == "?\n0\n?\n0")
        }
    }

    @Test func `count --follow ends with the reader of its lines, though nothing changes`() async throws {
        try await withAgent { agent in
            let ended = try await agent.bash(
                "set -o pipefail; timeout 60 belfry count --follow | head -n 1 || echo \"${PIPESTATUS[0]}\"")
            #expect(ended.lines == ["0", "141"], "\(ended.output)")
        }
    }

    @Test func `C8: show describes a request in sentences`() async throws {
        try await withAgent(environment: Self.saturday) { agent in
            try await add(
                agent, "standup", "every weekday 09:30",
                [
                    "body": .string("In the kitchen"), "before": .strings(["1d", "15m"]), "snooze": .strings(["5m"]),
                    "actions": .dictionaries([["identifier": .string("ok"), "title": .string("Coming")]]),
                    "ifMissed": .string("skip"), "nag": .string("10m"),
                ])
            let shown = try await agent.belfry("show", "standup")
            #expect(
                shown.output == """
                    Standup
                    In the kitchen
                      standup of \(TestAgent.app) is pending.
                      It comes every weekday 09:30, next Mon 2026-11-23 09:30 UTC (in 1 d 21 h).
                      Early warnings come 1d and 15m before.
                      It has buttons: Coming and Snooze 5m.
                      It is shown again every 10m, until you react.
                      If its time is missed, it is not shown.
                    """, "\(shown.output)")
        }
    }
}
