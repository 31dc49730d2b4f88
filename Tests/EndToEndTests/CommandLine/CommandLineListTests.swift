// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing

/// Verbs that list requests and change them.
@Suite(.serialized) struct CommandLineListTests {
    @Test func `a list is printed for people, for programs and as JSON`() async throws {
        try await withAgent { agent in
            #expect(try await agent.belfry("list").status == 0, "none is an answer")
            _ = try await agent.proxy().add(request("tea", title: "Tea\tand\ncake", ["trigger": after(3600)]))

            let people = try await agent.belfry("list")
            #expect(people.output.hasPrefix("tea  ") && people.output.hasSuffix("  Tea and cake"), "\(people.output)")
            let columns = try await agent.belfry("list", "--porcelain").output.split(separator: "\t")
            #expect(columns.count == 5)
            #expect(columns.first == "tea")
            #expect(columns.last == #"Tea\tand\ncake"#)
            let object = try #require(try await agent.belfry("list", "--json").objects().first)
            #expect(object["title"] == .text("Tea\tand\ncake"))
            #expect(object["schema"] == .number(1))
            let raw = try await agent.belfry("list", "--porcelain", "-0").output
            #expect(raw.hasSuffix("Tea\tand\ncake\0"))
        }
    }

    @Test func `C8: what repeats is said in words`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry(
                "remind", "weekdays", "at", "9:30am", "--id", "standup", "--", "stand-up")
            #expect(added.output.hasSuffix(", every weekday 09:30  stand-up"), "\(added.output) \(added.errors)")
            let cron = try await agent.belfry("add", "--id", "rent", "--title", "Rent", "--cron", "0 10 1 * *")
            #expect(cron.output.hasSuffix(", every month on 1 10:00"), "\(cron.output)")
            _ = try await agent.belfry("remind", "10h", "tea", "--id", "tea")

            let rows = try await agent.belfry("list").output.split(separator: "\n")
            #expect(rows.contains { $0.hasSuffix("  stand-up  every weekday 09:30") }, "\(rows)")
            #expect(rows.contains { $0.hasSuffix("  tea") }, "\(rows)")
            let objects = try await agent.belfry("list", "--json").objects()
            #expect(objects.compactMap { $0["when"] }.count == 2)
            #expect(objects.contains { $0["when"] == .text("every month on 1 10:00") })

