// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport
import Triggers

@Suite struct TriggerValidationTests {
    private let now = Date(timeIntervalSince1970: 1_795_262_400)  // 2026-11-21T12:00:00Z

    private func refusal(_ trigger: Trigger) throws -> String {
        let refusal = try #require(throws: Refusal.self) { try trigger.firstDate(after: now, in: .gmt) }
        #expect(refusal.code == .invalidTrigger)
        return refusal.message
    }

    @Test func `an interval must be positive, within 100 years, and repeat at most every minute`() throws {
        #expect(try refusal(.timeInterval(.zero, repeats: false)).contains("more than 0"))
        #expect(try refusal(.timeInterval(.seconds(-5), repeats: false)).contains("-5.0 seconds"))
        #expect(try refusal(.timeInterval(.seconds(59.9), repeats: true)).contains("at least 60"))
        #expect(try refusal(.timeInterval(.seconds(3_155_760_001), repeats: false)).contains("100 years"))
        #expect(throws: Never.self) { try Trigger.timeInterval(.seconds(60), repeats: true).validate() }
        #expect(throws: Never.self) { try Trigger.timeInterval(.milliseconds(1), repeats: false).validate() }
    }

    /// The components, and a part of the error's message.
    @Test(arguments: [
        ("month=13", "dateComponents.month is 13; it must be from 1 to 12"),
        ("hour=25", "dateComponents.hour is 25; it must be from 0 to 23"),
        ("hour=-24", "dateComponents.hour is -24"),
        ("minute=60", "dateComponents.minute is 60"),
        ("second=60", "dateComponents.second is 60"),
        ("day=32", "dateComponents.day is 32; it must be from 1 to 31"),
        ("day=0", "dateComponents.day is 0"),
        ("weekday=8", "dateComponents.weekday is 8; it must be from 1 to 7"),
        ("weekdayOrdinal=2", "needs weekday"),
        ("quarter=5", "dateComponents.quarter is 5"),
        ("quarter=2 day=5", "needs month"),
        ("nanosecond=5", "dateComponents is empty"),
        ("timeZone=Europe/Berlin", "dateComponents is empty"),
        ("year=0", "dateComponents.year is 0"),
        ("year=10000", "dateComponents.year is 10000"),
        ("month=13 calendar=islamic", "dateComponents.month is 13"),
        ("year=2026 month=12 day=24 weekday=2", "can never match"),
        ("year=2020 month=1 day=1", "lies in the past: it matched at 2020-01-01T00:00:00Z"),
        ("year=2025", "lies in the past: it matched at 2025-01-01T00:00:00Z"),
    ]) func `components that never match are refused`(text: String, sentence: String) throws {
        let message = try refusal(.calendar(try components(text), repeats: false))

        #expect(message.contains(sentence), "\(message)")
    }

    @Test func `a rule that has ended is in the past`() throws {
        let over = try RecurrenceSet(
            parsing: "FREQ=DAILY;COUNT=3", start: .local(try #require(LocalTime("2026-11-01T09:00"))))
        let never = try RecurrenceSet(parsing: "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1")

        #expect(try refusal(.rule(over)).contains("past"))
        #expect(try refusal(.rule(never)).contains("never"))
    }

    @Test func `the first date of a valid trigger is its next date`() throws {
        let trigger = Trigger.calendar(CalendarComponents(hour: 9), repeats: false)

        #expect(try trigger.firstDate(after: now, in: .gmt) == moment("2026-11-22T09:00:00Z"))
    }

    @Test func `no components trap, whatever their numbers`() {
        let extremes = [Int.min, -1, 0, 1, 1, 2, 3, 4, 5, 5, 12, 31, 53, 366, 2027, 9999, Int.max]
        var random = SeededGenerator()
        for _ in 0..<100 {
            var components = CalendarComponents()
            let properties: [WritableKeyPath<CalendarComponents, Int?>] = [
                \.era, \.year, \.month, \.day, \.hour, \.minute, \.second, \.weekday, \.weekdayOrdinal, \.weekOfYear,
                \.weekOfMonth, \.yearForWeekOfYear, \.quarter, \.dayOfYear, \.nanosecond,
            ]
            for property in properties where Int.random(in: 0..<5, using: &random) == 0 {
                components[keyPath: property] = extremes.randomElement(using: &random)
            }
            let trigger = Trigger.calendar(components, repeats: true)
            if let next = trigger.nextDate(after: now, anchoredAt: now, in: .gmt) { #expect(next > now) }
        }
    }

    @Test func `no date traps`() {
        for seconds in [-Double.infinity, -1e300, -1e12, 0, 1e12, 1e300, .infinity, .nan] {
            let date = Date(timeIntervalSince1970: seconds)
            _ = Trigger.calendar(CalendarComponents(hour: 9), repeats: true).nextDate(
                after: date, anchoredAt: now, in: .gmt)
            _ = Trigger.calendar(CalendarComponents(minute: 9), repeats: true).nextDate(
                after: date, anchoredAt: date, in: .gmt)
            _ = Trigger.timeInterval(.seconds(60), repeats: true).nextDate(after: date, anchoredAt: now, in: .gmt)
            _ = Trigger.rule(RecurrenceSet([RecurrenceRule(.daily)])).nextDate(after: date, anchoredAt: date, in: .gmt)
        }
    }
}
