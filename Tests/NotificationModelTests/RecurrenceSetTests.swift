// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport
import Triggers

@Suite struct RecurrenceSetTests {
    private func set(_ json: String) throws -> Trigger {
        try JSONDecoder().decode(Trigger.self, from: Data(json.utf8))
    }

    /// The set as JSON, its zone, the present moment, and the next dates.
    static let table = Table(
        """
        // A union: a moment of both comes once.
        {"rule":"FREQ=DAILY;BYMONTHDAY=1,7;BYHOUR=9;BYMINUTE=0;BYSECOND=0\\nFREQ=DAILY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0"} | Europe/Berlin | 2026-11-29T12:00:00+01:00 | 2026-11-30T09:00:00+01:00, 2026-12-01T09:00:00+01:00, 2026-12-07T09:00:00+01:00, 2026-12-14T09:00:00+01:00
        // Dates besides, on the set's clock or as moments.
        {"rule":"FREQ=WEEKLY","start":"2026-11-23T09:00:00","dates":["2026-11-24T12:00:00","2026-11-25T12:00:00Z"]} | Europe/Berlin | 2026-11-23T08:00:00+01:00 | 2026-11-23T09:00:00+01:00, 2026-11-24T12:00:00+01:00, 2026-11-25T13:00:00+01:00, 2026-11-30T09:00:00+01:00
        {"dates":["2026-11-24T12:00:00"],"timeZone":"Asia/Tokyo"} | Europe/Berlin | 2026-11-21T12:00:00+01:00 | 2026-11-24T04:00:00+01:00
        {"dates":["2026-11-20T12:00:00"]} | Europe/Berlin | 2026-11-21T12:00:00+01:00 | -
        // A date in the gap fires after it.
        {"dates":["2027-03-28T02:30:00"]} | Europe/Berlin | 2026-11-21T12:00:00+01:00 | 2027-03-28T03:00:00+02:00
        // Exceptions: a moment, a moment that the gap moves, and whole days.
        {"rule":"FREQ=DAILY","start":"2026-11-21T09:00:00","exceptions":["2026-11-23T09:00:00"]} | Europe/Berlin | 2026-11-21T12:00:00+01:00 | 2026-11-22T09:00:00+01:00, 2026-11-24T09:00:00+01:00
        {"rule":"FREQ=DAILY","start":"2027-03-27T02:30:00","exceptions":["2027-03-28T02:30:00"]} | Europe/Berlin | 2027-03-27T12:00:00+01:00 | 2027-03-29T02:30:00+02:00
        {"rule":"FREQ=HOURLY;INTERVAL=6","start":"2026-11-21T00:00:00","exceptions":["2026-11-22"]} | Europe/Berlin | 2026-11-21T17:00:00+01:00 | 2026-11-21T18:00:00+01:00, 2026-11-23T00:00:00+01:00
        {"rule":"FREQ=DAILY;COUNT=2","start":"2026-11-22T09:00:00","exceptions":["2026-11-22","2026-11-23"]} | Europe/Berlin | 2026-11-21T12:00:00+01:00 | -
        // Only some years.
        {"rule":"FREQ=YEARLY;X-BYYEAR=2027,2030","start":"2026-12-24T09:00:00"} | UTC | 2026-11-21T12:00:00Z | 2027-12-24T09:00:00Z, 2030-12-24T09:00:00Z
        {"rule":"FREQ=DAILY;X-BYYEAR=2028;BYMONTH=2;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0;BYSECOND=0"} | UTC | 2026-11-21T12:00:00Z | 2028-02-29T09:00:00Z
        {"rule":"FREQ=HOURLY;X-BYYEAR=2028;BYMINUTE=0;BYSECOND=0"} | UTC | 2026-11-21T12:00:00Z | 2028-01-01T00:00:00Z, 2028-01-01T01:00:00Z
        {"rule":"FREQ=YEARLY;INTERVAL=2;X-BYYEAR=2027,2029","start":"2026-12-24T09:00:00"} | UTC | 2026-11-21T12:00:00Z | -
        // Some of a period's occurrences, of those before the start as well.
        {"rule":"FREQ=WEEKLY;BYDAY=SU,SA;BYHOUR=6;BYMINUTE=48;BYSECOND=0;BYSETPOS=1;WKST=SU","start":"2032-04-06T19:25:25"} | UTC | 2032-04-06T20:00:00Z | 2032-04-11T06:48:00Z, 2032-04-18T06:48:00Z
        {"rule":"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=9,17;BYMINUTE=0;BYSECOND=0"} | UTC | 2026-11-21T12:00:00Z | 2026-11-30T17:00:00Z, 2026-12-31T17:00:00Z
        {"rule":"FREQ=YEARLY;BYWEEKNO=52,53;BYDAY=SU;BYHOUR=9;BYMINUTE=0;BYSECOND=0"} | UTC | 2026-11-21T12:00:00Z | 2026-12-27T09:00:00Z, 2027-01-03T09:00:00Z, 2028-01-02T09:00:00Z
        // A start that is a moment: the second pass of the fold is behind it, whatever the clock shows.
        {"rule":"FREQ=HOURLY;BYMINUTE=28;BYSECOND=0","start":"2031-11-02T05:56:28Z"} | America/New_York | 2031-11-02T05:56:28Z | 2031-11-02T01:28:00-05:00, 2031-11-02T02:28:00-05:00
        // The next reading may be days away: the fold is looked at all the same.
        {"rule":"FREQ=HOURLY;BYMINUTE=14,51;BYSECOND=0;BYMONTHDAY=1,5"} | America/Santiago | 2028-04-01T23:51:30-03:00 | 2028-04-01T23:14:00-04:00, 2028-04-01T23:51:00-04:00, 2028-04-05T00:14:00-04:00
        """)

