// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationServer
import TestSupport
import Testing

/// `belfry add` and `belfry remind`: the requests that they send, their output and their errors.
@Suite(.serialized) struct CommandLineAddTests {
    @Test func `add sends every key that its options name`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry(
                "add", "--id", "tea", "--title", "Tea", "--subtitle", "Green", "--body", "now", "--in", "10m",
                "--sound", "default", "--badge", "3", "--level", "time-sensitive", "--thread", "kitchen", "--icon",
                "cup", "--app-name", "Kettle", "--type", "email.arrived", "--expire", "1m30s", "--transient", "--info",
                "a=b=c", "--info-json", #"{"n": 1, "deep": {"x": [true, 2]}}"#, "-A",
                "done=Done", "--action", "Later", "--reply", "why=Reason", "--category", "drinks", "--snooze",
                "5m, 1h", "--on", "done=echo done", "--report-dismissal")
            #expect(added.status == 0, "\(added.errors)")

            let pending = try #require(try await agent.proxy().pending().first)
            let texts = [
                "identifier": "tea", "title": "Tea", "subtitle": "Green", "body": "now", "sound": "default",
                "interruptionLevel": "timeSensitive", "threadIdentifier": "kitchen", "icon": "cup",
                "applicationName": "Kettle", "type": "email.arrived", "categoryIdentifier": "drinks",
            ]
            for (key, text) in texts { #expect(pending[key]?.string == text, "\(key)") }
            #expect(pending["badge"]?.int == 3)
            #expect(pending["expireAfter"]?.double == 90)
            #expect(pending["transient"]?.bool == true)
            #expect(pending["customDismissAction"]?.bool == true)
            #expect(pending["snooze"]?.strings == ["5m", "1h"])
            #expect(pending["userInfo"]?.properties?["a"]?.string == "b=c")
            #expect(pending["userInfo"]?.properties?["n"]?.int == 1)
            #expect(pending["on"]?.properties?["done"]?.string == "echo done")
            #expect(pending["environment"]?.properties?["HOME"]?.string?.hasSuffix("/home") == true)
            #expect(pending["environment"]?.properties?["BELFRY_APP"] == nil)
            let actions = pending["actions"]?.array?.compactMap(\.properties) ?? []
            #expect(actions.map { $0["identifier"]?.string } == ["done", "Later", "why"])
            #expect(actions.last?["textInputPlaceholder"]?.string == "Reason")
        }
    }

    @Test func `a default action has a title, or is none and a click dismisses`() async throws {
        try await withAgentAndServer { agent, server in
            let events = try await AgentEvents(of: agent)
            for (text, labels) in [("Details", ["Details"]), ("none", [])] {
                let added = try await agent.belfry("add", "--id", text, "--title", "Tea", "--default-action", text)
                #expect(added.status == 0, "\(added.errors)")
                let shown = try await server.nextNotification()
                #expect(shown.actions.map(\.label) == labels)
                try await events.next("shown", of: text)
                await server.press("default", on: shown)
                try await events.next(text == "none" ? "dismissed" : "answered", of: text)
            }
            let long = String(repeating: "x", count: 257)
            let refused = try await agent.belfry("add", "--title", "Tea", "--default-action", long)
            #expect(refused.errors.contains("defaultActionTitle is 257 bytes; the limit is 256"))
        }
    }

    @Test func `add prints the identifier and the computed time`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry("add", "--id", "tea", "--title", "Tea", "--in", "10m")
            #expect(added.status == 0)
            #expect(added.output.hasPrefix("tea  "))
            #expect(
                added.output.contains("UTC (in 10 min)") || added.output.contains("UTC (in 9 min"), "\(added.output)")
            #expect(added.errors == "")
        }
    }

    /// Options, and the text of the computed time.
    @Test(arguments: [
        (["--on-calendar", "Mon *-*-* 09:00"], "Mon "), (["--cron", "30 9 * * 1"], "Mon "),
        (["--rrule", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0"], "Mon "),
        (["--rrule", "FREQ=DAILY", "--start", "2026-01-01 09:30", "--until", "2099-01-01"], " 09:30 "),
        (["--every", "day 09:30", "--count", "2"], " 09:30 "),
    ]) func `add accepts calendars, crontab lines and rules`(options: [String], words: String) async throws {
        try await withAgent { agent in
            let added = try await agent.belfry(["add", "--id", "x", "--title", "X"] + options)
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.output.contains(words), "\(added.output)")

            let next = try await agent.belfry("next", "x", "-n", "2")
            #expect(next.status == 0, "\(next.errors)")
        }
    }

    @Test func `an end is sent with a repeating trigger`() async throws {
        try await withAgent { agent in
            let single = try await agent.belfry("add", "--title", "X", "--at", "9am", "--count", "2")
            let both = try await agent.belfry("add", "--title", "X", "--every", "day", "--count", "2", "--until", "fri")
            let alone = try await agent.belfry("add", "--title", "X", "--every", "day", "--start", "fri")

            #expect([single.status, both.status, alone.status] == [2, 2, 2], "\(single.errors)")
        }
    }

    @Test func `an unregistered category is reported as such`() async throws {
        try await withAgentAndServer { agent, _ in
            let added = try await agent.belfry("add", "--title", "Tea", "--category", "drinks")
            #expect(added.status == 0)
            #expect(added.errors.contains(#"the category "drinks" isn't registered, so its buttons will be missing"#))
            #expect(!added.errors.contains("left out"), "\(added.errors)")
        }
    }

    @Test(arguments: [
        ("add --title x --in soon", 65, "--in: ", "try 10m"), ("add --title x --at never", 65, "--at: ", "try 09:00"),
        ("add --title x --every 5s", 65, "--every: ", "60 seconds"),
        ("add --title x --components month=13", 65, "--components: ", "hour=9"),
        ("add --title x --tz Mars", 2, "--tz", "--at"), ("add --title x --in 5m --tz Mars", 2, "--tz", "--at"),
        ("add --title x --before 10m", 2, "--before", "--at"), ("add --title x -A =x", 2, "=x", "[id=]label"),
        ("add --title x --on no=true", 65, "no action \"no\"", "dismiss"),
        ("add --title x --info-json {", 65, "--info-json", "JSON"),
        ("edit rent", 2, "nothing to change", "--title"), ("edit rent --start 9am", 2, "--start", "--rrule"),
        ("nonsense", 2, "\"nonsense\"", "belfry --help"),
    ])
    func `a message about a wrong option names the right form`(line: String, status: Int32, name: String, help: String)
        async throws
    {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("rent", ["trigger": tomorrow]))
            let result = try await agent.belfry(line.split(separator: " ").map(String.init))
            #expect(result.status == status)
            #expect(result.errors.contains(name), "\(result.errors)")
            #expect(result.errors.contains(help), "\(result.errors)")
            #expect(try await agent.pendingIdentifiers() == ["rent"])
        }
    }

    // The number of a closed standard output was reused for a file of the loop, which then got the printed text.
    @Test(arguments: ["list >&-", "send -p x >&-", "add --title x >&-", "add - <&-", "list --json >/dev/full"])
    func `a closed or full standard output is an error, and no other file gets the text`(line: String) async throws {
        try await withAgent { agent in
            _ = try await agent.proxy().add(request("rent", ["trigger": tomorrow]))
            let result = try await agent.bash("belfry \(line)")
            #expect(result.status == (line.contains("<") ? 65 : 74))
            let reason = line.contains("full") ? "No space left on device" : "Bad file descriptor"
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
    }

    @Test func `a reminder without a text is refused with a sentence of its own`() async throws {
        try await withAgent { agent in
            let result = try await agent.belfry("remind", "tomorrow", "9am", "--")
            #expect(result.status == 65)
            #expect(result.errors.contains("write one after it"), "\(result.errors)")
        }
    }

    @Test func `print-id prints the identifier only`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry("add", "-p", "--title", "Tea", "--in", "10m")
            #expect(try await agent.pendingIdentifiers() == [added.output])
        }
    }

    @Test func `json is one document with the keys of the D-Bus interface`() async throws {
        try await withAgent { agent in
            for environment in [[:], ["BELFRY_FORMAT": "json"]] {
                let flags = environment.isEmpty ? ["--json"] : []
                let added = try await agent.belfry(
                    ["add", "--id", "tea", "--title", "Tea", "--in", "10m"] + flags, environment: environment)
                let outcome = try #require(try added.objects().first)
                #expect(outcome["schema"] == .number(1))
                #expect(outcome["identifier"] == .text("tea"))
                #expect(outcome["nextTriggerDate"]?.text?.contains("T") == true)
                #expect(outcome["nextTriggerDateUnix"]?.number != nil)
            }
        }
    }

    @Test func `the body may be read from the standard input, without its last line feed`() async throws {
        try await withAgent { agent in
            let script = #"printf 'two\nlines\n' | belfry add --id a --title A --in 1h --body -"#
            let added = try await agent.bash(script)
            #expect(added.status == 0)
            #expect(try await agent.proxy().pending().first?["body"]?.string == "two\nlines")
        }
    }

    @Test func `a command without a shell is a list of words`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry(
                "add", "--title", "A", "--in", "1h", "-A", "go=Go", "--on-exec", "go", "--", "touch", "a b", "--help")
            #expect(added.status == 0, "\(added.errors)")
            let pending = try await agent.proxy().pending().first
            #expect(pending?["on"]?.properties?["go"]?.strings == ["touch", "a b", "--help"])
        }
    }

    @Test func `components are Apple's, with a zone of their own`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry(
                "add", "--title", "A", "--components", "hour=9,weekday=2", "--repeats", "--tz", "Europe/Berlin")
            #expect(added.status == 0, "\(added.errors)")
            let trigger = try await agent.proxy().pending().first?["trigger"]?.properties
            #expect(trigger?["repeats"]?.bool == true)
            let components = trigger?["dateComponents"]?.properties
            #expect(components?["hour"]?.int == 9)
            #expect(components?["weekday"]?.int == 2)
            #expect(components?["timeZone"]?.string == "Europe/Berlin")
        }
    }

    @Test(arguments: [
        (["remind", "10m", "tea"], "tea"), (["remind", "10m", "Tea is ready"], "Tea is ready"),
        (["remind", "tomorrow", "9am", "--", "call", "Ann", "--now"], "call Ann --now"),
        (["remind", "every", "weekday", "09:55", "stand-up", "--snooze", "5m"], "stand-up"),
        (["remind", "10m", "tea", "--tz", "Europe/Berlin"], "tea"),
    ])
    func `remind reads the time first and the rest as the title`(arguments: [String], title: String) async throws {
        try await withAgent { agent in
            let added = try await agent.belfry(arguments)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await agent.proxy().pending().first?["title"]?.string == title)
        }
    }

    @Test func `early warnings are requests of their own`() async throws {
        try await withAgent { agent in
            let added = try await agent.belfry("remind", "3h", "leave", "--id", "train", "--before", "15m,1h")
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await agent.proxy().pending().count == 3)
        }
    }

    private static let usage: [[String]] = [
        ["add"], ["add", "--title", "A", "--near", "home"], ["add", "stray", "--title", "A"],
        ["add", "--title", "A", "--in", "5m", "--at", "09:00"], ["add", "--title", "A", "--on", "go"],
        ["add", "--title", "A", "--info", "=x"], ["add", "--title", "A", "--level", "loud"],
        ["add", "--title", "A", "--components", "hour=nine"], ["add", "--title", "A", "--on-exec", "go"],
        ["add", "--title", "A", "--expire", "30"], ["add", "-", "--title", "A"], ["remind"], ["remind", "10m"],
        ["nonsense"],
    ]

    private static let refused: [[String]] = [
        ["--title", "A", "--in", "10"], ["--title", "A", "--in", "0s"], ["--title", "A", "--every", "30s"],
        ["--title", "A", "--at", "2001-01-01 09:00"], ["--title", "", "--in", "5m"],
        ["--title", "A", "--in", "5m", "--attach", "none.png"], ["--title", "A", "--info-json", "[1]"],
    ]

    @Test(arguments: usage.map { ($0, 2) } + refused.map { (["add"] + $0, 65) })
    func `each kind of error has its exit status`(arguments: [String], status: Int) async throws {
        try await withAgent { agent in
            let program = try await agent.belfry(arguments)
            #expect(program.status == Int32(status), "\(program.errors)")
            #expect(program.output == "", "stdout is data only")
            #expect(program.errors != "")
        }
    }

    @Test func `without a server a notification is kept, or refused with --no-queue`() async throws {
        try await withAgent { agent in
            let refused = try await agent.belfry("add", "--title", "A", "--no-queue")
            #expect(refused.status == 69)
            let kept = try await agent.belfry("add", "--title", "A", "--id", "a")
            #expect(kept.output == "a  now")
        }
    }
}
