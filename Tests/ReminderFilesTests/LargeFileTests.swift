// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ReminderFiles
import TestSupport
import Testing
import TimeExpressions

/// Files that make a careless reader quadratic are read in a time that grows with their size.
@Suite struct LargeFileTests {
    /// A time for 256 KiB, in seconds, that is short enough in any case: a quadratic reader then takes 5 s for 1 MiB.
    private static let shortTime = 0.3

    /// The processor time for a file of `size` bytes, which is a text again and again.
    private func time(_ format: ReminderFormat, _ text: String, size: Int) throws -> Double {
        let unit = Array(text.utf8)
        let bytes = Array(repeating: unit, count: size / unit.count).flatMap(\.self)
        return try processorTime {
            _ = try ReminderFile(bytes, as: format, TimeExpression.Context(now: noon, timeZone: berlin))
        }
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

    @Test(arguments: files) func `a large file takes time in proportion to its size`(
        _ format: ReminderFormat, _ text: String
    ) throws {
        let quarter = try time(format, text, size: 1 << 16)
        let whole = try time(format, text, size: 1 << 18)

        // The reader of a file takes four times as long as for its quarter, and a quadratic reader takes 16 times as long.
        #expect(
            whole < max(8 * quarter, Self.shortTime),
            "\(format) \(text.prefix(60)): \(whole) s, a quarter of it \(quarter) s")
    }
}
