// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing
import Triggers

/// Error messages use the words of the command line.
@Suite(.serialized) struct CommandLineRefusalTests {
    @Test(
        arguments: [
            (["add", "--title", "x", "--in", "1h", "--before", "soon"], 65, "--before: \"soon\""),
            (["add", "--title", "x", "--in", "1h", "--expires", "soon"], 65, "--expires: \"soon\""),
            (["remind", "1h", "tea", "--before", "soon"], 65, "--before: \"soon\""),
            (["add", "--title", "x", "--every", "day", "--until", "soon"], 65, "--until: \"soon\""),
            (["add", "--title", "x", "--every", "day", "--count", "0"], 65, "--count: "),
            (["add", "--title", "x", "--rrule", "FREQ=DAILY", "--start", "soon"], 65, "--start: \"soon\""),
            (
                ["add", "--title", "x", "--tz", "UTC"], 2,
                "--at, --every, --on-calendar, --cron, --rrule or --components"
            ),
            (["add", "--title", "x", "--cron", "0 9 30 2 *"], 65, "\"0 9 30 2 *\" can never match"),
            (["add", "--title", "x", "--on-calendar", "*-02-30"], 65, "\"*-02-30\" can never match"),
            (["add", "--title", "x", "--at", "24.12.2099"], 65, "as 2099-12-24"),
            (["add", "--title", "x", "--expire", "10"], 2, "\"10\" has no unit; write 10s, 10m or 10h"),
            (["ask", "x", "-A", "y=Y", "--timeout", "5"], 2, "\"5\" has no unit; write 5s, 5m or 5h"),
            (["add", "--title", "x", "--id", ""], 65, "--id: is empty; it must be 1 to 256 bytes"),
            (["add", "--title", "x", "--attach", ""], 2, "--attach needs the name of a file"),
            (["remind", "1h", "30", "tea"], 65, "\"30\" has no unit"),
            (["remind", "tomorrow", "at", "9", "call"], 65, "\"9\" has no unit; write 09:00, 9am or 9pm"),
            (["send", "-r", "abc", "x"], 1, "Cannot parse integer value “abc” for -r"),
        ] as [([String], Int32, String)])
    func `a wrong value is reported with its option`(arguments: [String], status: Int32, words: String) async throws {
        try await withAgent { agent in
            let result = try await agent.belfry(arguments)
            #expect(result.status == status, "\(result.output)\(result.errors)")
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(!result.errors.contains("BYMONTH"))
            #expect(try await agent.proxy().pending().isEmpty)
        }
    }

    @Test func `a NUL in the body is reported for the body`() async throws {
        try await withAgent { agent in
            let result = try await agent.bash(#"printf 'a\0b' | belfry add --title x --body - || echo "status $?""#)
            #expect(result.output == "status 65")
            #expect(result.errors.contains("--body: "), "\(result.errors)")
        }
    }

    @Test func `errors of the agent name the key, the value and the limit`() async throws {
        try await withAgent { agent in
            let kinds =
                "in, at, every, onCalendar, cron, rrule, expression, timeInterval, dateComponents, rule, region, sun, keep"
            func trigger(_ keys: [String: Value]) -> [String: Value] {
                ["title": .string("A"), "trigger": .properties(keys)]
            }
            let rows: [([String: Value], [String])] = [
                (trigger(["in": .string("1h"), "at": .string("9am")]), ["exactly one of \(kinds)", "in and at"]),
                (
                    trigger(["in": .string("1h"), "timeInterval": .double(60)]),
                    ["exactly one of", "in and timeInterval"]
                ),
                (trigger([:]), ["exactly one of \(kinds)", "none"]),
                (
                    ["title": .string("A"), "interruptionLevel": .string("loud")],
                    ["interruptionLevel", "\"loud\" is not one of: passive, active, timeSensitive, critical"]
                ),
                (["title": .string("A"), "identifier": .string("")], ["identifier", "1 to 256 bytes"]),
            ]
            for (request, words) in rows {
                let refused = await #expect(throws: Refusal.self) { _ = try await agent.proxy().add(request) }
                #expect(refused?.code == .invalidRequest)
                for word in words { #expect(refused?.message.contains(word) == true, "\(refused?.message ?? "")") }
            }
            let refused = await #expect(throws: Refusal.self) { _ = try await agent.proxy().explain([:], count: 1) }
            #expect(refused?.message.contains(kinds) == true, "\(refused?.message ?? "")")
        }
    }

    @Test func `remind prints the title that it has read`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry("remind", "tomorrow", "5:30pm", "cream")
            #expect(added.output.hasSuffix(")  cream"), "\(added.output)")
            let quoted = try await agent.belfry("remind", "10m", "3 eggs are ready")
            #expect(quoted.output.hasSuffix(")  3 eggs are ready"), "\(quoted.errors)")
            #expect(try await agent.belfry("remind", "10m", "tea", "-p").output.contains("tea") == false)
        }
    }

    @Test func `a printed time can be given as a time`() async throws {
        try await withAgent { agent in
            let first = try await agent.belfry("add", "--title", "A", "--at", "tomorrow 17:30", "--id", "a").output
            let time = try #require(first.dropFirst(3).split(separator: " (").first).trimmed
            let second = try await agent.belfry("add", "--title", "B", "--at", time, "--id", "b")
            #expect(second.status == 0, "\(time): \(second.errors)")
            let dates = try await agent.proxy().pending().map { $0["nextTriggerDate"] }
            #expect(dates.first == dates.last)
        }
    }

    @Test func `every verb has json`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("a", ["trigger": after(3600)]))
            _ = try await agent.proxy().add(request("b"))
            _ = try await server.nextNotification()
            for (line, keys) in [
                (["snooze", "a", "2h"], ["identifier", "nextTriggerDate", "nextTriggerDateUnix", "text"]),
                (["cancel", "a"], ["app", "removed"]), (["remove", "b"], ["app", "removed"]),
                (["cancel", "--all"], ["all", "app"]), (["pause", "1h"], ["app", "text", "until", "untilUnix"]),
                (["resume"], ["app"]), (["category", "set", "c", "-A", "y=Y"], ["actions", "identifier"]),
                (["category", "rm", "c"], ["removed"]),
            ] {
                let result = try await agent.belfry(line + ["--json"])
                #expect(result.status == 0, "\(line): \(result.errors)")
                #expect(try result.objects().map { $0.keys.sorted() } == [(keys + ["schema"]).sorted()], "\(line)")
            }
            #expect(try await agent.belfry("resume", environment: ["BELFRY_FORMAT": "json"]).objects().count == 1)
            #expect(try await agent.belfry("listen", "--json", "--help").status == 0)
        }
    }

    @Test func `an identifier of a list of all applications is found in its own application`() async throws {
        try await withAgent { agent in
            for (app, id) in [("one", "a"), ("two", "b")] {
                let added = ["add", "--id", id, "--title", "T", "--in", "1h", "--app", app]
                #expect(try await agent.belfry(added).status == 0)
            }
            let list = try await agent.belfry("list", "--all")
            #expect(list.lines.first?.hasPrefix("a  one  ") == true, "\(list.output)")
            let taken = try await agent.inTerminal(
                "belfry list --all; belfry show %2 --json > shown; belfry cancel %1 %2; cat shown")
            #expect(taken.status == 0, "\(taken.output)")
            #expect(taken.lines.last?.contains(#""app":"two""#) == true, "\(taken.output)")
            #expect(try await agent.belfry("list", "--all").output == "")
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        while text.first == " " { text.removeFirst() }
        return String(text)
    }
}
