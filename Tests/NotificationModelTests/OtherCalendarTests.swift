// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport

@testable import NotificationModel

/// Calendars other than the Gregorian: their months are Foundation's, the search in them is ours.
@Suite struct OtherCalendarTests {
    private static let names = CalendarComponents.calendars.map(\.key).filter { $0 != "gregorian" && $0 != "iso8601" }
    /// 2026-11-01, and so many days from there.
    private static let firstDay = 20_758
    private static let days = 900

    private static var units: [(Calendar.Component, WritableKeyPath<DateComponents, Int?>)] {
        [
            (.month, \.month), (.day, \.day), (.weekday, \.weekday), (.weekdayOrdinal, \.weekdayOrdinal),
            (.weekOfMonth, \.weekOfMonth), (.weekOfYear, \.weekOfYear), (.dayOfYear, \.dayOfYear), (.year, \.year),
        ]
    }

    @Test(arguments: names) func `the days found are those whose components Foundation gives`(_ name: String) throws {
        let calendar = try #require(CalendarComponents.calendar(named: name))
        let days = (0..<Self.days).map { number in
            calendar.dateComponents(
                Set(Self.units.map(\.0) + [.era]),
                from: Date(timeIntervalSince1970: Double(Self.firstDay + number) * 86_400))
        }
        let units = Self.units
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            // A day that there is, known by one to four of its components.
            let sample = days[Int.random(in: 0..<Self.days, using: &random)]
            var wanted = DateComponents(hour: 12)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let unit = units[Int.random(in: 0..<units.count, using: &random)].1
                wanted[keyPath: unit] = sample[keyPath: unit]
            }
            if wanted.weekdayOrdinal != nil { wanted.weekday = sample.weekday }
            // A whole date is known by less, and a missing day is made up for: they have tests of their own.
            guard wanted.year == nil || wanted.month == nil || wanted.day == nil,
                (wanted.day ?? 0) < 29, [wanted.day, wanted.weekday, wanted.dayOfYear].contains(where: { $0 != nil })
            else { continue }
            let expected = days.indices.filter { index in
                let day = days[index]
                let isMeant = units.allSatisfy {
                    wanted[keyPath: $0.1] ?? day[keyPath: $0.1] == day[keyPath: $0.1]
                }
                return isMeant && !(wanted.month != nil && day.isLeapMonth == true)
            }.map { Self.firstDay + $0 }

            var found: [Int] = []
            let matches = CalendarMatches(
                with(wanted) {
                    $0.second = 0
                    $0.minute = 0
                }, in: calendar, from: LocalTime(seconds: Self.firstDay * 86_400))
            for match in matches {
                guard match.dayNumber < Self.firstDay + Self.days else { break }
                found.append(match.dayNumber)
            }

            #expect(found == expected, "\(wanted) in \(name)")
        }
    }

    private func with(_ components: DateComponents, _ change: (inout DateComponents) -> Void) -> DateComponents {
        var components = components
        change(&components)
        return components
    }

    @Test func `a leap month is meant where it is asked for`() throws {
        // 2028 has a leap fifth month: 2028-06-23 to 2028-07-21.
        let regular = Trigger.calendar(try components("month=5 day=1 hour=9 calendar=chinese"), repeats: true)
        let leap = Trigger.calendar(
            try components("month=5 day=1 hour=9 isLeapMonth=true calendar=chinese"), repeats: true)

        let start = "2028-01-01T00:00:00Z"
        #expect(
            try regular.dates(2, after: start, in: .gmt) == ["2028-05-24T09:00:00Z", "2029-06-12T09:00:00Z"])
        #expect(try leap.dates(1, after: start, in: .gmt) == ["2028-06-23T09:00:00Z"])
    }

    @Test func `a year of the Chinese calendar comes again after sixty`() throws {
        let trigger = Trigger.calendar(try components("year=44 month=1 day=1 calendar=chinese"), repeats: true)

        let dates = try trigger.dates(2, after: "2026-11-21T00:00:00Z", in: .gmt)

        #expect(dates == ["2027-02-06T00:00:00Z", "2087-02-03T00:00:00Z"])
    }

    /// Half a second for each date it was, and the agent stood still for 25 s.
    @Test func `fifty dates of a rare day of the Chinese calendar take no time`() throws {
        let trigger = Trigger.calendar(try components("month=2 day=30 weekday=2 calendar=chinese"), repeats: true)
        let start = ContinuousClock.now

        let dates = try trigger.dates(12, after: "2026-11-21T00:00:00Z", in: .gmt)
        let again = try trigger.dates(12, after: "2026-11-21T00:00:00Z", in: .gmt)

        #expect(dates.count == 12 && dates == again)
        #expect(ContinuousClock.now - start < .seconds(8 * deadlineFactor))
    }

    @Test func `what never comes is given up soon, in every calendar`() throws {
        let start = ContinuousClock.now
        for name in Self.names {
            for words in [
                "month=1 day=1 dayOfYear=200", "weekOfYear=3 dayOfYear=200", "month=3 day=1 weekdayOrdinal=4 weekday=2",
            ] {
                let trigger = Trigger.calendar(try components("\(words) calendar=\(name)"), repeats: true)
                #expect(try trigger.dates(1, after: "2026-11-21T00:00:00Z", in: .gmt) == [], "\(name): \(words)")
            }
        }
        #expect(ContinuousClock.now - start < .seconds(60 * deadlineFactor))
    }

    @Test func `a thousand weeks 53 are found as fast as any week`() throws {
        let trigger = Trigger.calendar(try components("weekOfYear=53 weekday=2 calendar=iso8601"), repeats: true)
        let start = ContinuousClock.now

        let dates = try trigger.dates(1000, after: "2026-11-21T00:00:00Z", in: .gmt)

        #expect(dates.count == 1000)
        #expect(ContinuousClock.now - start < .seconds(5 * deadlineFactor))
    }
}
