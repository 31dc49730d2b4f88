// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing
import Triggers

/// `belfry import` of other programs' files: a crontab, the queue of at, a calendar, a file of remind, Org timestamps.
@Suite struct ReminderImportTests {
    /// Saturday 2026-11-21, 12:00 in UTC.
    private static let noon = ["BELFRY_NOW": "2026-11-21T12:00:00Z", "TZ": "UTC"]

    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VEVENT
        UID:party@example.org
        DTSTART;TZID=Europe/Berlin:20261224T180000
        RRULE:FREQ=YEARLY
        SUMMARY:Party\\, again
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT15M
        END:VALARM
        END:VEVENT
        BEGIN:VTODO
        UID:tax@example.org
        DUE;VALUE=DATE:20261201
        SUMMARY:Tax
        END:VTODO
        BEGIN:VEVENT
        UID:old@example.org
        DTSTART:20200101T090000Z
        END:VEVENT
        BEGIN:VEVENT
        UID:bad@example.org
        DTSTART;TZID=Middle Earth:20270101T090000
        END:VEVENT
        END:VCALENDAR
        """

    @Test(arguments: [
        ("crontab", "0 9 * * 1-5 backup --all\n", ["crontab: backup 2026-11-23T09:00:00Z"]),
        ("at", "5\tThu Dec 24 18:00:00 2026 a ann\n", ["at: job 5 2026-12-24T18:00:00Z"]),
        ("ics", calendar, ["Party, again 2026-12-24T17:00:00Z", "Tax 2026-12-01T09:00:00Z"]),
        ("remind", "REM 24 Dec 2026 AT 18:00 MSG Tree\n", ["Tree 2026-12-24T18:00:00Z"]),
        ("org", "* TODO Tree <2026-12-24 Thu 18:00>\n", ["Tree 2026-12-24T18:00:00Z"]),
    ])
    func `each format is read by its content and by --from, and twice adds nothing twice`(
        _ format: String, _ text: String, _ requests: [String]
    ) async throws {
        try await withAgent(environment: Self.noon) { agent in
            let file = try agent.folders.file("file", text.utf8)
            let trial = try await agent.belfry("import", "--dry-run", file)
            #expect(trial.status == 0 && trial.output.contains("would add "), "\(trial.output)\(trial.errors)")
            #expect(try await agent.proxy().pending().isEmpty)

            let first = try await agent.belfry("import", "--from", format, file)
            #expect(first.status == 0 && first.output.contains("added \(requests.count) "), "\(first.errors)")
            let pending = try await agent.proxy().pending().filter { $0["warnsOf"] == nil }
            let found = pending.map { "\($0["title"]?.string ?? "") \($0["nextTriggerDate"]?.string ?? "")" }
            #expect(Set(found.map { $0.replacing("+00:00", with: "Z") }) == Set(requests), "\(found)")
            #expect(pending.allSatisfy { $0["on"] == nil })

            let second = try await agent.bash("belfry import < '\(file)'")
            #expect(second.output.contains("added nothing"), "\(second.output)")
            #expect(try await agent.proxy().pending().filter { $0["warnsOf"] == nil }.count == requests.count)
        }
    }

    @Test func `lines that become no reminder are listed by number`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            let file = try agent.folders.file("a.ics", Self.calendar.utf8)

            let imported = try await agent.belfry("import", file)
            #expect(imported.errors.contains("line 18: left out: its date has passed"), "\(imported.errors)")
            #expect(imported.errors.contains("line 24: TZID \"Middle Earth\""), "\(imported.errors)")
            let document = try await agent.belfry("import", file, "--json", "--dry-run")
            #expect(document.output.contains("\"kept\":2"), "\(document.output)")
            #expect(document.output.contains("\"refusedLines\":1"), "\(document.output)")
            let warning = try await agent.proxy().pending().first { $0["warnsOf"] != nil }
            #expect(warning?["nextTriggerDate"]?.string?.hasPrefix("2026-12-24T16:45:00") == true)

            let nothing = try await agent.bash("printf '@reboot x\\n' | belfry import")
            #expect(nothing.status == 65 && nothing.errors.contains("line 1: @reboot"), "\(nothing.errors)")
        }
    }

    @Test func `a file of no known format is refused, and the formats are named`() async throws {
        try await withAgent { agent in
            for text in ["hello\n", "\u{0}\u{1}\u{2}"] {
                let file = try agent.folders.file("file", text.utf8)
                let refused = try await agent.belfry("import", file)
                #expect(refused.status == 65 && refused.errors.contains("no format that is known here"))
                #expect(refused.errors.contains("crontab") && refused.errors.contains(".ics"), "\(refused.errors)")
            }
            #expect(try await agent.bash("echo | belfry import --from yaml").status == 2)
            let large = try agent.folders.file("large", [UInt8](repeating: 10, count: 16 << 20 | 1))
            #expect(try await agent.belfry("import", "--from", "org", large).status == 65)
        }
    }

    @Test func `what has fired or was cancelled does not come back, except with --again`() async throws {
        try await withAgentAndServer(environment: Self.noon) { agent, server in
            let file = try agent.folders.file("a.org", "* Tea <2026-11-21 Sat 13:00>\n* Tree <2026-12-24>\n".utf8)
            #expect(try await agent.belfry("import", file).output.contains("added 2 reminders"))
            let ids = try await agent.proxy().pending().compactMap { $0["identifier"]?.string }
            #expect(try await agent.belfry(["cancel"] + ids.filter { !$0.isEmpty }).status == 0)

            #expect(try await agent.belfry("import", file).output.contains("added nothing"))
            #expect(try await agent.belfry("import", "--again", file).output.contains("added 2 reminders"))
            try await agent.clock.advance(3600)
            #expect(try await server.nextNotification().summary == "Tea")
            let later = try await agent.belfry("import", "--again", file)
            #expect(later.output.contains("added nothing") && later.errors.contains("line 1: left out"))
        }
    }

    @Test func `a changed event replaces the pending one with --replace`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            let old = try agent.folders.file("old.ics", Self.calendar.utf8)
            let new = try agent.folders.file(
                "new.ics", Self.calendar.replacing("SUMMARY:Tax", with: "SUMMARY:Taxes").utf8)
            _ = try await agent.belfry("import", old, "--app", "org.example.Calendar")

            #expect(
                try await agent.belfry("import", new, "--app", "org.example.Calendar").output.contains("added nothing"))
            let replaced = try await agent.belfry("import", "--replace", new, "--app", "org.example.Calendar")
            #expect(replaced.output.contains("added 2"), "\(replaced.output)")
            let titles = try await agent.proxy("org.example.Calendar").pending().compactMap { $0["title"]?.string }
            #expect(Set(titles) == ["Party, again", "Taxes"])
        }
    }

    @Test func `commands run only if they were confirmed on a terminal`() async throws {
        try await withAgentAndServer(environment: Self.noon) { agent, server in
            let log = agent.folders.path + "/ran"
            let text = "FOO=bar\n5 12 * * * cat >> '\(log)'; echo \"$FOO\" >> '\(log)'%in\\%put%more\n"
            let file = try agent.folders.file("crontab", text.utf8)

            let blind = try await agent.belfry("import", "--with-commands", file)
            #expect(blind.status == 77 && blind.errors.contains("terminal"), "\(blind.errors)")
            #expect(try await agent.belfry("import", "--with-commands", "--json", file).status == 2)
            let trial = try await agent.belfry("import", "--with-commands", "--dry-run", file)
            #expect(trial.output.contains("$ printf '%s' 'in%put"), "\(trial.output)\(trial.errors)")
            #expect(trial.output.contains("    FOO=bar\n"), "\(trial.output)")
            let declined = try await agent.bash(
                "echo n | script -qec 'belfry import --with-commands \(file)' /dev/null")
            #expect(declined.output.contains("at the times above?"), "\(declined.output)")
            #expect(declined.output.contains("    FOO=bar"), "\(declined.output)")
            #expect(try await agent.proxy().pending().isEmpty)

            let taken = try await agent.bash("echo y | script -qec 'belfry import --with-commands \(file)' /dev/null")
            #expect(taken.output.contains("added 1 reminder"), "\(taken.output)")
            try await agent.clock.advance(300)
            #expect(try await server.nextNotification().summary == "crontab: cat")
            let ran = try await agent.bash("until grep -q bar '\(log)' 2> /dev/null; do sleep 0.05; done; cat '\(log)'")
            #expect(ran.lines == ["in%put", "more", "bar"], "\(ran.output)")
        }
    }

    @Test func `the shell and the variables of a command are listed, and those that run code refused`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            let text = "A=\u{1B}[2Kx\nSHELL=/tmp/own\n5 12 * * * true\nBASH_ENV=$(touch x)\n6 12 * * * true\n"
            let file = try agent.folders.file("crontab", text.utf8)

            let trial = try await agent.belfry("import", "--with-commands", "--dry-run", file)
            #expect(trial.output.contains("    SHELL=/tmp/own\n    A=\\u{1b}[2Kx\n    $ true\n"), "\(trial.output)")
            #expect(trial.errors.contains("line 5: BASH_ENV runs other code"), "\(trial.errors)")
            // A command that is there already needs no question, and nothing runs then.
            let plain = try agent.folders.file("plain", "5 12 * * * true\n".utf8)
            #expect(try await agent.belfry("import", plain).status == 0)
            let again = try await agent.bash(
                "script -qec 'belfry import --with-commands \(plain)' /dev/null < /dev/null")
            #expect(again.output.contains("added nothing"), "\(again.output)\(again.errors)")
            #expect(try await agent.proxy().pending().allSatisfy { $0["on"] == nil })
        }
    }

    @Test func `commands that changed since they were confirmed do not run`() async throws {
        try await withAgent(environment: Self.noon) { agent in
            let file = try agent.folders.file("crontab", "5 12 * * * true\n".utf8)
            let handle = FileDescriptorHandle(
                owning: open(file, O_RDWR | O_CLOEXEC))
            let proxy = agent.proxy()
            let trial = try await proxy.importReminders(
                handle, options: ["dryRun": .boolean(true), "withCommands": .boolean(true)])
            _ = try agent.folders.file("crontab", "5 12 * * * false\n".utf8)
            let changed = FileDescriptorHandle(owning: open(file, O_RDONLY | O_CLOEXEC))

            let refusal = await #expect(throws: Refusal.self) {
                _ = try await proxy.importReminders(
                    changed, options: ["withCommands": .boolean(true), "digest": try #require(trial["digest"])])
            }
            #expect(refusal?.message.contains("has changed") == true)
            #expect(try await proxy.pending().isEmpty)
        }
    }
}
