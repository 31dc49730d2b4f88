// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ICalendar
import Testing
import Triggers

/// Reads the lines of one component `VEVENT`, unless they have a `BEGIN` of their own.
func calendar(_ lines: String) -> CalendarFile {
    let body = lines.contains("BEGIN:") ? lines : "BEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT"
    return CalendarFile(Array("BEGIN:VCALENDAR\nVERSION:2.0\n\(body)\nEND:VCALENDAR\n".utf8))
}

@Suite struct CalendarFileTests {
    private let berlin = Zone(identifier: "Europe/Berlin")
    private let start = "DTSTART:20271224T180000"

    @Test func `lines are unfolded, also within a character and after a tab`() throws {
        var bytes = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2027\r\n\t1224T18\r\n 0000\r\nSUMMARY:Caf".utf8)
        bytes += [0xC3, 13, 10, 32, 0xA9] + Array(" crème\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)

        let event = try #require(CalendarFile(bytes).events.first)

        #expect(event.summary == "Café crème")
        #expect(event.start == .time(try #require(LocalTime("2027-12-24T18:00:00")), nil))
        #expect(event.line == 2)
    }

    @Test(arguments: [
        (#"SUMMARY:a\, b\; c\\d\nE"#, "a, b; c\\d\nE"),
        (#"SUMMARY;LANGUAGE=de:Tee"#, "Tee"),
        (#"SUMMARY;ALTREP="http://a:1/;x":Tee: heiß"#, "Tee: heiß"),
        (#"SUMMARY:C:\Users\new"#, "C:\\Users\new"),
        (#"SUMMARY:ends\"#, "ends\\"),
    ])
    func `texts have no escapes left`(_ line: String, _ text: String) throws {
        #expect(calendar("\(start)\n\(line)").events.first?.summary == text)
    }

    @Test func `parameters keep what is quoted, and carets are resolved`() throws {
        let bytes = Array("ATTENDEE;CN=\"A ^'B^' ^^ C^nD\";ROLE=X,Y:mailto:a".utf8)

        let line = try #require(ContentLine(bytes, number: 1))

        #expect(line.parameter("CN") == "A \"B\" ^ C\nD")
        #expect(line.parameters["ROLE"] == ["X", "Y"])
        #expect(line.value == "mailto:a")
    }

    @Test(arguments: [
        ("20271224", true), ("20271224T180000", true), ("20271224T170000Z", true), ("20271224T236000", false),
        ("20270230", false), ("2027-12-24", false), ("20271224Z", false), ("20271224T1800", false), ("", false),
        ("99999999T999999", false), ("+0271224T180000", false), ("２０２７１２２４", false),
    ])
    func `dates are those of RFC 5545 and no others`(_ text: String, _ isDate: Bool) {
        #expect((CalendarTime(text) != nil) == isDate)
    }

    @Test(
        arguments: [
            ("PT15M", 900), ("-P1DT2H", -93_600), ("P2W", 1_209_600), ("+PT1H30M5S", 5405), ("P", nil), ("PT", nil),
            ("PT1D", nil), ("P1H", nil), ("1H", nil), ("PT99999999999H", nil), ("P999999999W", nil),
        ] as [(String, Int?)])
    func `durations are those of RFC 5545 and no others`(_ text: String, _ seconds: Int?) {
        #expect(CalendarDuration.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "Europe/Berlin"), ("/mozilla.org/20070129_1/Europe/Berlin", "Europe/Berlin"),
            ("/freeassociation.sourceforge.net/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
            ("W. Europe Standard Time", "Europe/Berlin"), ("My Zone", "America/New_York"), ("Plus Two", "GMT+0200"),
            ("Nowhere", nil), ("../../etc/passwd", nil), ("Two", nil),
        ] as [(String, String?)])
    func `zones are found by their names`(_ identifier: String, _ zone: String?) throws {
        let file = calendar(
            """
            BEGIN:VTIMEZONE
            TZID:My Zone
            X-LIC-LOCATION:America/New_York
            END:VTIMEZONE
            BEGIN:VTIMEZONE
            TZID:Plus Two
            BEGIN:STANDARD
            TZOFFSETTO:+0200
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VTIMEZONE
            TZID:Two
            BEGIN:STANDARD
            TZOFFSETTO:+0200
            END:STANDARD
            BEGIN:DAYLIGHT
            TZOFFSETTO:+0300
            END:DAYLIGHT
            END:VTIMEZONE
            BEGIN:VEVENT
            DTSTART;TZID="\(identifier)":20271224T180000
            END:VEVENT
            """)

        #expect(file.events.first?.start.zone?.identifier == zone)
        if zone == nil { #expect(file.problems.first?.message.hasPrefix("TZID") == true) }
        #expect(file.problems.map(\.line) == (zone == nil ? [23] : []))
    }

    @Test func `a rule, dates and exceptions are one recurrence, which begins with the start`() throws {
        let zone = try #require(berlin)
        let event = try #require(
            calendar(
                """
                DTSTART;TZID=Europe/Berlin:20271223T180000
                RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=4
                RDATE:20271225T110000Z
                EXDATE;TZID=Europe/Berlin:20271231T180000
                """
            ).events.first)

        let trigger = event.trigger(atHour: 9)
        var (dates, date): ([String], Date?) = ([], Date(rfc3339: "2027-01-01T00:00:00Z"))
        while let last = date, let next = trigger.nextDate(after: last, anchoredAt: last, in: .gmt) {
            dates.append("\(LocalTime(next, in: zone))")
            date = next
        }

        #expect(
            dates == [
                "2027-12-23T18:00:00", "2027-12-24T18:00:00", "2027-12-25T12:00:00", "2028-01-07T18:00:00",
                "2028-01-14T18:00:00",
            ])
    }

    @Test func `an event of whole days fires in the morning, and its rule ends with a day`() throws {
        let event = try #require(
            calendar("DTSTART;VALUE=DATE:20271224\nDTEND;VALUE=DATE:20271227\nRRULE:FREQ=DAILY;UNTIL=20271225T230000Z")
                .events.first)

        #expect(event.isAllDay)
        #expect(event.dayCount == 3)
        let trigger = event.trigger(atHour: 9)
        let first = try #require(Date(rfc3339: "2027-12-24T00:00:00Z"))
        let second = try #require(trigger.nextDate(after: first, anchoredAt: first, in: .gmt))
        #expect(second.rfc3339(in: .gmt).hasPrefix("2027-12-24T09:00"))
        #expect(trigger.nextDate(after: second, anchoredAt: first, in: .gmt) == second + 86_400)
        #expect(trigger.nextDate(after: second + 86_400, anchoredAt: first, in: .gmt) == nil)
    }

    @Test func `an occurrence that another event replaces is left out`() throws {
        let file = calendar(
            """
            BEGIN:VEVENT
            UID:x
            DTSTART:20271224T180000Z
            RRULE:FREQ=DAILY;COUNT=3
            END:VEVENT
            BEGIN:VEVENT
            UID:x
            RECURRENCE-ID:20271225T180000Z
            DTSTART:20271225T200000Z
            END:VEVENT
            """)

        #expect(file.events.map(\.exceptions.count) == [1, 0])
        #expect(file.events.last?.recurrenceID == .time(try #require(LocalTime("2027-12-25T18:00:00")), .gmt))
    }

    @Test(
        arguments: [
            ("TRIGGER:-PT15M", [.before(900)]), ("TRIGGER;RELATED=END:-PT10M", [.before(-3000)]),
            ("TRIGGER:-PT15M\nREPEAT:2\nDURATION:PT5M", [.before(900), .before(600), .before(300)]),
            ("TRIGGER;VALUE=DATE-TIME:19700101T000010Z", [.at(Date(timeIntervalSince1970: 10))]), ("ACTION:NONE", []),
            ("TRIGGER:soon", nil), ("ACTION:EMAIL\nTRIGGER:-PT15M", nil), ("TRIGGER:-PT15M\nREPEAT:2", nil),
            ("X:1", nil),
        ] as [(String, [CalendarAlarm.Moment]?)])
    func `alarms count from the start or the end`(_ lines: String, _ moments: [CalendarAlarm.Moment]?) {
        let file = calendar(
            "BEGIN:VEVENT\nDTSTART:20271224T180000Z\nDURATION:PT1H\nBEGIN:VALARM\n\(lines)\nEND:VALARM\nEND:VEVENT")

        #expect(file.events.first?.alarms.map(\.moment) == (moments ?? []))
        #expect(file.problems.count == (moments == nil ? 1 : 0))
    }

    @Test func `a task is due, done or without a date`() {
        func task(_ lines: String) -> CalendarFile { calendar("BEGIN:VTODO\n\(lines)\nEND:VTODO") }

        let due = task("DTSTART:20271224T090000Z\nDUE:20271224T180000Z\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM")
        #expect(due.events.first?.start.local().hour == 18)
        #expect(due.events.first?.alarms.map(\.moment) == [.before(9 * 3600 + 300)])
        #expect(task("DUE:20271224\nSTATUS:COMPLETED").events.first?.end == .completed)
        #expect(task("DUE:20271224\nCOMPLETED:20271224T180000Z").events.first?.end == .completed)
        #expect(task("SUMMARY:x").problems.map(\.message) == ["VTODO has neither DUE nor DTSTART"])
    }

    @Test func `a task that lasts is due at its end, and one that repeats from another date is refused`() {
        func task(_ lines: String) -> CalendarFile { calendar("BEGIN:VTODO\n\(lines)\nEND:VTODO") }

        let lasts = task("DTSTART;TZID=Europe/Berlin:20270327T230000\nDURATION:PT6H").events.first
        #expect(lasts?.start.local().description.hasPrefix("2027-03-28T06:00") == true, "\(String(describing: lasts))")
        #expect(task("DTSTART;VALUE=DATE:20271224\nDURATION:P2D").events.first?.start == CalendarTime("20271226"))
        #expect(task("DTSTART;VALUE=DATE:20271224\nDURATION:PT2H").problems.map(\.line) == [5])
        let both = "DTSTART:20271224T090000Z\nDUE:20271224T180000Z"
        #expect(task(both).events.count == 1)
        #expect(task(both + "\nRRULE:FREQ=DAILY").problems.map(\.line) == [3])
        #expect(task("DTSTART:20271224\nDUE:20271224\nRRULE:FREQ=DAILY").events.count == 1)
    }

    @Test func `of the versions of an event the newest counts, and the others are listed`() {
        func version(_ sequence: Int, _ summary: String) -> String {
            "BEGIN:VEVENT\nUID:a\n\(start)\nSEQUENCE:\(sequence)\nSUMMARY:\(summary)\nEND:VEVENT\n"
        }

        let file = calendar(version(1, "old") + version(2, "new") + version(2, "other") + version(2, "new"))

        #expect(file.events.map(\.line) == [9, 21])
        #expect(file.problems.map(\.line) == [3, 15])
    }

    @Test(arguments: [
        ("DTSTART:soon", 5), ("DTSTART:20271224\nDTSTART:20271225", 6), ("SUMMARY:x", 3),
        ("DTSTART:20271224\nRRULE:FREQ=NEVER", 6), ("DTSTART:20271224\nEXRULE:FREQ=DAILY", 6),
        ("DTSTART:20271224\nRDATE:20271299", 6),
        ("DTSTART:20271224T180000\nRECURRENCE-ID;RANGE=THISANDFUTURE:20271224T180000", 6),
    ])
    func `a line that can't be read takes its event with it, by number`(_ lines: String, _ number: Int) {
        let file = calendar(lines)

        #expect(file.events.isEmpty)
        #expect(file.problems.map(\.line) == [number])
    }

    @Test func `a file that is cut off, closed twice or no calendar is read as far as it goes`() {
        let cut = CalendarFile(Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20271224\n".utf8))
        #expect(cut.problems.map(\.line) == [1, 2])
        #expect(calendar("BEGIN:VEVENT\nDTSTART:20271224\nEND:VEVENT\nEND:VEVENT").events.count == 1)
        #expect(CalendarFile(Array("{}\nnothing\n\n".utf8)).problems.map(\.line) == [1, 2])
        #expect(CalendarFile([]).events.isEmpty)
        #expect(!CalendarFile.recognizes("{}".utf8))
        #expect(CalendarFile.recognizes("\u{FEFF}\r\nbegin:vcalendar\r\n".utf8))
    }
}
