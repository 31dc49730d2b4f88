// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ReminderFiles
import TestSupport
import Testing
import TimeExpressions
import Triggers

@Suite struct ReminderFileTests {
    private func event(_ lines: String) -> String {
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a@b\nSUMMARY:Tea\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
    }

    @Test(arguments: [
        ("", "is empty"), ("\n \n", "is empty"), ("hello\n", "no format"), ("{\"type\":\"belfry\"}\n", "no format"),
    ])
    func `a file of no known format is refused, and the formats are named`(_ text: String, _ reason: String) {
        let refusal = #expect(throws: Refusal.self) { try reading(text) }

        #expect(refusal?.message.contains(reason) == true)
        for word in ["crontab", "atq", ".ics", "remind", "Org", "belfry export"] {
            #expect(refusal?.message.contains(word) == true)
        }
    }

    @Test func `a file over the limit is refused`() {
        #expect(throws: Refusal.self) {
            try ReminderFile(
                [UInt8](repeating: 10, count: 16 << 20 | 1), as: .crontab,
                TimeExpression.Context(now: noon, timeZone: .gmt))
        }
    }

    @Test func `an event fires at its start, with a warning for each alarm before`() throws {
        let file = try reading(
            event(
                """
                LOCATION:Kitchen
                DESCRIPTION:Bring cups
                DTSTART;TZID=Europe/London:20271224T180000
                BEGIN:VALARM
                TRIGGER:-PT15M
                END:VALARM
                BEGIN:VALARM
                TRIGGER:PT30M
                END:VALARM
                BEGIN:VALARM
                TRIGGER;VALUE=DATE-TIME:20271220T080000Z
                END:VALARM
                """))

        #expect(file.format == .ics)
        #expect(
            file.reminders.map { $0.dates() } == [["2027-12-24 19:30"], ["2027-12-20 09:00"], ["2027-12-24 19:00"]])
        #expect(file.reminders.map(\.leads) == [[], [], [900]])
        #expect(file.reminders.allSatisfy { $0.title == "Tea" && $0.body == "Kitchen\nBring cups" })
        #expect(Set(file.reminders.map(\.identifier)).count == 3)
    }

    @Test func `alarms of an event of whole days count from its midnight`() throws {
        let file = try reading(
            event(
                "DTSTART;VALUE=DATE:20271224\nBEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM\nBEGIN:VALARM\nTRIGGER:PT9H\nEND:VALARM"
            ))

        #expect(file.reminders.map { $0.dates() } == [["2027-12-24 09:00"]])
        #expect(file.reminders.map(\.leads) == [[9 * 3600 + 900]])
    }

    @Test func `an event keeps its identifier when it changes, and its replaced occurrence has another`() throws {
        let one = try reading(event("DTSTART:20271224T180000Z"))
        let other = try reading(event("DTSTART:20271225T180000Z\nDESCRIPTION:new"))
        let replaced = try reading(event("DTSTART:20271225T180000Z\nRECURRENCE-ID:20271224T180000Z"))

        #expect(one.reminders[0].identifier == other.reminders[0].identifier)
        #expect(one.reminders[0].identifier != replaced.reminders[0].identifier)
        #expect(one.reminders[0].identifier.hasPrefix("ics-"))
        #expect(one.reminders[0].identifier.utf8.count == 20)
    }

    @Test func `what has passed, is cancelled or done is listed apart from what is refused`() throws {
        #expect(try reading(event("DTSTART:20211224T180000Z")).passed.map(\.line) == [2])
        #expect(try reading(event("DTSTART:20211224T180000Z\nRRULE:FREQ=DAILY;COUNT=3")).passed.count == 1)
        #expect(try reading(event("DTSTART:20281224T180000Z\nSTATUS:CANCELLED")).passed.count == 1)
        #expect(try reading(event("DTSTART:20281224T180000Z\nRRULE:FREQ=SECONDLY")).refused.map(\.line) == [6])
        #expect(try reading(event("DTSTART:later")).refused.map(\.line) == [5])
    }

    @Test func `long texts are cut at a character, and never the commands`() throws {
        let long = String(repeating: "é", count: 6000)

        let reminder = try #require(try reading(event("DTSTART:20281224\nDESCRIPTION:\(long)")).reminders.first)

        #expect(reminder.body.utf8.count <= 8000 && reminder.body.hasSuffix("é…"))
        let org = try #require(try reading("* \(long) <2028-12-24>", as: .org).reminders.first)
        #expect(org.title.count == 240 && org.title.hasSuffix("…"))
    }

    @Test func `the text that a title has no room for is in the body`() throws {
        let long = String(repeating: "long text ", count: 40) + "end"

        let events = try reading(event("DESCRIPTION:more\nDTSTART:20281224").replacing("Tea", with: long)).reminders
        let message = try reading("REM 24 Dec 2028 MSG \(long)").reminders

        #expect(events.map(\.body) == [long + "\nmore"])
        #expect(message.map(\.body) == [long])
        #expect((events + message).allSatisfy { $0.title.count <= 240 && $0.title.hasSuffix("…") })
    }

    @Test func `early warnings beyond the nearest eight are listed`() throws {
        let file = try reading("REM 24 Dec 2027 AT 18:00 +50 *5 MSG x")

        #expect(file.reminders.first?.leads == (1...8).map { $0 * 300 })
        #expect(file.refused.map(\.message) == ["2 early warnings beyond the nearest 8 are left out"])
    }

    @Test func `events without an identifier differ by their zones`() throws {
        let zones = ["Europe/Berlin", "Europe/London", "Europe/London"]
        let events = zones.map { "BEGIN:VEVENT\nSUMMARY:x\nDTSTART;TZID=\($0):20281224T090000\nEND:VEVENT\n" }

        let file = try reading("BEGIN:VCALENDAR\n" + events.joined() + "END:VCALENDAR\n")

        #expect(file.reminders.count == 2)
        #expect(file.repeated == 1)
    }

    @Test(arguments: [
        ("# see <2027-12-24>\n0 9 * * * x\n", ReminderFormat.crontab),
        ("0 9 * * * echo <2027-12-24>\n", .crontab), ("# <2027-12-24>\nREM 24 Dec MSG <2027-12-24>\n", .remind),
        ("* Tea <2027-12-24>\nREM this is text\n", .org),
    ])
    func `the first line that a reader knows decides, and a comment is none`(
        _ text: String, _ format: ReminderFormat
    ) throws {
        #expect(try reading(text).format == format)
    }

    @Test func `more reminders than the limit are named once`() throws {
        let lines = (0..<10_050).map { "0 9 * * * job \($0)" }.joined(separator: "\n")

        let file = try reading(lines)

        #expect(file.reminders.count == 10_000)
        #expect(file.refused.map(\.line) == [10_001])
    }

    private static let seeds: [(ReminderFormat, String)] = [
        (.crontab, "SHELL=/bin/sh\nCRON_TZ=Europe/Berlin\n*/5 9-17 * jan-mar mon,fri root x\\%%y\n@daily z\n"),
        (
            .at,
            "5\tFri Dec 24 18:00:00 2027 a ann\n#!/bin/sh\n# atrun uid=1 gid=1\numask 22\nA=b; export A\n"
                + "cd /x || {\n exit 1\n}\n${SHELL:-/bin/sh} << 'marcin'\nx\nmarcin\n"
        ),
        (
            .remind,
            "REM Mon 24 Dec 2027 -7 +3 *5 UNTIL 2030-01-01 AT 18:00 +15 *5 PRIORITY 5 MSG %\"a%\" %b\\\nx\n"
                + "REM 1 -1 AT 6pm RUN x\nREM 2027-12-24@18:00 THROUGH 2028-01-01 MSG x"
        ),
        (
            .org,
            "#+TODO: A | B(c)\n* TODO [#A] x <2027-12-24 Fri 18:00-19:00 +1w -3d>--<2028-01-01> :a:b:\n"
                + "DEADLINE: <2027-12-24 Fr .+2d/3d> SCHEDULED: <2027-12-24 ++1m>\n:L:\n:END:\n#+BEGIN_X\n#+END_X\n"
        ),
        (
            .ics,
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:x\nDTSTART;TZID=UTC:20271224T180000\n"
                + "RRULE:FREQ=DAILY\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"
        ),
    ]

    @Test(arguments: ReminderFormat.allCases)
    func `changed files never trap`(_ format: ReminderFormat) throws {
        let seed = Array(try #require(Self.seeds.first { $0.0 == format }).1.utf8)
        let context = TimeExpression.Context(now: noon, timeZone: berlin)
        #expect(try ReminderFile(seed, as: nil, context).format == format)
        var random = SeededGenerator(seed: 7)
        for round in 0..<2500 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: if bytes.count > 1 { bytes.remove(at: index) }
                case 2:
                    bytes.insert(
                        contentsOf: seed[Int.random(in: 0..<seed.count, using: &random)...].prefix(30), at: index)
                default: bytes.insert(Array("9:*<>%+-@\\\n =".utf8)[Int.random(in: 0..<13, using: &random)], at: index)
                }
            }
            _ = try? ReminderFile(bytes, as: round % 2 == 0 ? format : nil, context)
        }
    }
}
