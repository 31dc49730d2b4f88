// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing
import Triggers

@Suite struct TriggerCalendarTests {
    /// The components, the zone, the present moment, and at most two dates in the zone's own time.
    static let table = Table(
        """
        // Plain days: smaller components are 0, "after" is exclusive.
        hour=8 | Europe/Berlin | 2026-06-01T07:59:59+02:00 | 2026-06-01T08:00:00+02:00, 2026-06-02T08:00:00+02:00
        hour=8 | Europe/Berlin | 2026-06-01T08:00:00+02:00 | 2026-06-02T08:00:00+02:00, 2026-06-03T08:00:00+02:00
        hour=8 | Europe/Berlin | 2026-06-01T08:00:30+02:00 | 2026-06-02T08:00:00+02:00, 2026-06-03T08:00:00+02:00
        minute=0 | Europe/Berlin | 2026-06-01T08:00:30+02:00 | 2026-06-01T09:00:00+02:00, 2026-06-01T10:00:00+02:00
        second=0 | Europe/Berlin | 2026-06-01T08:00:30+02:00 | 2026-06-01T08:01:00+02:00, 2026-06-01T08:02:00+02:00
        weekday=3 hour=14 | Europe/Berlin | 2026-06-01T08:00:00+02:00 | 2026-06-02T14:00:00+02:00, 2026-06-09T14:00:00+02:00
        day=1 | Europe/Berlin | 2026-06-01T00:00:00+02:00 | 2026-07-01T00:00:00+02:00, 2026-08-01T00:00:00+02:00
        month=6 | Europe/Berlin | 2026-06-15T00:00:00+02:00 | 2027-06-01T00:00:00+02:00, 2028-06-01T00:00:00+02:00
        year=2027 | Europe/Berlin | 2026-06-15T00:00:00+02:00 | 2027-01-01T00:00:00+01:00
        // Year ends.
        hour=0 | Europe/Berlin | 2026-12-31T23:59:59+01:00 | 2027-01-01T00:00:00+01:00, 2027-01-02T00:00:00+01:00
        month=12 day=31 hour=23 minute=59 second=59 | America/New_York | 2026-12-31T23:59:59-05:00 | 2027-12-31T23:59:59-05:00, 2028-12-31T23:59:59-05:00
        // A whole date happens once; then there is no more.
        year=2026 month=12 day=24 hour=9 | Europe/Berlin | 2026-06-01T00:00:00+02:00 | 2026-12-24T09:00:00+01:00
        year=2020 month=1 day=1 | Europe/Berlin | 2026-06-01T00:00:00+02:00 | -
        // DST gap: the first instant after it.
        hour=2 minute=30 | Europe/Berlin | 2027-03-27T03:00:00+01:00 | 2027-03-28T03:00:00+02:00, 2027-03-29T02:30:00+02:00
        hour=2 | Europe/Berlin | 2027-03-27T03:00:00+01:00 | 2027-03-28T03:00:00+02:00, 2027-03-29T02:00:00+02:00
        hour=3 | Europe/Berlin | 2027-03-27T04:00:00+01:00 | 2027-03-28T03:00:00+02:00, 2027-03-29T03:00:00+02:00
        year=2027 month=3 day=28 hour=2 minute=30 | Europe/Berlin | 2026-06-01T00:00:00+02:00 | 2027-03-28T03:00:00+02:00
        hour=2 minute=30 | America/New_York | 2025-03-09T00:00:00-05:00 | 2025-03-09T03:00:00-04:00, 2025-03-10T02:30:00-04:00
        // A gap at midnight: the day begins at 01:00.
        day=26 | Africa/Cairo | 2024-04-25T00:00:00+02:00 | 2024-04-26T01:00:00+03:00, 2024-05-26T00:00:00+03:00
        hour=0 | America/Santiago | 2025-09-06T12:00:00-04:00 | 2025-09-07T01:00:00-03:00, 2025-09-08T00:00:00-03:00
        // DST fold: the first time only; every hour means both.
        hour=2 minute=30 | Europe/Berlin | 2026-10-25T00:00:00+02:00 | 2026-10-25T02:30:00+02:00, 2026-10-26T02:30:00+01:00
        hour=2 minute=30 | Europe/Berlin | 2026-10-25T02:15:00+01:00 | 2026-10-26T02:30:00+01:00, 2026-10-27T02:30:00+01:00
        hour=1 minute=30 | America/New_York | 2025-11-02T00:00:00-04:00 | 2025-11-02T01:30:00-04:00, 2025-11-03T01:30:00-05:00
        minute=30 | Europe/Berlin | 2026-10-25T01:45:00+02:00 | 2026-10-25T02:30:00+02:00, 2026-10-25T02:30:00+01:00
        minute=30 | America/New_York | 2025-11-02T01:30:00-04:00 | 2025-11-02T01:30:00-05:00, 2025-11-02T02:30:00-05:00
        second=0 | Europe/Berlin | 2026-10-25T02:59:00+02:00 | 2026-10-25T02:00:00+01:00, 2026-10-25T02:01:00+01:00
        // Every hour, over a gap: no extra one.
        minute=30 | Europe/Berlin | 2027-03-28T01:30:00+01:00 | 2027-03-28T03:30:00+02:00, 2027-03-28T04:30:00+02:00
        minute=0 | Europe/Berlin | 2027-03-28T01:30:00+01:00 | 2027-03-28T03:00:00+02:00, 2027-03-28T04:00:00+02:00
        // Lord Howe changes by half an hour.
        hour=2 minute=15 | Australia/Lord_Howe | 2026-10-04T00:00:00+10:30 | 2026-10-04T02:30:00+11:00, 2026-10-05T02:15:00+11:00
        hour=1 minute=45 | Australia/Lord_Howe | 2026-04-05T00:00:00+11:00 | 2026-04-05T01:45:00+11:00, 2026-04-06T01:45:00+10:30
        minute=45 | Australia/Lord_Howe | 2026-04-05T01:30:00+11:00 | 2026-04-05T01:45:00+11:00, 2026-04-05T01:45:00+10:30
        minute=15 | Australia/Lord_Howe | 2026-10-04T01:15:00+10:30 | 2026-10-04T03:15:00+11:00, 2026-10-04T04:15:00+11:00
        // The edges of the date line; Samoa had no 30 December 2011.
        hour=0 | Pacific/Kiritimati | 2026-12-31T09:00:00Z | 2027-01-01T00:00:00+14:00, 2027-01-02T00:00:00+14:00
        hour=0 | Pacific/Niue | 2026-12-31T12:00:00Z | 2027-01-01T00:00:00-11:00, 2027-01-02T00:00:00-11:00
        hour=9 | Pacific/Apia | 2011-12-29T09:00:00-10:00 | 2011-12-31T09:00:00+14:00, 2012-01-01T09:00:00+14:00
        year=2011 month=12 day=30 hour=9 | Pacific/Apia | 2011-12-01T00:00:00-10:00 | 2011-12-31T09:00:00+14:00
        minute=0 | Pacific/Apia | 2011-12-29T23:00:00-10:00 | 2011-12-31T00:00:00+14:00, 2011-12-31T01:00:00+14:00
        // Zones that changed by politics.
        hour=9 | Europe/Moscow | 2014-10-25T12:00:00+04:00 | 2014-10-26T09:00:00+03:00, 2014-10-27T09:00:00+03:00
        hour=0 minute=15 | Asia/Pyongyang | 2018-05-04T12:00:00+08:30 | 2018-05-05T00:15:00+09:00, 2018-05-06T00:15:00+09:00
        hour=23 minute=45 | Asia/Pyongyang | 2018-05-04T12:00:00+08:30 | 2018-05-05T00:00:00+09:00, 2018-05-05T23:45:00+09:00
        // A day that doesn't exist, as Apple's trigger has it.
        day=31 | Europe/Berlin | 2026-06-05T00:00:00+02:00 | 2026-07-01T00:00:00+02:00, 2026-07-31T00:00:00+02:00
        month=6 day=31 | Europe/Berlin | 2026-06-05T00:00:00+02:00 | 2026-07-01T00:00:00+02:00, 2027-07-01T00:00:00+02:00
        month=2 day=30 hour=9 | Europe/Berlin | 2026-06-05T00:00:00+02:00 | 2027-03-01T09:00:00+01:00, 2028-03-01T09:00:00+01:00
        day=31 hour=10 | Europe/Berlin | 2026-06-05T00:00:00+02:00 | 2026-07-01T10:00:00+02:00, 2026-07-31T10:00:00+02:00
        month=2 day=29 hour=9 | Europe/Berlin | 2025-03-05T00:00:00+01:00 | 2026-03-01T09:00:00+01:00, 2027-03-01T09:00:00+01:00
        month=2 day=29 hour=9 | Europe/Berlin | 2027-03-01T09:00:00+01:00 | 2028-02-29T09:00:00+01:00, 2029-03-01T09:00:00+01:00
        year=2025 month=2 day=29 hour=9 | Europe/Berlin | 2025-01-01T00:00:00+01:00 | 2025-03-01T09:00:00+01:00
        // Weeks and ordinals.
        weekday=3 weekdayOrdinal=2 hour=9 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2026-12-08T09:00:00+01:00, 2027-01-12T09:00:00+01:00
        weekOfYear=53 weekday=2 calendar=iso8601 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2026-12-28T00:00:00+01:00, 2032-12-27T00:00:00+01:00
        weekOfYear=1 calendar=iso8601 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2027-01-04T00:00:00+01:00, 2028-01-03T00:00:00+01:00
        yearForWeekOfYear=2027 weekOfYear=1 weekday=2 calendar=iso8601 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2027-01-04T00:00:00+01:00
        yearForWeekOfYear=2028 weekOfYear=53 weekday=2 calendar=iso8601 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | -
        weekOfYear=10 weekday=2 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2027-03-01T00:00:00+01:00, 2028-02-28T00:00:00+01:00
        dayOfYear=366 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2028-12-31T00:00:00+01:00, 2032-12-31T00:00:00+01:00
        day=13 weekday=6 hour=12 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2027-08-13T12:00:00+02:00, 2028-10-13T12:00:00+02:00
        quarter=2 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2027-04-01T00:00:00+02:00, 2028-04-01T00:00:00+02:00
        quarter=2 month=5 day=1 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2027-05-01T00:00:00+02:00, 2028-05-01T00:00:00+02:00
        quarter=1 month=5 day=1 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | -
        era=0 year=2027 month=1 day=1 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | -
        // What a client gets from dateComponents(in:from:): every field, some made with other weeks.
        era=1 year=2027 month=1 day=2 hour=9 minute=0 second=5 nanosecond=0 weekday=7 weekdayOrdinal=1 quarter=0 weekOfMonth=0 weekOfYear=53 yearForWeekOfYear=2026 isLeapMonth=false | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2027-01-02T09:00:05+01:00
        // The components' own zone counts, not the person's.
        hour=9 timeZone=Asia/Tokyo | Europe/Berlin | 2026-11-21T00:00:00+01:00 | 2026-11-21T01:00:00+01:00, 2026-11-22T01:00:00+01:00
        hour=2 minute=30 timeZone=America/New_York | Asia/Kolkata | 2025-03-09T00:00:00-05:00 | 2025-03-09T12:30:00+05:30, 2025-03-10T12:00:00+05:30
        // Other calendars.
        month=1 day=1 hour=9 calendar=hebrew | Asia/Jerusalem | 2026-11-21T00:00:00+02:00 | 2027-10-02T09:00:00+03:00, 2028-09-21T09:00:00+03:00
        month=1 day=1 hour=9 calendar=islamic-umalqura | Asia/Riyadh | 2026-11-21T00:00:00+03:00 | 2027-06-06T09:00:00+03:00, 2028-05-25T09:00:00+03:00
        month=1 day=1 hour=9 calendar=persian | Asia/Tehran | 2026-11-21T00:00:00+03:30 | 2027-03-21T09:00:00+03:30, 2028-03-20T09:00:00+03:30
        month=1 day=1 hour=9 calendar=chinese | Asia/Shanghai | 2026-11-21T00:00:00+08:00 | 2027-02-06T09:00:00+08:00, 2028-01-26T09:00:00+08:00
        era=236 year=9 month=1 day=1 hour=9 calendar=japanese | Asia/Tokyo | 2026-11-21T00:00:00+09:00 | 2027-01-01T09:00:00+09:00
        year=2570 month=4 day=13 hour=8 calendar=buddhist | Asia/Bangkok | 2026-11-21T00:00:00+07:00 | 2027-04-13T08:00:00+07:00
        // Never.
        month=13 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | -
        hour=25 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | -
        year=2026 month=12 day=24 weekday=2 | Europe/Berlin | 2026-11-21T00:00:00+01:00 | -
        """)

