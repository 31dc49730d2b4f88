// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport
@testable import Triggers

/// Calendars other than the Gregorian: their months agree with Foundation's, except where Foundation contradicts
/// itself.
@Suite struct OtherCalendarTests {
    private static let names = CalendarSystem.allCases.map(\.rawValue).filter { $0 != "gregorian" && $0 != "iso8601" }
    /// This many days after 2026-11-01.
    private static let firstDay = 20_758
    private static let days = 900

    private typealias Unit = (
        Calendar.Component, WritableKeyPath<DateComponents, Int?>, WritableKeyPath<CalendarComponents, Int?>
    )

    private static var units: [Unit] {
        [
            (.month, \.month, \.month), (.day, \.day, \.day), (.weekday, \.weekday, \.weekday),
            (.weekdayOrdinal, \.weekdayOrdinal, \.weekdayOrdinal), (.weekOfMonth, \.weekOfMonth, \.weekOfMonth),
            (.weekOfYear, \.weekOfYear, \.weekOfYear), (.dayOfYear, \.dayOfYear, \.dayOfYear), (.year, \.year, \.year),
        ]
    }

    @Test(arguments: names) func `the found days are those whose components Foundation returns`(_ name: String) throws {
        let system = try #require(CalendarSystem(rawValue: name))
        let calendar = Self.foundation(system)
        let days = (0..<Self.days).map { number in
            calendar.dateComponents(
                Set(Self.units.map(\.0) + [.era]),
                from: Date(timeIntervalSince1970: Double(Self.firstDay + number) * 86_400))
        }
        let units = Self.units
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            // An existing day, given by one to four of its components.
            let sample = days[Int.random(in: 0..<Self.days, using: &random)]
            var wanted = CalendarComponents(hour: 12)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let unit = units[Int.random(in: 0..<units.count, using: &random)]
                wanted[keyPath: unit.2] = sample[keyPath: unit.1]
            }
            if wanted.weekdayOrdinal != nil { wanted.weekday = sample.weekday }
            // A whole date needs fewer components, and a missing day is replaced; both have their own tests.
            guard wanted.year == nil || wanted.month == nil || wanted.day == nil,
                (wanted.day ?? 0) < 29, [wanted.day, wanted.weekday, wanted.dayOfYear].contains(where: { $0 != nil })
            else { continue }
            let expected = days.indices.filter { index in
                let day = days[index]
                let isMeant = units.allSatisfy {
                    wanted[keyPath: $0.2] ?? day[keyPath: $0.1] == day[keyPath: $0.1]
                }
                return isMeant && !(wanted.month != nil && day.isLeapMonth == true)
            }.map { Self.firstDay + $0 }

            var found: [Int] = []
            let matches = CalendarMatches(
                with(wanted) {
                    $0.second = 0
                    $0.minute = 0
                }, in: system, from: LocalTime(seconds: Self.firstDay * 86_400))
            for match in matches {
                guard match.dayNumber < Self.firstDay + Self.days else { break }
                found.append(match.dayNumber)
            }

