// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ReminderFiles
import Testing
import Triggers

@Suite struct AtQueueTests {
    private let queue = "5\tFri Dec 24 18:00:00 2027 a ann\n12\tSat Dec 25 07:05:00 2027 b ann\n"

    private func script(_ commands: String) -> String {
        """
        #!/bin/sh
        # atrun uid=1000 gid=1000
        # mail ann 0
        umask 22
        HOME=/home/ann; export HOME
        TOKEN=two"
        "lines; export TOKEN
        PATH=/usr/bin:/bin; export PATH
        cd /home/ann || {
        \t echo 'Execution directory inaccessible' >&2
        \t exit 1
        }
        \(commands)
        """
    }

    private let folder =
        "umask 22\nPATH=/usr/bin:/bin; export PATH\ncd /home/ann || {\n\t echo 'Execution "
        + "directory inaccessible' >&2\n\t exit 1\n}\n"

    @Test func `the list alone has dates and no commands`() throws {
        let file = try reading(queue)

        #expect(file.format == .at)
        #expect(file.reminders.map(\.title) == ["at: job 5", "at: job 12"])
        #expect(file.reminders.map { $0.dates() } == [["2027-12-24 18:00"], ["2027-12-25 07:05"]])
        #expect(file.reminders.allSatisfy { $0.command == nil && !$0.trigger.isFloating })
    }

    @Test func `scripts after the list have the commands, in the same order`() throws {
        let debian = "${SHELL:-/bin/sh} << 'marcinDELIMITER6f1d'\necho tea\necho more\n\nmarcinDELIMITER6f1d\n"

        let file = try reading(queue + script("make all\n") + "\n" + script(debian))

        #expect(file.refused.isEmpty)
        #expect(file.reminders.map(\.body) == ["make all", "echo tea\necho more"])
        #expect(file.reminders.map(\.title) == ["at: make", "at: echo"])
        #expect(file.reminders.first?.command?.text == folder + "make all")
    }

    @Test func `each script may follow its line of the list`() throws {
        let lines = queue.split(separator: "\n").map(String.init)

        let file = try reading(lines[0] + "\n" + script("make\n") + "\n" + lines[1] + "\n" + script("echo\n"))

        #expect(file.reminders.map(\.body) == ["make", "echo"])
    }

    @Test func `a script without its date is refused, unless its file's name has the date`() throws {
        #expect(try reading(script("make")).refused.map(\.line) == [1])
        // 30,494,460 minutes after 1970 is 2027-12-24 17:00 in UTC.
        let file = try reading(script("make"), name: "/var/spool/cron/atjobs/a0000501d14efc")
        #expect(file.reminders.first?.dates() == ["2027-12-24 18:00"])
    }

    @Test(arguments: [
        ("5\tFri Dec 24 18:00:00 2027 a ann\n6\tFr 24 Dez 2027 18:00:00 a ann", 2, "LC_ALL=C"),
        ("5\tFri Dec 24 18:00:00 2027 a ann\n6\tFri Dec 99 18:00:00 2027 a ann", 2, "LC_ALL=C"),
        ("5\tFri Dec 24 18:00:00 2027 a ann\nnothing", 2, "LC_ALL=C"),
    ])
    func `lines in other languages are refused`(_ text: String, _ line: Int, _ reason: String) throws {
        let file = try reading(text)

        #expect(file.refused.map(\.line) == [line])
        #expect(file.refused.first?.message.contains(reason) == true)
    }

    @Test func `a job whose moment has passed is listed as passed`() throws {
        #expect(try reading("5\tFri Dec 24 18:00:00 2021 a ann\n").passed.map(\.line) == [1])
    }
}
