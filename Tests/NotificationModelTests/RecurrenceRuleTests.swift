// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing
import Triggers

@Suite struct RecurrenceRuleTests {
    /// The rule, its start, its zone, the present moment, and the next dates.
    static let table = Table(
        """
        FREQ=DAILY;BYHOUR=9 | 2026-11-21T00:00:00 | Europe/Berlin | 2026-11-21T09:00:00+01:00 | 2026-11-22T09:00:00+01:00, 2026-11-23T09:00:00+01:00
        FREQ=DAILY;INTERVAL=3 | 2026-01-01T07:30:00 | Europe/Berlin | 2026-11-21T09:00:00+01:00 | 2026-11-24T07:30:00+01:00, 2026-11-27T07:30:00+01:00
        FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=18;BYMINUTE=0;BYSECOND=0 | 2026-11-21T18:00:00 | Europe/Berlin | 2026-11-21T09:00:00+01:00 | 2026-11-23T18:00:00+01:00, 2026-11-25T18:00:00+01:00, 2026-11-30T18:00:00+01:00
        FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=16 | 2026-11-21T00:00:00 | Europe/Berlin | 2026-11-21T09:00:00+01:00 | 2026-11-27T16:00:00+01:00, 2026-12-25T16:00:00+01:00
        FREQ=MONTHLY;BYDAY=MO,SA | 2026-09-03T04:52:00 | UTC | 2026-09-03T00:00:00Z | 2026-09-05T04:52:00Z, 2026-09-07T04:52:00Z, 2026-09-12T04:52:00Z, 2026-09-14T04:52:00Z
        FREQ=YEARLY | 2026-12-24T18:00:00 | Europe/Berlin | 2026-11-21T09:00:00+01:00 | 2026-12-24T18:00:00+01:00, 2027-12-24T18:00:00+01:00
        // A day that doesn't exist is skipped.
        FREQ=MONTHLY | 2026-01-31T09:00:00 | Europe/Berlin | 2026-02-01T00:00:00+01:00 | 2026-03-31T09:00:00+02:00, 2026-05-31T09:00:00+02:00
        FREQ=YEARLY | 2024-02-29T09:00:00 | Europe/Berlin | 2024-03-01T00:00:00+01:00 | 2028-02-29T09:00:00+01:00, 2032-02-29T09:00:00+01:00
        FREQ=YEARLY | 2096-02-29T09:00:00 | UTC | 2096-03-01T00:00:00Z | 2104-02-29T09:00:00Z
        FREQ=DAILY | 2011-12-01T09:00:00 | Pacific/Apia | 2011-12-29T00:00:00-10:00 | 2011-12-29T09:00:00-10:00, 2011-12-31T09:00:00+14:00
        FREQ=WEEKLY | 2011-12-02T09:00:00 | Pacific/Apia | 2011-12-29T00:00:00-10:00 | 2012-01-06T09:00:00+14:00
        // Gap: the first instant after it; fold: the first time.
        FREQ=DAILY | 2027-03-01T02:30:00 | Europe/Berlin | 2027-03-27T02:30:00+01:00 | 2027-03-28T03:00:00+02:00, 2027-03-29T02:30:00+02:00
        FREQ=DAILY | 2026-10-01T02:30:00 | Europe/Berlin | 2026-10-24T02:30:00+02:00 | 2026-10-25T02:30:00+02:00, 2026-10-26T02:30:00+01:00
        // Hours count in both passes of a fold, and not in a gap.
        FREQ=HOURLY;BYMINUTE=30 | 2026-10-01T00:30:00 | Europe/Berlin | 2026-10-25T01:30:00+02:00 | 2026-10-25T02:30:00+02:00, 2026-10-25T02:30:00+01:00, 2026-10-25T03:30:00+01:00
        FREQ=HOURLY;BYMINUTE=30 | 2026-10-01T00:30:00 | Europe/Berlin | 2027-03-28T01:30:00+01:00 | 2027-03-28T03:30:00+02:00
        FREQ=MINUTELY;INTERVAL=20 | 2026-10-01T00:00:00 | Europe/Berlin | 2026-10-25T02:40:00+02:00 | 2026-10-25T02:00:00+01:00, 2026-10-25T02:20:00+01:00
        FREQ=HOURLY;INTERVAL=8;BYMONTH=1 | 2026-01-01T01:00:00 | Europe/Berlin | 2026-11-21T09:00:00+01:00 | 2027-01-01T01:00:00+01:00, 2027-01-01T09:00:00+01:00
        // COUNT counts from the start, UNTIL includes its moment.
        FREQ=DAILY;COUNT=3 | 2026-11-20T09:00:00 | UTC | 2026-11-20T12:00:00Z | 2026-11-21T09:00:00Z, 2026-11-22T09:00:00Z
        FREQ=DAILY;UNTIL=20261122T090000 | 2026-11-20T09:00:00 | UTC | 2026-11-20T12:00:00Z | 2026-11-21T09:00:00Z, 2026-11-22T09:00:00Z
        FREQ=DAILY;UNTIL=20261122 | 2026-11-20T09:00:00 | UTC | 2026-11-20T12:00:00Z | 2026-11-21T09:00:00Z, 2026-11-22T09:00:00Z
        FREQ=DAILY;UNTIL=20261122T075959Z | 2026-11-20T09:00:00 | Europe/Berlin | 2026-11-20T12:00:00Z | 2026-11-21T09:00:00+01:00
        // From RFC 5545, 3.8.5.3.
        FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8 | 1996-11-05T09:00:00 | America/New_York | 1996-01-01T00:00:00-05:00 | 1996-11-05T09:00:00-05:00, 2000-11-07T09:00:00-05:00, 2004-11-02T09:00:00-05:00
        FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3 | 1997-09-04T09:00:00 | America/New_York | 1997-01-01T00:00:00-05:00 | 1997-09-04T09:00:00-04:00, 1997-10-07T09:00:00-04:00, 1997-11-06T09:00:00-05:00
        FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2 | 1997-09-29T09:00:00 | America/New_York | 1997-01-01T00:00:00-05:00 | 1997-09-29T09:00:00-04:00, 1997-10-30T09:00:00-05:00
        FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO | 1997-05-12T09:00:00 | America/New_York | 1997-01-01T00:00:00-05:00 | 1997-05-12T09:00:00-04:00, 1998-05-11T09:00:00-04:00, 1999-05-17T09:00:00-04:00
        FREQ=YEARLY;BYDAY=20MO | 1997-05-19T09:00:00 | America/New_York | 1997-01-01T00:00:00-05:00 | 1997-05-19T09:00:00-04:00, 1998-05-18T09:00:00-04:00
        FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200 | 1997-01-01T09:00:00 | America/New_York | 1997-01-01T00:00:00-05:00 | 1997-01-01T09:00:00-05:00, 1997-04-10T09:00:00-04:00, 1997-07-19T09:00:00-04:00, 2000-01-01T09:00:00-05:00
        FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO | 1997-08-05T09:00:00 | America/New_York | 1997-08-01T00:00:00-04:00 | 1997-08-05T09:00:00-04:00, 1997-08-10T09:00:00-04:00, 1997-08-19T09:00:00-04:00, 1997-08-24T09:00:00-04:00
        FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU | 1997-08-05T09:00:00 | America/New_York | 1997-08-01T00:00:00-04:00 | 1997-08-05T09:00:00-04:00, 1997-08-17T09:00:00-04:00, 1997-08-19T09:00:00-04:00, 1997-08-31T09:00:00-04:00
        FREQ=MINUTELY;INTERVAL=90 | 1997-09-02T09:00:00 | America/New_York | 1997-09-02T08:00:00-04:00 | 1997-09-02T09:00:00-04:00, 1997-09-02T10:30:00-04:00, 1997-09-02T12:00:00-04:00
        FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13 | 1997-09-02T09:00:00 | America/New_York | 1997-09-02T08:00:00-04:00 | 1998-02-13T09:00:00-05:00, 1998-03-13T09:00:00-05:00, 1998-11-13T09:00:00-05:00, 1999-08-13T09:00:00-04:00
        FREQ=MONTHLY;BYMONTHDAY=-1,15 | 2026-01-01T09:00:00 | UTC | 2026-02-01T00:00:00Z | 2026-02-15T09:00:00Z, 2026-02-28T09:00:00Z, 2026-03-15T09:00:00Z
        """)

