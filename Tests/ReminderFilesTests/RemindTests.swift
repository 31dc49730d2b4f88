// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ReminderFiles
import Testing

@Suite struct RemindTests {
    @Test(arguments: [
        ("REM 24 Dec 2027 MSG x", ["2027-12-24 09:00"]),
        ("REM Dec 24 AT 18:00 MSG x", ["2027-12-24 18:00", "2028-12-24 18:00"]),
        ("rem 2027-12-24@18:30 msg x", ["2027-12-24 18:30"]), ("REM 2027/12/24 AT 6:30pm MSG x", ["2027-12-24 18:30"]),
        ("REM MSG x", ["2027-12-18 09:00", "2027-12-19 09:00"]),
        ("REM 3 MSG x", ["2028-01-03 09:00", "2028-02-03 09:00"]),
        ("REM Monday Wed AT 07:15 MSG x", ["2027-12-20 07:15", "2027-12-22 07:15"]),
        ("REM Feb MSG x", ["2028-02-01 09:00", "2028-02-02 09:00"]),
        ("REM Mon 15 MSG x", ["2027-12-20 09:00", "2028-01-17 09:00"]),
        ("REM Jan Mon 15 MSG x", ["2028-01-17 09:00", "2029-01-15 09:00"]),
        ("REM Mon 24 Dec 2027 MSG x", ["2027-12-27 09:00"]),
        ("REM 1 -1 MSG x", ["2027-12-31 09:00", "2028-01-31 09:00"]),
        ("REM 1 Jan -1 MSG x", ["2027-12-31 09:00", "2028-12-31 09:00"]),
        ("REM Fri 1 --7 MSG x", ["2027-12-31 09:00", "2028-01-28 09:00"]),
        ("REM 20 Dec 2027 *14 MSG x", ["2027-12-20 09:00", "2028-01-03 09:00"]),
        ("REM 1 Dec 2027 *7 UNTIL 23 Dec 2027 MSG x", ["2027-12-22 09:00"]),
        ("REM 1 Dec 2027 *7 FROM 2028-01-06 MSG x", ["2028-01-12 09:00", "2028-01-19 09:00"]),
        ("REM 1 Dec 2027 *7 FROM 2028-01-12 MSG x", ["2028-01-12 09:00", "2028-01-19 09:00"]),
        ("REM 20 Dec 2027 THROUGH 2027-12-21 MSG x", ["2027-12-20 09:00", "2027-12-21 09:00"]),
        ("REM Wed 2028 MSG x", ["2028-01-05 09:00", "2028-01-12 09:00"]),
        ("REM Mon \\\n  AT 10:00 MSG x", ["2027-12-20 10:00", "2027-12-27 10:00"]),
        ("REM Mon PRIORITY 5000 DURATION 1:00 TAG a MSG x", ["2027-12-20 09:00", "2027-12-27 09:00"]),
    ])
    func `dates are those of remind`(_ line: String, _ dates: [String]) throws {
        let file = try reading(line)

        #expect(file.format == .remind)
        #expect(file.refused.isEmpty)
        #expect(file.reminders.first?.dates(2) == dates)
        #expect(file.reminders.first?.title == "x")
    }

    @Test(arguments: [
        ("REM 24 Dec +3 MSG x", [259_200]), ("REM 24 Dec AT 18:00 +15 MSG x", [900]),
        ("REM 24 Dec AT 18:00 +15 *5 MSG x", [300, 600, 900]), ("REM 24 Dec ++2 AT 18:00 *5 MSG x", [172_800]),
    ])
    func `warnings come before the date`(_ line: String, _ leads: [Int]) throws {
        #expect(try reading(line).reminders.first?.leads == leads)
    }

    @Test func `texts lose their marks, and RUN has a command`() throws {
        let file = try reading(
            """
            # mine
            REM 24 Dec MSG %"Christmas%" is %b.
            REM 24 Dec MSG 50%% off%_now !
            REM 24 Dec RUN play /tmp/bell.wav
            """)

        #expect(file.reminders.map(\.title) == ["Christmas is.", "50% off now!", "remind: play"])
        #expect(file.reminders.map { $0.command?.text } == [nil, nil, "play /tmp/bell.wav"])
    }

    @Test func `every character of a command counts`() throws {
        let file = try reading(
            """
            REM 24 Dec RUN rm -r  "/tmp/a  b" . ; date +%%F ! x%_echo 2
            REM 24 Dec RUN rm -r "/tmp/a b" . ; date +%%F ! x%_echo 2
            REM 24 Dec RUN date +%F
            REM 24 Dec RUN echo 5%
            """)

        #expect(
            file.reminders.map { $0.command?.text } == [
                "rm -r  \"/tmp/a  b\" . ; date +%F ! x\necho 2", "rm -r \"/tmp/a b\" . ; date +%F ! x\necho 2",
            ])
        #expect(file.refused.map(\.line) == [3, 4])
        #expect(file.refused.first?.message == "%F in a command isn't computed")
    }

    @Test(arguments: [
        ("OMIT 25 Dec", "OMIT"), ("SET x 1", "SET"), ("REM [trigger(x)] MSG x", "brackets"),
        ("REM Mon MSG [x]", "brackets"), ("REM Mon SKIP OMIT Sat MSG x", "SKIP"), ("REM Mon SATISFY 1", "SATISFY"),
        ("REM Mon", "no MSG"), ("REM 31 Feb 2028 MSG x", "no such day"), ("REM Foo MSG x", "Foo"),
        ("REM Mon 29 MSG x", "next month"), ("REM Mon *7 MSG x", "whole date"), ("REM 15 -3 MSG x", "first of a month"),
        ("REM AT 25:00 MSG x", "not a time"), ("REM Mon UNTIL Dec MSG x", "whole date"), ("tea", "REM"),
        ("REM 1 Dec 2027 FROM 2028-01-06 MSG x", "the only date is before FROM"),
        ("REM 1 Dec 2027 UNTIL 2027-11-30 MSG x", "the only date is after UNTIL"),
        ("REM Mon CAL x", "no message"), ("REM 24 24 Dec MSG x", "24"), ("REM 24 Dec 2028 *0 MSG x", "*0"),
    ])
    func `lines that can't be carried over are listed`(_ line: String, _ reason: String) throws {
        let file = try reading("REM 2028-01-01 MSG y\n" + line)

        #expect(file.refused.map(\.line) == [2])
        #expect(file.refused.first?.message.contains(reason) == true, "\(file.refused)")
    }

    @Test func `a date that has passed is listed as passed`() throws {
        let file = try reading("REM 24 Dec 2021 MSG x\nREM 1 Dec 2026 *7 UNTIL 23 Dec 2026 MSG x\n")

        #expect(file.passed.map(\.line) == [1, 2])
    }
}