    @Test(arguments: table) func `a calendar trigger fires at its next dates`(_ row: [String]) throws {
        let trigger = Trigger.calendar(try components(row[0]), repeats: true)

        let dates = try trigger.dates(2, after: row[2], in: try zone(row[1]))

        #expect(dates == list(row[3]), "\(row[0]) in \(row[1])")
    }

    @Test func `a floating trigger follows the zone in which it is computed`() throws {
        let trigger = Trigger.calendar(CalendarComponents(hour: 9), repeats: true)
        let now = "2026-11-21T00:00:00Z"

        #expect(trigger.isFloating)
        #expect(try trigger.dates(1, after: now, in: try zone("Asia/Tokyo")) == ["2026-11-22T09:00:00+09:00"])
        #expect(try trigger.dates(1, after: now, in: try zone("Europe/London")) == ["2026-11-21T09:00:00Z"])
    }

    @Test func `a trigger with a zone does not float`() throws {
        let floating = Trigger.calendar(CalendarComponents(hour: 9), repeats: true)
        let fixed = Trigger.calendar(CalendarComponents(timeZone: .gmt, hour: 9), repeats: true)

        #expect(floating.isFloating)
        #expect(!fixed.isFloating)
    }

    @Test func `components that contradict one another are given up soon`() throws {
        let impossible = try [
            "weekday=8", "weekday=2 weekdayOrdinal=5 month=2 day=1", "day=31 month=4 weekday=2", "minute=99",
        ]
        .map(components)
        let start = ContinuousClock.now
        for components in impossible {
            let trigger = Trigger.calendar(components, repeats: true)
            #expect(try trigger.dates(1, after: "2026-11-21T00:00:00Z", in: .gmt) == [])
        }

        #expect(ContinuousClock.now - start < .seconds(20 * deadlineFactor))
    }
}