            let edited = try await agent.belfry("edit", "standup", "--title", "Stand up")
            #expect(edited.output.hasSuffix(", every weekday 09:30"), "\(edited.output)")
            let back = try await agent.belfry("remind", "every", "month", "on", "1", "10:00", "--", "again")
            #expect(back.output.hasSuffix(", every month on 1 10:00  again"), "\(back.output)")
        }
    }

    @Test func `a record of --porcelain stays one line, whatever its title contains`() async throws {
        try await withAgent { agent in
            let title = "a\u{1B}[2Jb\u{2028}c\rd\u{85}e"
            _ = try await agent.proxy().add(request("odd", title: title, ["trigger": after(3600)]))
            let columns = try await agent.belfry("list", "--porcelain").output.split(separator: "\t")
            #expect(columns.last == #"a\u{1b}[2Jb\u{2028}c\rd\u{85}e"#)
        }
    }

    @Test func `-v names the bus and the application, on the standard error`() async throws {
        try await withAgent { agent in
            let add = ["add", "--id", "tea", "--title", "Tea", "--in", "1h"]
            #expect(try await agent.belfry(add).errors == "")
            let again = try await agent.belfry(add + ["-v", "-p"])
            #expect(again.output == "tea")
            #expect(again.errors.contains("calling the agent on \(agent.bus) for the application \"\(TestAgent.app)\""))
            #expect(again.errors.contains("the pending request \"tea\" was replaced"))
        }
    }

    @Test func `a forgotten option does not empty a category`() async throws {
        try await withAgent { agent in
            #expect(try await agent.belfry("category", "set", "tea", "-A", "done=Done").status == 0)
            let forgotten = try await agent.belfry("category", "set", "tea", "--report-dismissal")
            #expect(forgotten.status == 2)
            #expect(forgotten.errors.contains("--no-actions"))
            #expect(try await agent.belfry("category", "list").output == "tea  done=Done")
            #expect(try await agent.belfry("category", "set", "tea", "--no-actions").status == 0)
            #expect(try await agent.belfry("category", "list").output.hasPrefix("tea"))
            #expect(try await !agent.belfry("category", "list").output.contains("Done"))
        }
    }

    @Test func `a list contains the requests of one application, or of all`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy("org.example.A").add(request("a", ["trigger": tomorrow]))
            _ = try await agent.proxy("cli").add(request("b", ["trigger": tomorrow]))
            let identifiers: ([String], [String: String]) async throws -> [String] = { arguments, environment in
                try await agent.belfry(["list", "--json"] + arguments, environment: environment).objects()
                    .compactMap { $0["identifier"]?.text }
            }
            #expect(try await identifiers(["--app", "org.example.A"], [:]) == ["a"])
            #expect(try await identifiers([], ["BELFRY_APP": ""]) == ["b"], "cli is the default")
            #expect(try await identifiers(["--all"], [:]).sorted() == ["a", "b"])
        }
    }

    @Test func `an identifier may be a unique prefix, or a line of the last list`() async throws {
        try await withAgent { agent in
            for (identifier, hours) in [("tea", 1.0), ("team", 2.0), ("cake", 3.0)] {
                _ = try await agent.proxy().add(request(identifier, ["trigger": after(hours * 3600)]))
            }
            #expect(try await agent.belfry("show", "te").status == 3, "two begin so")
            #expect(try await agent.belfry("show", "tea", "--json").objects().first?["identifier"] == .text("tea"))
            #expect(try await agent.belfry("show", "c", "--json").objects().first?["identifier"] == .text("cake"))
            let shown = try await agent.inTerminal(
                "belfry show %2 || echo $?; belfry list > /dev/tty; belfry show %2 --json; belfry show %4 || echo $?")
            #expect(shown.lines.first { $0.contains("tea") }?.hasPrefix("tea") == true, "\(shown.output)")
            #expect(shown.output.contains("this terminal has shown no list"), "\(shown.output)")
            #expect(shown.lines.contains { $0.contains(#""identifier":"team""#) }, "\(shown.output)")
            #expect(shown.lines.filter { $0 == "3" }.count == 2, "\(shown.output)")
        }
    }

    @Test func `cancel removes pending requests, and names unknown ones`() async throws {
        try await withAgent { agent in
            for identifier in ["a", "b", "cc", "d"] {
                _ = try await agent.proxy().add(request(identifier, ["trigger": tomorrow]))
            }
            #expect(try await agent.belfry("cancel", "a", "c").status == 0)
            #expect(try await agent.pendingIdentifiers().sorted() == ["b", "d"])
            let mixed = try await agent.belfry("cancel", "b", "none")
            #expect(mixed.status == 3)
            #expect(mixed.errors.contains("\"none\""))
            #expect(try await agent.pendingIdentifiers() == ["d"])
            #expect(try await agent.belfry("cancel", "--all").status == 0)
            #expect(try await agent.pendingIdentifiers().isEmpty)
        }
    }

    @Test func `remove takes delivered notifications off the screen`() async throws {
        try await withAgentAndServer { agent, server in
            _ = try await agent.proxy().add(request("tea"))
            _ = try await server.nextNotification()
            let delivered = try await agent.belfry("list", "--delivered", "--porcelain").output.split(separator: "\t")
            #expect(delivered.last == "shown")
            #expect(try await agent.belfry("remove", "te").status == 0)
            _ = try await server.nextClosing()
            #expect(try await agent.belfry("list", "--delivered").output == "")
            #expect(try await agent.belfry("list", "--history").output.contains(", removed  "))
            #expect(try await agent.belfry("remove", "tea").status == 3)
        }
    }

    @Test func `edit changes the given options and keeps the rest, also the time`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(
                request("tea", ["body": .string("now"), "trigger": tomorrow, "actions": buttons("yes")]))
            let before = try #require(try await agent.proxy().pending().first)

            #expect(try await agent.belfry("edit", "te", "--title", "Coffee").status == 0)
            var after = try #require(try await agent.proxy().pending().first)
            #expect(after["title"]?.string == "Coffee")
            after["title"] = before["title"]
            #expect(after["nextTriggerDateUnix"] == before["nextTriggerDateUnix"])
            after["text"] = before["text"]
            // The question has changed, so an answer to the former one does not count for it.
            #expect(after["instance"] != before["instance"])
            after["instance"] = before["instance"]
            #expect(after == before)

            #expect(try await agent.belfry("edit", "tea", "--in", "1h").status == 0)
            #expect(try await agent.proxy().pending().first?["nextTriggerDateUnix"] != before["nextTriggerDateUnix"])
            #expect(try await agent.belfry("edit", "none", "--title", "A").status == 3)
        }
    }

    @Test func `snooze shows a request again later`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": after(60)]))
            let before = try await agent.proxy().pending().first?["nextTriggerDateUnix"]?.double ?? 0
            #expect(try await agent.belfry("snooze", "tea", "2h").status == 0)
            let after = try await agent.proxy().pending().first?["nextTriggerDateUnix"]?.double ?? 0
            #expect(after > before + 7000 && after < before + 7300)
            #expect(try await agent.belfry("snooze", "tea", "soonish").status == 65)
            #expect(try await agent.belfry("snooze", "none", "1h").status == 3)
        }
    }

    @Test func `categories are set, listed and removed one by one`() async throws {
        try await withAgent { agent in
            #expect(try await agent.belfry("category", "list").status == 0)
            let set = try await agent.belfry(
                "category", "set", "tea", "-A", "done=Done", "--reply", "why=Reason", "--report-dismissal")
            #expect(set.status == 0, "\(set.errors)")
            let script = #"""
                printf '%s' '{"identifier":"cake","actions":[{"identifier":"eat","title":"Eat"}]}' | belfry category set -
                """#
            #expect(try await agent.bash(script).status == 0)
            #expect(try await agent.belfry("category", "list").lines.count == 2)
            #expect(try await agent.belfry("category", "rm", "tea").status == 0)
            #expect(try await agent.belfry("category", "list").output == "cake  eat=Eat")
            #expect(try await agent.belfry("category", "rm", "tea").status == 3)
        }
    }

    @Test func `next prints the next dates of one request, or of all`() async throws {
        try await withAgent { agent in
            let trigger: [String: Value] = [
                "dateComponents": .properties(["hour": .int64(9), "timeZone": .string("UTC")]),
                "repeats": .boolean(true),
            ]
            _ = try await agent.proxy().add(request("daily", ["trigger": .properties(trigger)]))
            _ = try await agent.proxy().add(request("soon", ["trigger": after(60)]))
            #expect(try await agent.belfry("next", "daily", "-n", "4").lines.count == 4)
            #expect(try await agent.belfry("next", "-n", "1").output.hasPrefix("soon  "))
            #expect(try await agent.belfry("next", "none").status == 3)
        }
    }

    @Test func `explain describes a time and changes nothing`() async throws {
        try await withAgent { agent in
            let explained = try await agent.belfry(
                "explain", "02:30", "every", "day", "--tz", "Europe/Berlin", "-n", "2")
            #expect(explained.status == 0, "\(explained.errors)")
            #expect(explained.lines.count >= 3)
            #expect(explained.lines.first?.hasPrefix("means") == true)
            #expect(try await agent.belfry("explain", "the day after never").status == 65)
            #expect(try await agent.pendingIdentifiers().isEmpty)
        }
    }

    @Test func `status and log print the state and the events`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("tea", ["trigger": tomorrow]))
            #expect(try await agent.belfry("status").lines.contains { $0.contains("none; notifications wait for one") })
            #expect(try await agent.belfry("status", "--json").objects().first?["pending"] == .number(1))
            let log = try await agent.belfry("log")
            #expect(log.output.contains("tea") && log.output.contains("set"))
            #expect(try await agent.belfry("log", "--json", "-n", "1").objects().first?["kind"] == .text("set"))
        }
    }

    @Test func `listen continues after a cursor without gap or repetition`() async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("a", ["trigger": tomorrow]))
            _ = try await agent.proxy().add(request("b", ["trigger": tomorrow]))
            let script = """
                coproc L { exec belfry listen --since 1; }; process=$L_PID
                read -r one <&"${L[0]}"
                belfry cancel a
                read -r two <&"${L[0]}"
                belfry add --id c --title C --in 1h > /dev/null
                read -r three <&"${L[0]}"
                kill -INT "$process"
                printf '%s\\n' "$one" "$two" "$three"
                status=0
                wait "$process" || status=$?
                exit "$status"
                """
            let heard = try await agent.bash(script)
            #expect(heard.status == 130, "\(heard.errors)")
            let events = try heard.objects()
            #expect(events.map { $0["identifier"]?.text } == ["b", "a", "c"])
            #expect(events.map { $0["kind"]?.text } == ["set", "removed", "set"])
            #expect(events.map { $0["cursor"]?.number } == [2, 3, 4])
        }
    }
}
