// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ReminderFiles
import Testing

@Suite struct CrontabTests {
    @Test func `jobs become reminders with their command as the body`() throws {
        let file = try reading(
            """
            # m h dom mon dow command
            MAILTO=ann
            SHELL=/bin/bash
            FOO = "a b"

            0 9 * * 1-5  /usr/local/bin/backup --all   # daily
            @weekly X=1 echo hi
            """)

        #expect(file.format == .crontab)
        #expect(file.refused.isEmpty)
        #expect(file.reminders.map(\.line) == [6, 7])
        #expect(file.reminders.map(\.title) == ["crontab: backup", "crontab: echo"])
        #expect(file.reminders.map(\.body) == ["/usr/local/bin/backup --all   # daily", "X=1 echo hi"])
        #expect(file.reminders[0].dates(2) == ["2027-12-20 09:00", "2027-12-21 09:00"])
        #expect(file.reminders[1].dates() == ["2027-12-19 00:00"])
        let command = FileCommand(
            text: "/usr/local/bin/backup --all   # daily", shell: "/bin/bash", environment: ["FOO": "a b"])
        #expect(file.reminders[0].command == command)
    }

    @Test func `a percent sign begins the standard input`() throws {
        let file = try reading("0 9 * * * mail -s 100\\% ann%Hello%it's me\n")

        #expect(file.reminders.first?.body == "mail -s 100% ann\nHello\nit's me\n")
        #expect(
            file.reminders.first?.command?.text == "printf '%s' 'Hello\nit'\\''s me\n' | (mail -s 100% ann\n)")
    }

    @Test(arguments: [
        ("@reboot x\n0 9 * * * y", 1, "@reboot"), ("0 25 * * * x\n0 9 * * * y", 1, "hour"),
        ("0 9 * * * x\n0 9 * *", 2, "five fields"), ("0 9 * * * x\nnothing", 2, "five fields"),
        ("CRON_TZ=Nowhere\n0 9 * * * x", 2, "CRON_TZ"), ("0 9 * * * x\n0 0 30 2 * y", 2, "never"),
        ("0 9 * * * x\n@every_minute y", 2, "@every_minute"),
        ("0 9 * * * \(String(repeating: "x", count: 9000))", 1, "longer than 8000"),
    ])
    func `lines that can't be carried over are listed`(_ text: String, _ line: Int, _ reason: String) throws {
        let file = try reading(text)

        #expect(file.refused.map(\.line) == [line])
        #expect(file.refused.first?.message.contains(reason) == true, "\(file.refused)")
    }

    @Test func `a system crontab has users, and commands of others stay texts`() throws {
        let text = "17 * * * * root cd / && run-parts\n0 9 * * * ann backup --all\n0 9 * * * bob tea now\n"

        let file = try reading(text)

        #expect(file.reminders.map(\.body) == ["cd / && run-parts", "backup --all", "tea now"])
        #expect(file.reminders.map { $0.command?.text } == [nil, "backup --all", nil])
        // Words such as these may be programs in a person's crontab.
        #expect(try reading("0 9 * * * backup all\n").reminders.first?.body == "backup all")
        #expect(try reading("0 9 * * * www tea\n", name: "/etc/cron.d/x").reminders.first?.body == "tea")
        #expect(try reading("0 9 * * * ann tea\n").reminders.first?.body == "ann tea")
        #expect(try reading("0 9 * * * www tea\n", name: "/etc/crontabs/root").reminders.first?.body == "www tea")
    }

    @Test func `CRON_TZ is the zone of the lines after it`() throws {
        let file = try reading("0 9 * * * a\nCRON_TZ=America/New_York\n0 9 * * * a\n")

        #expect(file.reminders.map { $0.dates() } == [["2027-12-18 09:00"], ["2027-12-17 15:00"]])
    }

    @Test(arguments: ["BASH_ENV", "ENV", "LD_PRELOAD", "SHELLOPTS"])
    func `variables that run code before a command are told`(_ name: String) throws {
        let file = try reading("PATH=/bin\n0 9 * * * x\n\(name)=$(touch y)\n0 9 * * * z\n")

        #expect(file.reminders.map { $0.command?.variableThatRunsCode } == [nil, name])
    }

    @Test func `the same line with other variables or another shell is another reminder`() throws {
        let file = try reading(
            "0 9 * * * x\nMAILTO=a\n0 9 * * * x\nA=1\n0 9 * * * x\nA=2\n0 9 * * * x\nSHELL=/bin/bash\n0 9 * * * x\n")

        #expect(file.reminders.map(\.line) == [1, 5, 7, 9])
        #expect(file.repeated == 1)
    }

    @Test func `the same line has the same identifier, whatever the spaces`() throws {
        let (one, other) = (try reading("0 9 * * * x y"), try reading("# new\n0   9\t*  * *   x y\n0 9 * * * x y\n"))

        #expect(one.reminders.map(\.identifier) == other.reminders.map(\.identifier))
        #expect(other.repeated == 1)
        #expect(try reading("0 9 * * * x  y").reminders[0].identifier != one.reminders[0].identifier)
    }
}
