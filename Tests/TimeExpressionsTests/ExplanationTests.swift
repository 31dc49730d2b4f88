// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import Triggers

@testable import TimeExpressions

@Suite struct ExplanationTests {
    private func context(_ now: String, _ zone: String) throws -> TimeExpression.Context {
        .init(now: try #require(Date(rfc3339: now)), timeZone: try #require(Zone(identifier: zone)))
    }

    private func explain(_ text: String, _ now: String, _ zone: String, count: Int = 3) throws -> Explanation {
        let context = try context(now, zone)
        return Explanation(try TimeExpression.parse(text, context), count: count, context)
    }

    @Test func `occurrences have their zone, offset and distance`() throws {
        let explanation = try explain("every day 02:30", "2026-10-24T12:00:00+02:00", "Europe/Berlin", count: 2)

        #expect(explanation.normalized == "every day 02:30")
        #expect(explanation.occurrences.map(\.text) == ["Sun 2026-10-25 02:30 CEST", "Mon 2026-10-26 02:30 CET"])
        #expect(explanation.occurrences.map(\.offset) == ["+02:00", "+01:00"])
        #expect(explanation.occurrences.map(\.relative) == ["in 14 h 30 min", "in 1 d 15 h"])
    }

    // They were in UTC, although the same words of --at were in the person's zone.
    @Test(arguments: [
        ("2026-12-24T09:00:00+05:30", "Thu 2026-12-24 04:30 CET"), ("@1795852800", "Sat 2026-11-28 09:00 CET"),
        ("2026-12-24 09:00+01:00", "Thu 2026-12-24 09:00 CET"), ("every 15m 3 times", "Sat 2026-11-21 12:15 CET"),
        ("DTSTART:20261224T080000Z RRULE:FREQ=DAILY", "Thu 2026-12-24 09:00 CET"),
    ]) func `dates are in the person's zone even if the words name another`(text: String, shown: String) throws {
        let explanation = try explain(text, "2026-11-21T12:00:00+01:00", "Europe/Berlin")

        #expect(explanation.occurrences.first?.text == shown)
        #expect(explanation.notes.contains { $0.contains("+05:30 fixes") } == text.contains("+05:30"))
    }

    // The message said that it never comes, and the text was accepted.
    @Test func `the last year has a distance`() throws {
        let explanation = try explain("9999-12-29", "2026-11-21T12:00:00+01:00", "Europe/Berlin")

        #expect(explanation.occurrences.first?.relative == "in 7973 y 38 d")
    }

    @Test func `a gap and a fold are explained`() throws {
        let gap = try explain("02:30 every day", "2027-03-27T12:00:00+01:00", "Europe/Berlin")
        let fold = try explain("tomorrow 01:30", "2026-10-31T12:00:00-04:00", "America/New_York")
        let plain = try explain("02:30 every day", "2027-06-27T12:00:00+02:00", "Europe/Berlin")

        // The occurrences that are listed, and the coming year.
        #expect(
            gap.notes == [
                "02:30 does not exist on 2027-03-28 in Europe/Berlin; fires 03:00.",
                "02:30 comes twice on 2027-10-31 in Europe/Berlin; fires the first time.",
                "02:30 does not exist on 2028-03-26 in Europe/Berlin; fires 03:00.",
            ])
        #expect(fold.notes == ["01:30 comes twice on 2026-11-01 in America/New_York; fires the first time."])
        #expect(
            plain.notes == [
                "02:30 comes twice on 2027-10-31 in Europe/Berlin; fires the first time.",
                "02:30 does not exist on 2028-03-26 in Europe/Berlin; fires 03:00.",
            ])
        #expect(try explain("03:00 every day", "2027-03-27T12:00:00+01:00", "Europe/Berlin").notes == [])
        #expect(try explain("*:30", "2027-03-27T12:00:00+01:00", "Europe/Berlin").notes == [])
    }

    /// Triggers of every kind with an hour: one text in each syntax.
    @Test(arguments: [
        "every day 02:30", "*-*-* 02:30", "30 2 * * *", "RRULE:FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0",
        "every day 02:30,09:00", "Sun *-*-* 02:30", "every sun 02:30", "every month last sun 02:30", "0/2:30",
    ]) func `the coming year's clock changes are explained in every syntax`(text: String) throws {
        let notes = try explain(text, "2026-11-21T12:00:00+01:00", "Europe/Berlin").notes

        #expect(notes.contains("02:30 does not exist on 2027-03-28 in Europe/Berlin; fires 03:00."), "\(notes)")
        #expect(notes.contains("02:30 comes twice on 2027-10-31 in Europe/Berlin; fires the first time."), "\(notes)")
    }

    @Test func `clock changes are explained for components, too`() throws {
        let context = try context("2026-11-21T12:00:00+01:00", "Europe/Berlin")
        let trigger = Trigger.calendar(CalendarComponents(hour: 2, minute: 30), repeats: true)

        let notes = Explanation(trigger, count: 1, anchor: context.now, context).notes

        #expect(notes.first == "02:30 does not exist on 2027-03-28 in Europe/Berlin; fires 03:00.")
    }

    @Test func `a gap at the day's end is explained, too`() throws {
        let explanation = try explain("every day 00:00", "2025-09-06T12:00:00-04:00", "America/Santiago", count: 1)

        #expect(explanation.notes.first == "00:00 does not exist on 2025-09-07 in America/Santiago; fires 01:00.")
    }

    @Test func `a single moment has one occurrence, in the trigger's zone`() throws {
        let context = try context("2026-11-21T12:00:00+01:00", "Europe/Berlin")
        let tokyo = try #require(Zone(identifier: "Asia/Tokyo"))
        let trigger = Trigger.calendar(CalendarComponents(timeZone: tokyo, hour: 9), repeats: false)

        let explanation = Explanation(trigger, count: 5, anchor: context.now, context)

        #expect(explanation.occurrences.map(\.text) == ["Sun 2026-11-22 09:00 JST"])
        #expect(explanation.normalized == "once, at the next day 09:00 Asia/Tokyo")
    }

    @Test(arguments: [
        (
            "2026-11-24T09:00:00+01:00", "2026-11-21T10:00:00+01:00", "Europe/Berlin",
            "Tue 2026-11-24 09:00 CET (in 2 d 23 h)"
        ),
        (
            "2026-11-24T09:00:30+01:00", "2026-11-24T09:00:00+01:00", "Europe/Berlin",
            "Tue 2026-11-24 09:00:30 CET (in 30 s)"
        ),
        (
            "2026-11-24T08:48:00+01:00", "2026-11-24T09:00:00+01:00", "Europe/Berlin",
            "Tue 2026-11-24 08:48 CET (12 min ago)"
        ),
        ("2026-11-24T09:00:00+01:00", "2026-11-24T09:00:00+01:00", "Europe/Berlin", "Tue 2026-11-24 09:00 CET (now)"),
        ("2026-07-01T09:00:00Z", "2026-07-01T08:00:00Z", "UTC", "Wed 2026-07-01 09:00 UTC (in 1 h)"),
        ("2026-07-01T09:00:00Z", "2026-07-01T08:00:00Z", "America/New_York", "Wed 2026-07-01 05:00 EDT (in 1 h)"),
        ("2026-07-01T09:00:00Z", "2026-07-01T08:00:00Z", "Asia/Kathmandu", "Wed 2026-07-01 14:45 UTC+05:45 (in 1 h)"),
        ("2055-07-01T09:00:00Z", "2026-07-01T09:00:00Z", "Europe/London", "Thu 2055-07-01 10:00 BST (in 29 y)"),
        ("2026-07-01T09:00:00Z", "2026-07-01T08:00:00Z", "GMT+0530", "Wed 2026-07-01 14:30 UTC+05:30 (in 1 h)"),
    ]) func `a date is described for people`(date: String, now: String, zone: String, text: String) throws {
        let described = DateText.describe(
            try #require(Date(rfc3339: date)), now: try #require(Date(rfc3339: now)),
            in: try #require(Zone(identifier: zone)))

        #expect(described == text)
    }

    @Test func `dates are written for machines`() throws {
        let date = try #require(Date(rfc3339: "2026-07-01T09:00:00Z"))

        #expect(date.rfc3339(in: .gmt) == "2026-07-01T09:00:00Z")
        #expect(
            date.rfc3339(in: try #require(Zone(identifier: "Asia/Kolkata")))
                == "2026-07-01T14:30:00+05:30")
        // Foundation writes dates before 1582 in the Julian calendar, so a date that was read again was another day.
        let old = try #require(Date(rfc3339: "1013-11-15T13:40:00Z"))
        #expect(old.rfc3339(in: .gmt) == "1013-11-15T13:40:00Z")
        // Monrovia's offset was 44 minutes and 30 seconds till 1972, which RFC 3339 can't express.
        let odd = try #require(Date(rfc3339: "1971-01-01T00:00:00Z"))
        let text = odd.rfc3339(in: try #require(Zone(identifier: "Africa/Monrovia")))
        #expect(text == "1971-01-01T00:00:00Z")
        #expect(DateText.relative(Date(timeIntervalSince1970: .infinity), now: date) == "never")
    }
}
