// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import TimeExpressions

@Suite struct TimeExpressionTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    @Test func `a duration is an interval, a clock time floats, an offset is fixed`() throws {
        let interval = try TimeExpression.parse("10m", context)
        let clock = try TimeExpression.parse("tomorrow 9am", context)
        let instant = try TimeExpression.parse("2026-12-24T09:00:00+01:00", context)
        let rule = try TimeExpression.parse("every mon,wed 18:00", context)

        #expect(interval.trigger == .timeInterval(.seconds(600), repeats: false))
        #expect(
            clock.trigger
                == .calendar(
                    CalendarComponents(year: 2026, month: 11, day: 22, hour: 9, minute: 0, second: 0), repeats: false))
        #expect(
            instant.trigger
                == .calendar(
                    CalendarComponents(timeZone: .gmt, year: 2026, month: 12, day: 24, hour: 8, minute: 0, second: 0),
                    repeats: false))
        #expect(clock.trigger.isFloating && rule.trigger.isFloating && !instant.trigger.isFloating)
        guard case .rule(let value) = rule.trigger else { throw Refusal.invalidTrigger("not a rule") }
        #expect(value.text == "FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=18;BYMINUTE=0;BYSECOND=0")
        #expect(value.start == .local(LocalTime(context.now, in: context.timeZone)))
    }

    @Test func `a requested zone is kept`() throws {
        var fixed = context
        fixed.isFixed = true

        for text in ["tomorrow 9am", "every day 09:00", "fri", "in 1 mo"] {
            #expect(try !TimeExpression.parse(text, fixed).trigger.isFloating, "\(text)")
        }
    }

    /// Assumptions are noted.
    @Test(arguments: [
        ("tomorrow", "No time of day was given; using 09:00."), ("every day", "No time of day was given; using 09:00."),
        ("09:00", "09:00 is past today; using tomorrow."),
        ("next fri 9am", "\"next\" means the first such day after today: 2026-11-27."),
        ("3 jan 09:00", "The next such date is in 2027."),
        ("every month 31 09:00", "Months without a day 31 are left out."),
        ("every month 5th mon 09:00", "Months without a fifth such weekday are left out."),
        ("every 29 feb 09:00", "Years without a 29 February are left out."),
    ]) func `an assumption is noted`(text: String, note: String) throws {
        #expect(try TimeExpression.parse(text, context).notes == [note])
    }

    @Test func `without an assumption there is no note`() throws {
        for text in ["10m", "17:30", "tomorrow 9am", "every weekday 09:00", "2026-12-24 09:00", "every 15m"] {
            #expect(try TimeExpression.parse(text, context).notes == [], "\(text)")
        }
    }

    /// Texts and their plain forms.
    @Test(arguments: [
        ("1 hour and 30 minutes", "in 1h30m"), ("36h", "in 36h"), ("0.5s", "in 0.5s"), ("90.25s", "in 1m30.25s"),
        ("Friday at 5:30 pm", "2026-11-27 17:30"), ("2026-12-24T09:00:00+01:00", "2026-12-24T08:00:00Z"),
        ("weekdays at 9am".prefixedByEvery, "every weekday 09:00"), ("every wed and mon 6pm", "every mon,wed 18:00"),
        ("every month on the last friday at 16:00", "every month last fri 16:00"),
        ("every 24th of december noon", "every 24 Dec 12:00"),
        ("12:00:01", "2026-11-21 12:00:01"),
    ]) func `a text has a plain form`(text: String, normalized: String) throws {
        #expect(try TimeExpression.parse(text, context).normalized == normalized)
    }

    /// Texts, an end, a count, and the number of times that they fire.
    @Test(
        arguments: [
            ("every 15m", "13:00", nil, 4), ("every 15m", nil, 3, 3), ("every 90s", nil, 2, 2),
            ("every day 12:00", nil, 2, 2), ("*-*-* 12:00", nil, 2, 2), ("*:0/15", nil, 5, 5),
            ("0 9 * * *", "26 nov 2026", nil, 5),
            ("0 9 1 * 1", "1 dec 2026 09:00", nil, 3), ("RRULE:FREQ=DAILY", nil, 2, 2),
            ("RRULE:FREQ=DAILY;COUNT=3", nil, nil, 3), ("RRULE:FREQ=DAILY;COUNT=1", nil, nil, 1),
            ("DTSTART:20261121T120000 RRULE:FREQ=DAILY;COUNT=3", nil, nil, 2),
            ("DTSTART:20261120T090000 RRULE:FREQ=DAILY", nil, 3, 1), ("every mon 09:00", "2026-12-07", nil, 3),
        ] as [(String, String?, Int?, Int)])
    func `a repeating trigger can have an end`(text: String, until: String?, count: Int?, firings: Int) throws {
        let limited = try TimeExpression.parse(text, context).limited(until: until, count: count, context)

        let dates = Explanation(limited, count: 100, context).occurrences
        #expect(dates.count == firings, "\(limited.normalized)")
        #expect(dates.first?.date == limited.nextDate)
        #expect(
            try TimeExpression.parse(limited.normalized, context).trigger == limited.trigger, "\(limited.normalized)")
    }

    @Test(
        arguments: [
            ("10m", nil, 2, "fires once"), ("tomorrow", "fri", nil, "fires once"),
            ("every day", "fri", 2, "exclude each other"),
            ("every day", nil, 0, "1 to 100000"), ("every day", "yesterday", nil, "past"),
            ("every day 18:00", "13:00", nil, "before the first date"),
            ("RRULE:FREQ=DAILY;COUNT=2", nil, 2, "has an end already"), ("0 9 1 * 1", nil, 2, "can't be counted"),
        ] as [(String, String?, Int?, String)])
    func `a wrong end is refused`(text: String, until: String?, count: Int?, reason: String) throws {
        let expression = try TimeExpression.parse(text, context)

        let error = try #require(throws: TimeExpressionError.self) {
            try expression.limited(until: until, count: count, context)
        }
        #expect(error.message.contains(reason), "\(error.message)")
    }

    @Test func `an error points at the wrong word`() throws {
        let text = "tomorrow 25:00"
        let error = try #require(throws: TimeExpressionError.self) { try TimeExpression.parse(text, context) }

        #expect(
            error.rendered(in: text) == """
                "25:00" is not a time of day; it is from 00:00 to 23:59
                  tomorrow 25:00
                           ^^^^^
                """)
    }

    @Test func `carets are correct under wide letters and after tabs`() throws {
        let text = "\tmañana 9am"
        let error = try #require(throws: TimeExpressionError.self) { try TimeExpression.parse(text, context) }

        #expect(error.rendered(in: text).hasSuffix("\n   mañana 9am\n   ^^^^^^"))
    }

    @Test func `a text over 256 bytes is refused`() throws {
        let error = try #require(throws: TimeExpressionError.self) {
            try TimeExpression.parse(String(repeating: "tomorrow ", count: 29), context)
        }

        #expect(error.kind == .tooLong)
        #expect(throws: Never.self) {
            try TimeExpression.parse("tomorrow" + String(repeating: " ", count: 248), context)
        }
    }

    @Test func `a long sentence after a time is no long time`() throws {
        let rest = String(repeating: "word ", count: 1000) + "end"

        #expect(try TimeExpression.parseSentence("tomorrow 9am \(rest)", context).rest == rest)
    }
}

extension String {
    fileprivate var prefixedByEvery: String { "every \(self)" }
}