    @Test(arguments: table) func `a set fires at its rules and dates, without its exceptions`(_ row: [String]) throws {
        let expected = list(row[3])

        let dates = try set(row[0]).dates(expected.isEmpty ? 1 : expected.count, after: row[2], in: try zone(row[1]))

        #expect(dates == expected, "\(row[0])")
    }

    // The moment of adding was counted, although it never fired: COUNT=3 fired twice, and COUNT=1 was refused.
    @Test(arguments: [1, 3]) func `without a start, the count is of occurrences to come`(count: Int) throws {
        let added = try #require(Date(rfc3339: "2026-11-21T12:00:00.250Z"))
        let trigger = Trigger.rule(try RecurrenceSet(parsing: "FREQ=DAILY;COUNT=\(count)"))
        var dates: [Date] = []
        while let next = trigger.nextDate(after: dates.last ?? added, anchoredAt: added, in: .gmt) {
            dates.append(next)
        }
        #expect(dates.count == count)
        #expect(try trigger.firstDate(after: added, in: .gmt) == dates.first)
    }

    @Test func `a set that fires once doesn't repeat`() throws {
        #expect(try !set(#"{"dates":["2026-11-24T12:00:00"]}"#).repeats)
        #expect(try !set(#"{"rule":"FREQ=DAILY;COUNT=1"}"#).repeats)
        #expect(try set(#"{"rule":"FREQ=DAILY;COUNT=1","dates":["2026-11-24T12:00:00"]}"#).repeats)
        #expect(try set(#"{"dates":["2026-11-24T12:00:00","2026-11-25T12:00:00"]}"#).repeats)
    }

    @Test func `the size of a set is limited`() throws {
        let daily = RecurrenceRule(.daily)
        var long = RecurrenceSet([daily])
        long.dates = Array(repeating: .local(LocalTime(seconds: 0)), count: 501)

        #expect(throws: Refusal.self) { try RecurrenceSet(Array(repeating: daily, count: 9)).validate() }
        #expect(throws: Refusal.self) { try long.validate() }
        #expect(throws: Refusal.self) { try RecurrenceSet([]).validate() }
        #expect(throws: Never.self) { try RecurrenceSet(Array(repeating: daily, count: 8)).validate() }
    }

    @Test func `a count has the same effect as the date on which it ends`() throws {
        var random = SeededGenerator()
        for text in [
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3;BYHOUR=6,9", "FREQ=MONTHLY;BYMONTHDAY=31",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
            "FREQ=HOURLY;INTERVAL=7", "FREQ=MINUTELY;INTERVAL=50;BYHOUR=9", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
            "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1", "FREQ=MINUTELY;BYHOUR=3",
        ] {
            let start = try #require(LocalTime("2026-01-10T08:30:00"))
            let count = Int.random(in: 1...60, using: &random)
            let counted = Trigger.rule(try RecurrenceSet(parsing: "\(text);COUNT=\(count)", start: .local(start)))
            let endless = Trigger.rule(try RecurrenceSet(parsing: text, start: .local(start)))

            let dates = try counted.dates(count + 1, after: "2026-01-01T00:00:00Z", in: .gmt)

            #expect(try dates == endless.dates(count, after: "2026-01-01T00:00:00Z", in: .gmt), "\(text) \(count)")
        }
    }
}