            #expect(found == expected, "\(wanted) in \(name)")
        }
    }

    private func with(
        _ components: CalendarComponents, _ change: (inout CalendarComponents) -> Void
    ) -> CalendarComponents {
        var components = components
        change(&components)
        return components
    }

    private static func foundation(_ system: CalendarSystem) -> Calendar {
        let identifiers: [CalendarSystem: Calendar.Identifier] = [
            .gregorian: .gregorian, .iso8601: .iso8601, .buddhist: .buddhist, .chinese: .chinese, .coptic: .coptic,
            .ethiopic: .ethiopicAmeteMihret, .ethioaa: .ethiopicAmeteAlem, .hebrew: .hebrew, .indian: .indian,
            .islamic: .islamic, .islamicCivil: .islamicCivil, .islamicTabular: .islamicTabular,
            .islamicUmmAlQura: .islamicUmmAlQura, .japanese: .japanese, .persian: .persian, .roc: .republicOfChina,
        ]
        var calendar = Calendar(identifier: identifiers[system] ?? .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// 2019-05-02, and 2364-04-05: before the first date Japan had other eras, after the second the tables end.
    private static let reckoned = 18_018..<144_000

    @Test(arguments: names)
    func `T1: days of each calendar are Foundation's, until the tables end`(_ name: String) throws {
        let system = try #require(CalendarSystem(rawValue: name))
        let (calendar, months) = (Self.foundation(system), CalendarMonths(of: system))
        var wrong: [String] = []
        for day in Self.reckoned where day % 7 == 0 || day < Self.reckoned.lowerBound + 3000 {
            let date = Date(timeIntervalSince1970: (Double(day) + 0.5) * 86_400)
            let theirs = calendar.dateComponents([.era, .year, .month, .day, .dayOfYear], from: date)
            // ICU does not apply the rule that a year is postponed once only (5807, 6054), and has a day 0 in a Chinese
            // month of 2057.
            if system == .hebrew, let year = theirs.year, [5806, 5807, 6053, 6054].contains(year) { continue }
            if theirs.day == 0 { continue }
            let month = try #require(months.month(containing: day), "\(day)")
            let ours = [month.era, month.year, month.number, day - month.first + 1, day - month.newYear + 1]
            let isSame =
                ours == [theirs.era, theirs.year, theirs.month, theirs.day, theirs.dayOfYear]
                && month.isLeap == (theirs.isLeapMonth ?? false)
            if !isSame { wrong.append("\(day): \(ours), \(theirs)") }
            if month.first == day, system != .japanese || month.year > 1 {
                #expect(months.newYear(month.year, era: month.era) == month.newYear, "\(day)")
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) differ: \(wrong.prefix(3))")
    }

    @Test(arguments: CalendarSystem.allCases)
    func `the allowed ranges of a calendar's components are Foundation's`(_ system: CalendarSystem) {
        let calendar = Self.foundation(system)
        func range(_ component: Calendar.Component) -> ClosedRange<Int>? {
            calendar.maximumRange(of: component).map { $0.lowerBound...$0.upperBound - 1 }
        }
        #expect(system.months == range(.month))
        #expect(system.days == range(.day))
        #expect(system.weeksOfMonth == range(.weekOfMonth))
        #expect(system.weeksOfYear == range(.weekOfYear))
        #expect(system.daysOfYear == range(.dayOfYear))
        #expect(system.firstWeekday == calendar.firstWeekday)
        #expect(system.minimumDaysInFirstWeek == calendar.minimumDaysInFirstWeek)
    }

    @Test func `the Jewish new year of 2046 is a Monday, as the calendar's rules say`() throws {
        let trigger = Trigger.calendar(try components("year=5807 month=1 day=1 calendar=hebrew"), repeats: false)

        #expect(try trigger.dates(1, after: "2026-11-21T00:00:00Z", in: .gmt) == ["2046-10-01T00:00:00Z"])
    }

    @Test func `a leap month is used if it is requested`() throws {
        // 2028 has a leap fifth month: 2028-06-23 to 2028-07-21.
        let regular = Trigger.calendar(try components("month=5 day=1 hour=9 calendar=chinese"), repeats: true)
        let leap = Trigger.calendar(
            try components("month=5 day=1 hour=9 isLeapMonth=true calendar=chinese"), repeats: true)

        let start = "2028-01-01T00:00:00Z"
        #expect(
            try regular.dates(2, after: start, in: .gmt) == ["2028-05-24T09:00:00Z", "2029-06-12T09:00:00Z"])
        #expect(try leap.dates(1, after: start, in: .gmt) == ["2028-06-23T09:00:00Z"])
    }

    @Test func `a year of the Chinese calendar repeats after sixty years`() throws {
        let trigger = Trigger.calendar(try components("year=44 month=1 day=1 calendar=chinese"), repeats: true)

        let dates = try trigger.dates(2, after: "2026-11-21T00:00:00Z", in: .gmt)

        #expect(dates == ["2027-02-06T00:00:00Z", "2087-02-03T00:00:00Z"])
    }

    /// Each date took half a second, and the agent was blocked for 25 s.
    @Test func `fifty dates of a rare day of the Chinese calendar are found quickly`() throws {
        let trigger = Trigger.calendar(try components("month=2 day=30 weekday=2 calendar=chinese"), repeats: true)
        let start = ContinuousClock.now

        let dates = try trigger.dates(12, after: "2026-11-21T00:00:00Z", in: .gmt)
        let again = try trigger.dates(12, after: "2026-11-21T00:00:00Z", in: .gmt)

        #expect(dates.count == 12 && dates == again)
        #expect(ContinuousClock.now - start < .seconds(8 * deadlineFactor))
    }

    @Test func `components that never match are given up soon, in every calendar`() throws {
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

    @Test func `a thousand weeks 53 are found as fast as other weeks`() throws {
        let trigger = Trigger.calendar(try components("weekOfYear=53 weekday=2 calendar=iso8601"), repeats: true)
        let start = ContinuousClock.now

        let dates = try trigger.dates(1000, after: "2026-11-21T00:00:00Z", in: .gmt)

        #expect(dates.count == 1000)
        #expect(ContinuousClock.now - start < .seconds(5 * deadlineFactor))
    }
}
