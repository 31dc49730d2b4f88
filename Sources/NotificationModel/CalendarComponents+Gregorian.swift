// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Foundation finds the same days, but needs up to 0.25 s for components that contradict one another (day 28 and
// day of the year 114), which any program may hand in by the thousand. This needs a millisecond for 400 years.

/// The readings of a clock that match components of the Gregorian calendar, in order.
struct GregorianMatches: Sequence, IteratorProtocol {
    /// How far ahead a day is looked for: every kind of year comes up in any 40.
    private static let horizon = 42 * 366

    private let components: DateComponents
    private let firstWeekday: Int
    private let minimumDaysInFirstWeek: Int
    private let hours: ClosedRange<Int>
    private let minutes: ClosedRange<Int>
    private let second: Int
    /// Whether nothing but the day of the month picks the day, so that a missing one is made up for.
    private let makesUpForMissingDays: Bool
    private var earliest: LocalTime?

    /// Matches at or after `first` of components that are in range and whose second is set.
    init(_ components: DateComponents, in calendar: Calendar, from first: LocalTime) {
        self.components = components
        firstWeekday = calendar.firstWeekday
        minimumDaysInFirstWeek = calendar.minimumDaysInFirstWeek
        hours = components.hour.map { $0...$0 } ?? 0...23
        minutes = components.minute.map { $0...$0 } ?? 0...59
        second = components.second ?? 0
        let others = [
            components.weekday, components.weekdayOrdinal, components.weekOfMonth, components.weekOfYear,
            components.yearForWeekOfYear, components.dayOfYear,
        ]
        makesUpForMissingDays = (components.day ?? 0) > 28 && others.allSatisfy { $0 == nil }
        let isPossible = components.era ?? 1 == 1 && components.isLeapMonth != true
        earliest = isPossible ? first : nil
    }

    mutating func next() -> LocalTime? {
        guard let earliest, let match = match(from: earliest) else { return nil }
        self.earliest = match.adding(seconds: 1)
        return match
    }

    private func match(from first: LocalTime) -> LocalTime? {
        // A year that is set is gone to at once; the ISO year begins up to three days before.
        let year = components.year ?? components.yearForWeekOfYear
        let beginning = year.map { LocalTime.dayNumber(year: $0, month: 1, day: 1) - 7 } ?? first.dayNumber
        var day = Swift.max(first.dayNumber, beginning)
        var time = day == first.dayNumber ? first.secondOfDay : 0
        let last = day + (year == nil ? Self.horizon : 366 + 14)
        while day <= last {
            let date = LocalTime.civil(fromDay: day)
            if matches(day, date), let second = timeOfDay(atOrAfter: time) {
                return LocalTime(seconds: day * 86_400 + second)
            }
            if !allows(month: date.month), date.day > 1 || !makesUpForMissingDays {
                day =
                    LocalTime.dayNumber(year: date.year, month: date.month, day: 1)
                    + LocalTime.days(inMonth: date.month, ofYear: date.year)
            } else {
                day += 1
            }
            time = 0
        }
        return nil
    }

    private func timeOfDay(atOrAfter earliest: Int) -> Int? {
        for hour in hours where hour * 3600 + 3599 >= earliest {
            for minute in minutes where hour * 3600 + minute * 60 + second >= earliest {
                return hour * 3600 + minute * 60 + second
            }
        }
        return nil
    }

    private func allows(month: Int) -> Bool {
        (components.month ?? month) == month && (components.quarter ?? (month + 2) / 3) == (month + 2) / 3
    }

    private func matches(_ dayNumber: Int, _ date: (year: Int, month: Int, day: Int)) -> Bool {
        if makesUpForMissingDays, date.day == 1, let day = components.day {
            let before = LocalTime.civil(fromDay: dayNumber - 1)
            let isInYear = (components.year ?? before.year) == before.year
            if isInYear, allows(month: before.month), before.day < day { return true }
        }
        guard (components.year ?? date.year) == date.year else { return false }
        guard allows(month: date.month), (components.day ?? date.day) == date.day else { return false }
        if let weekday = components.weekday, weekday != LocalTime.weekday(ofDay: dayNumber) { return false }
        if let ordinal = components.weekdayOrdinal, ordinal != (date.day - 1) / 7 + 1 { return false }
        if let week = components.weekOfMonth {
            let first = weekOne(of: dayNumber - date.day + 1)
            guard week == (dayNumber - first + 7) / 7 else { return false }
        }
        let newYear = LocalTime.dayNumber(year: date.year, month: 1, day: 1)
        if let day = components.dayOfYear, day != dayNumber - newYear + 1 { return false }
        guard components.weekOfYear != nil || components.yearForWeekOfYear != nil else { return true }
        var (year, first) = (date.year, weekOne(of: newYear))
        let nextFirst = weekOne(of: LocalTime.dayNumber(year: year + 1, month: 1, day: 1))
        if dayNumber < first {
            (year, first) = (year - 1, weekOne(of: LocalTime.dayNumber(year: year - 1, month: 1, day: 1)))
        } else if dayNumber >= nextFirst {
            (year, first) = (year + 1, nextFirst)
        }
        return (components.weekOfYear ?? (dayNumber - first) / 7 + 1) == (dayNumber - first) / 7 + 1
            && (components.yearForWeekOfYear ?? year) == year
    }

    /// The day on which week 1 starts of a month or year that starts on `first`.
    private func weekOne(of first: Int) -> Int {
        let into = (LocalTime.weekday(ofDay: first) - firstWeekday + 7) % 7
        return 7 - into >= minimumDaysInFirstWeek ? first - into : first - into + 7
    }
}
