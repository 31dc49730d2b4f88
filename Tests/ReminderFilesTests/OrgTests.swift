// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ReminderFiles
import Testing

@Suite struct OrgTests {
    @Test(arguments: [
        ("* Tea <2027-12-24 Fri 18:00>", ["2027-12-24 18:00"]), ("* Tea <2027-12-24>", ["2027-12-24 09:00"]),
        ("* Tea <2027-12-24 Fr. 18:00-19:30>", ["2027-12-24 18:00"]),
        ("* Tea <2027-12-24 Fri 18:00>--<2027-12-26 Sun 10:00>", ["2027-12-24 18:00"]),
        ("* Tea <2026-12-25 Fri 18:00 +1w>", ["2027-12-17 18:00", "2027-12-24 18:00"]),
        ("* Tea <2027-12-24 Fri 18:00 ++2d>", ["2027-12-24 18:00", "2027-12-26 18:00"]),
        ("* Tea <2027-12-24 Fri +1m>", ["2027-12-24 09:00", "2028-01-24 09:00"]),
        ("* Tea <2027-12-24 Fri +1y>", ["2027-12-24 09:00", "2028-12-24 09:00"]),
        ("* Tea <2027-12-17 Fri 11:00 +2h>", ["2027-12-17 13:00", "2027-12-17 15:00"]),
        ("** TODO [#A] Tea :home:\n   SCHEDULED: <2027-12-24 Fri>", ["2027-12-24 09:00"]),
        ("* Tea\nSCHEDULED: <2027-12-24 Fri -2d>", ["2027-12-26 09:00"]),
        ("* Tea\nDEADLINE: <2027-12-24 Fri -0d>", ["2027-12-24 09:00"]),
        ("* Tea\nSCHEDULED: <2027-12-24 Fri -0d>", ["2027-12-24 09:00"]),
        ("* Tea <2027-12-24 Fri +0d>", ["2027-12-24 09:00"]),
    ])
    func `timestamps fire at their dates`(_ text: String, _ dates: [String]) throws {
        let file = try reading(text)

        #expect(file.format == .org)
        #expect(file.refused.isEmpty)
        #expect(file.reminders.map { $0.dates(2) } == [dates])
        #expect(file.reminders.map(\.title) == ["Tea"])
    }

    @Test func `a deadline has its warning, and each timestamp is a reminder`() throws {
        let file = try reading(
            "* TODO Pay\n  DEADLINE: <2027-12-24 Fri -3d> SCHEDULED: <2027-12-20 Mon 8:00>\n  or <2027-12-28 Tue>\n")

        #expect(file.reminders.map(\.leads) == [[259_200], [], []])
        #expect(file.reminders.map(\.body) == ["Deadline", "", ""])
        #expect(file.reminders.map(\.title) == ["Pay", "Pay", "Pay"])
        #expect(Set(file.reminders.map(\.identifier)).count == 3)
    }

    @Test func `what is done, inactive, code or commented out is no reminder`() throws {
        let file = try reading(
            """
            #+TODO: TODO WAIT | DONE CANCELED(c)
            * DONE Old <2027-12-24 Fri>
            * CANCELED Off
            DEADLINE: <2027-12-24 Fri>
            * WAIT Note [2027-12-24 Fri]
            # <2027-12-24 Fri>
            :LOGBOOK:
            CLOCK: <2027-12-24 Fri>
            :END:
            #+begin_src sh
            echo <2027-12-24 Fri>
            #+end_src
            * COMMENT Draft <2027-12-24 Fri>
            ** below <2027-12-24 Fri>
            * Here <2027-12-24 Fri>
            """)

        #expect(file.reminders.map(\.line) == [15])
        #expect(file.passed.map(\.line) == [2, 4, 8, 11, 13])
        #expect(file.refused.isEmpty)
    }

    @Test(arguments: [
        ("<2027-12-24 Fri .+1w>", ".+"), ("<2027-12-24 Fri +1wk>", "+1wk"), ("<2027-12-24 Fri -x>", "-x"),
        ("<2027-12-24 Fri 25:00>", "25:00"), ("<%%(diary-float t 4 2)>", "<%%"),
    ])
    func `repetitions that no trigger has are listed`(_ stamp: String, _ reason: String) throws {
        let file = try reading("* A <2028-01-01>\n* B \(stamp)")

        #expect(file.refused.map(\.line) == [2])
        #expect(file.refused.first?.message.contains(reason) == true, "\(file.refused)")
    }

    @Test func `a headline ends a block without an end, and a drawer is a single name`() throws {
        let file = try reading(
            """
            * A <2028-01-01>
            #+begin_src sh
            echo <2028-01-02>
            * B <2028-01-03>
            : see <2028-01-04> here:
            :time: <2028-01-05>:
            :LOG_book-1:
            <2028-01-06>
            * C <2028-01-07>
            """)

        #expect(file.reminders.map(\.line) == [1, 4, 5, 6, 9])
        #expect(file.passed.map(\.line) == [3, 8])
        #expect(file.refused.isEmpty)
    }

    @Test func `texts that look like timestamps are none`() throws {
        #expect(try reading("* A <2028-01-01>\na < b <2028-01-02> <2028-02-30> <x> <").reminders.count == 2)
    }
}