    @Test(arguments: table) func `a rule's occurrences are those of RFC 5545`(_ row: [String]) throws {
        let start = try #require(LocalTime(row[1]))
        let zone = try zone(row[2])
        let rule = try RecurrenceSet(parsing: row[0], start: .local(start), timeZone: zone)
        let expected = list(row[4])
        // One more date is requested if the rule ends with the last one listed.
        let count = expected.count + (rule.rules[0].end == .never ? 0 : 1)

        let dates = try Trigger.rule(rule).dates(count, after: row[3], in: zone)

        #expect(dates == expected, "\(row[0])")
    }

    /// Rules as text, and their normal form.
    @Test(arguments: [
        ("freq=daily", "FREQ=DAILY"),
        ("RRULE:FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
        ("BYDAY=WE,MO,MO;FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY;BYDAY=MO,WE"),
        ("FREQ=MONTHLY;BYDAY=+2TU,-1FR", "FREQ=MONTHLY;BYDAY=-1FR,2TU"),
        ("FREQ=DAILY;UNTIL=20261231", "FREQ=DAILY;UNTIL=20261231T235959"),
        ("FREQ=YEARLY;BYMONTH=12,1;BYMONTHDAY=-1;BYHOUR=09", "FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=-1;BYHOUR=9"),
    ]) func `a rule has one normal form`(text: String, canonical: String) throws {
        let rule = try RecurrenceRule(parsing: text)

        #expect(rule.description == canonical)
        #expect(try RecurrenceRule(parsing: canonical) == rule)
    }

    /// Rules that are refused, and a word that the error's message contains.
    @Test(arguments: [
        ("", "NAME=VALUE"), ("FREQ", "NAME=VALUE"), ("INTERVAL=2", "no FREQ"), ("FREQ=FORTNIGHTLY", "FORTNIGHTLY"),
        ("FREQ=DAILY;FREQ=DAILY", "FREQ twice"), ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0"),
        ("FREQ=DAILY;INTERVAL=99999999999999999999", "INTERVAL"), ("FREQ=DAILY;COUNT=0", "COUNT=0"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20261231", "both COUNT and UNTIL"), ("FREQ=DAILY;UNTIL=tomorrow", "UNTIL=TOMORROW"),
        ("FREQ=DAILY;BYMONTH=13", "BYMONTH=13"), ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24"),
        ("FREQ=DAILY;BYMINUTE=60", "BYMINUTE=60"),
        ("FREQ=DAILY;BYSECOND=60", "BYSECOND=60"), ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY=0"),
        ("FREQ=MONTHLY;BYMONTHDAY=-32", "BYMONTHDAY=-32"), ("FREQ=WEEKLY;BYDAY=XX", "BYDAY=XX"),
        ("FREQ=WEEKLY;BYDAY=1MO", "numbered BYDAY"), ("FREQ=MONTHLY;BYDAY=0MO", "must not be 0"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY with FREQ=WEEKLY"), ("FREQ=DAILY;BYWEEKNO=1", "BYWEEKNO"),
        ("FREQ=DAILY;BYYEARDAY=1", "BYYEARDAY"), ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS alone"),
        ("FREQ=DAILY;WKST=XX", "WKST=XX"),
        ("FREQ=DAILY;BYEASTER=1", "BYEASTER"), ("FREQ=SECONDLY", "every 60 seconds"),
        ("FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31", "can never match"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "can never match"),
        ("FREQ=DAILY;BYHOUR=", "BYHOUR"), ("FREQ=DAILY;", "NAME=VALUE"),
        ("FREQ=DAILY;BYSECOND=0,30", "once in a minute"),
    ]) func `a wrong rule is refused with a message about its fault`(text: String, word: String) throws {
        let refusal = try #require(throws: Refusal.self) { try RecurrenceRule(parsing: text) }

        #expect(refusal.message.contains(word), "\(refusal.message)")
    }

    @Test func `a rule without a start begins when its request is added`() throws {
        let rule = Trigger.rule(
            try RecurrenceSet(parsing: "FREQ=DAILY;INTERVAL=2", timeZone: try zone("Europe/Berlin")))

        #expect(
            try rule.dates(2, after: "2026-11-21T09:15:00+01:00", in: .gmt) == [
                "2026-11-23T08:15:00Z", "2026-11-25T08:15:00Z",
            ])
    }

    @Test(arguments: [
        "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", "FREQ=HOURLY;BYMONTH=2;BYYEARDAY=-1",
        "FREQ=SECONDLY;INTERVAL=120;BYSECOND=5",
        "FREQ=MINUTELY;BYYEARDAY=366;BYMONTH=1", "FREQ=YEARLY;INTERVAL=99999;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=HOURLY;INTERVAL=24;BYHOUR=5", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=300", "FREQ=HOURLY;BYMINUTE=5;BYSETPOS=2",
    ]) func `a rule that never matches is given up soon`(text: String) throws {
        let start = try #require(LocalTime("2026-11-21T00:00:00"))
        let rule = try RecurrenceSet(parsing: text, start: .local(start), timeZone: .gmt)
        let begin = ContinuousClock.now

        #expect(try Trigger.rule(rule).dates(1, after: "2026-11-21T00:00:00Z", in: .gmt) == [])
        #expect(ContinuousClock.now - begin < .seconds(20 * deadlineFactor))
    }

    @Test func `a start long ago costs no time`() throws {
        let start = try #require(LocalTime("1970-01-01T00:00:00"))
        let rule = try RecurrenceSet(parsing: "FREQ=MINUTELY;INTERVAL=7", start: .local(start), timeZone: .gmt)
        let begin = ContinuousClock.now

        let dates = try Trigger.rule(rule).dates(1, after: "2026-11-21T00:00:00Z", in: .gmt)

        #expect(dates == ["2026-11-21T00:04:00Z"])
        #expect(ContinuousClock.now - begin < .seconds(20 * deadlineFactor))
    }
}
