// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ReminderFiles
import TestSupport
import Testing
import TimeExpressions

/// Files that make a careless reader quadratic are read in little time.
@Suite struct LargeFileTests {
    private static let size = 1 << 20

    private static func filled(_ text: String) -> [UInt8] {
        let unit = Array(text.utf8)
        return Array(repeating: unit, count: size / unit.count).flatMap(\.self)
    }

    private static let files: [(ReminderFormat, String)] = [
        (.remind, "x\\\n"), (.remind, "REM MSG x\\\n"), (.remind, "REM Mon MSG %\n"), (.org, "* [[[[[["),
        (.org, "* <<<<<<"), (.org, "<2027-12-24>"), (.org, "* <2027-12-24 Fri\n"), (.org, "a > b < c -- <x> "),
        (.crontab, "A=b\n"), (.crontab, "0 0 30 2 * x\n"), (.crontab, "* * * * * root x%%%\n"), (.crontab, "%"),
        (.at, "5\tFri Dec 24 18:00:00 2027 a ann\n"), (.at, "#!/bin/sh\n# atrun uid=1\n"), (.at, "# atrun uid=\n\n"),
        (.ics, "BEGIN:VEVENT\n"), (.ics, "BEGIN:VEVENT\nEND:VEVENT\n"), (.ics, "A:\n B\n"), (.ics, "END:X\n"),
        (.ics, "A;B=C;"), (.ics, "\n "),
        (.ics, "BEGIN:VEVENT\nDTSTART;TZID=\(String(repeating: "a/", count: 200)):1\n"),
        (.ics, "BEGIN:VEVENT\nDTSTART:20271224T180000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\nEND:VEVENT\n"),
        (.ics, "BEGIN:VEVENT\nDTSTART:20271224T180000\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\nEND:VEVENT\n"),
        (
            .ics,
            "BEGIN:VEVENT\nDTSTART:20271224T180000\nRRULE:FREQ=DAILY;BYYEARDAY=366;BYDAY=MO;BYMONTH=1\nEND:VEVENT\n"
        ),
    ]

    @Test(arguments: files) func `a large file is read in little time`(_ format: ReminderFormat, _ text: String)
        async throws
    {
        let bytes = Self.filled(text)

        let reading = await onOwnThread {
            Result {
                let start = threadTime()
                _ = try ReminderFile(bytes, as: format, TimeExpression.Context(now: noon, timeZone: berlin))
                return threadTime() - start
            }
        }
        let spent = try reading.get()

        // A quadratic reader takes minutes, and a debug build some seconds.
        #expect(spent < 30 * deadlineFactor, "\(format) \(text.prefix(60)): \(spent) s")
    }
}
