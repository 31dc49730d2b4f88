// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import TimeExpressions

/// Properties of iCalendar components, as calendars write them.
@Suite struct CalendarTextTests {
    private let context: TimeExpression.Context

    init() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        context = .init(now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
    }

    /// Texts, and their first dates in Berlin.
    @Test(arguments: [
        ("DTSTART:20261124T180000 RDATE:20261125T180000", ["2026-11-24 18:00", "2026-11-25 18:00"]),
        ("DTSTART:20261124T180000\r\nRDATE:20261124T180000,20261126T180000", ["2026-11-24 18:00", "2026-11-26 18:00"]),
        ("DTSTART:20261124T180000\r\nRRULE:FREQ=DAILY;CO\r\n UNT=2", ["2026-11-24 18:00", "2026-11-25 18:00"]),
        ("DTSTART:20261124T180000\n RRULE:FREQ=DAILY;COUNT=2", ["2026-11-24 18:00", "2026-11-25 18:00"]),
        ("DTSTART;TZID=W. Europe Standard Time:20261124T180000\nRRULE:FREQ=DAILY;COUNT=1", ["2026-11-24 18:00"]),
        ("DTSTART;TZID=\"Tokyo Standard Time\":20261124T180000 RRULE:FREQ=DAILY;COUNT=1", ["2026-11-24 10:00"]),
    ])
    func `T9: dates, folded lines and Windows' zone names are read`(text: String, dates: [String]) throws {
        let expression = try TimeExpression.parse(text, context)
        let shown = Explanation(expression, count: 5, context).occurrences
            .map { LocalTime($0.date, in: context.timeZone).text }
        #expect(shown == dates)
    }

    @Test func `T9: each Windows zone name stands for an existing zone`() throws {
        for name in ["W. Europe Standard Time", "Pacific Standard Time", "UTC", "Line Islands Standard Time"] {
            #expect(WindowsZone.identifier(name).flatMap { Zone(identifier: $0) } != nil, "\(name)")
        }
        let error = try #require(throws: TimeExpressionError.self) {
            try TimeExpression.parse("DTSTART;TZID=Nowhere Standard Time:20261124T180000 RRULE:FREQ=DAILY", context)
        }
        #expect(error.message.contains("\"Nowhere Standard Time\" is not a zone that is known here"))
    }
}

/// Rules whose ends would take long to compute.
@Suite struct CostlyRuleTests {
    @Test func `T11: a rule that ends in a hundred thousand years is read at once, and ends in time`() throws {
        let zone = try #require(Zone(identifier: "Europe/Berlin"))
        let context = TimeExpression.Context(
            now: try #require(Date(rfc3339: "2026-11-21T12:00:00+01:00")), timeZone: zone)
        let hours = (0..<24).map(String.init).joined(separator: ",")
        let minutes = (0..<60).map(String.init).joined(separator: ",")
        let positioned = "FREQ=YEARLY;BYSETPOS=366;BYDAY=MO;BYHOUR=\(hours);BYMINUTE=\(minutes);COUNT="

        // Each of these took a third of a second to three seconds; the test measures no time, but all of them together
        // would take minutes.
        for _ in 0..<200 { _ = try TimeExpression.parse(positioned + "99999", context) }

        for (text, count) in [(positioned + "3", 3), ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=4", 4)] {
            let dates = Explanation(try TimeExpression.parse(text, context), count: 10, context).occurrences
            #expect(dates.count == count, "\(text)")
        }
        let stepped = "DTSTART:20261122T120000 RRULE:FREQ=HOURLY;INTERVAL=5;BYDAY=MO;COUNT=7"
        #expect(Explanation(try TimeExpression.parse(stepped, context), count: 20, context).occurrences.count == 7)
    }
}
