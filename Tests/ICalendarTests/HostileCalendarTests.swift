// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ICalendar
import TestSupport
import Testing
import Triggers

@Suite struct HostileCalendarTests {
    @Test func `components that are nested deeply are left out, and the rest is read`() {
        let deep = String(repeating: "BEGIN:VEVENT\n", count: 5000) + String(repeating: "END:VEVENT\n", count: 5000)

        let file = calendar(deep + "BEGIN:VEVENT\nDTSTART:20271224T180000\nEND:VEVENT")

        #expect(file.events.count == 1)
        #expect(file.problems.contains { $0.message.contains("nested") })
    }

    @Test func `a line of megabytes is cut, and takes nothing with it unless it matters`() {
        let long = String(repeating: "QUJD", count: 500_000)

        #expect(calendar("DTSTART:20271224T180000\nATTACH;ENCODING=BASE64:\(long)").events.count == 1)
        #expect(calendar("DTSTART:20271224T180000\nRRULE:\(long)").events.isEmpty)
        #expect(calendar("DTSTART:20271224T180000\nDESCRIPTION:\(long)").events.first?.details.count == 65_524)
    }

    @Test func `more events, dates and alarms than the limits are named`() throws {
        let event = "BEGIN:VEVENT\nDTSTART:20271224\nEND:VEVENT\n"
        let many = calendar(String(repeating: event, count: 10_001))
        #expect(many.events.count == 10_000)
        #expect(many.problems.map(\.message) == ["the limit is 10000 events; the rest is left out"])

        let dates = Array(repeating: "20271224T180000", count: 501).joined(separator: ",")
        #expect(calendar("DTSTART:20271224T180000\nRDATE:\(dates)").problems.map(\.line) == [3])
        let alarm = "BEGIN:VALARM\nTRIGGER:-PT1M\nREPEAT:999999999\nDURATION:P9999D\nEND:VALARM\n"
        let alarms = calendar("BEGIN:VEVENT\nDTSTART:20271224\n\(String(repeating: alarm, count: 100))END:VEVENT")
        #expect(try #require(alarms.events.first).alarms.count == 256)
    }

    @Test func `changed files never trap, and what is read has a trigger`() throws {
        let seed = Array(
            """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            BEGIN:VTIMEZONE\r
            TZID:Zone\r
            BEGIN:STANDARD\r
            TZOFFSETTO:+0100\r
            END:STANDARD\r
            END:VTIMEZONE\r
            BEGIN:VEVENT\r
            UID:a\r
            SUMMARY;LANGUAGE="de":Tee\\, heiß\r
            DTSTART;TZID=Zone:20271224T180000\r
            DTEND;TZID=Europe/Berlin:20271224T190000\r
            RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20301231T235959Z\r
            EXDATE:20280128T170000Z\r
            BEGIN:VALARM\r
            TRIGGER;RELATED=END:-PT15M\r
            REPEAT:3\r
            DURATION:PT1M\r
            END:VALARM\r
            END:VEVENT\r
            BEGIN:VTODO\r
            DUE;VALUE=DATE:20271224\r
            RECURRENCE-ID:20271224T180000Z\r
            END:VTODO\r
            END:VCALENDAR\r
            """.utf8)
        var random = SeededGenerator(seed: 22)
        for _ in 0..<3000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2:
                    bytes.insert(
                        contentsOf: seed[Int.random(in: 0..<seed.count, using: &random)...].prefix(40), at: index)
                default: bytes.insert(Array("9:;,-=\n\"".utf8)[Int.random(in: 0..<8, using: &random)], at: index)
                }
            }
            for event in CalendarFile(bytes).events {
                _ = event.trigger(atHour: 9).nextDate(
                    after: Date(timeIntervalSince1970: 1_800_000_000), anchoredAt: Date(timeIntervalSince1970: 0),
                    in: .gmt)
            }
        }
    }
}
