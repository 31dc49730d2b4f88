// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Foundation finds the same days, but needs up to 0.5 s for components that contradict one another (day 28 and
// day of the year 114), which any program may hand in by the thousand. This goes from candidate to candidate.

/// The readings of a clock that match components of a calendar, in order.
struct CalendarMatches: Sequence, IteratorProtocol {
    /// How far ahead a day is looked for: every kind of Gregorian year comes up in any 40.
    private static let horizon = 42 * 366
    /// Of other calendars, whose years come round in up to 76, or in 60 by name.
    private static let longHorizon = 77 * 366
    /// No year is longer.
    private static let longestYear = 400

    private let components: CalendarComponents
    private let months: CalendarMonths
    private let firstWeekday: Int
    private let minimumDaysInFirstWeek: Int
    private let hours: ClosedRange<Int>
    private let minutes: ClosedRange<Int>
    private let second: Int
    /// Whether nothing but the day of the month picks the day, so that a missing one is made up for.
    private let makesUpForMissingDays: Bool
    private var earliest: LocalTime?

    /// Matches at or after `first` of components that are in range and whose second is set.
    init(_ components: CalendarComponents, in calendar: CalendarSystem, from first: LocalTime) {
        self.components = components
        months = CalendarMonths(of: calendar)
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
        let isPossible = !months.isGregorian || (components.era ?? 1 == 1 && components.isLeapMonth != true)
        earliest = isPossible ? first : nil
    }

    mutating func next() -> LocalTime? {
        guard let earliest, let match = match(from: earliest) else { return nil }
        self.earliest = match.adding(seconds: 1)
        return match
    }

    private func match(from first: LocalTime) -> LocalTime? {
        for days in days(from: first.dayNumber) {
            if let match = match(from: first, in: days) { return match }
        }
        return nil
    }

    private func match(from first: LocalTime, in days: ClosedRange<Int>) -> LocalTime? {
        var day = days.lowerBound
        var time = day == first.dayNumber ? first.secondOfDay : 0
        while day <= days.upperBound {
            guard let month = months.month(containing: day) else { return nil }
            let candidate = makesUp(on: day, month) ? day : candidate(from: day, month)
            if candidate == day, let second = timeOfDay(atOrAfter: time) {
                return LocalTime(seconds: day * 86_400 + second)
            }
            day = candidate == day ? day + 1 : candidate
            time = 0
        }
        return nil
    }

    /// The days to look at: a year that is set is gone to at once, and is the only one of its era.
    private func days(from first: Int) -> [ClosedRange<Int>] {
        guard let year = components.year ?? components.yearForWeekOfYear else {
            return [first...first + (months.isGregorian ? Self.horizon : Self.longHorizon)]
        }
        // Years of the Chinese calendar come again in the next era.
        let eras = components.era.map { [$0] } ?? months.month(containing: first).map { [$0.era, $0.era + 1] } ?? []
        return eras.compactMap { era in
            // A year of weeks begins up to three days before, or six by other rules.
            guard let newYear = months.newYear(year, era: era), newYear + Self.longestYear >= first else { return nil }
            return Swift.max(first, newYear - 7)...newYear + Self.longestYear
        }
    }

    private func timeOfDay(atOrAfter earliest: Int) -> Int? {
        for hour in hours where hour * 3600 + 3599 >= earliest {
            for minute in minutes where hour * 3600 + minute * 60 + second >= earliest {
                return hour * 3600 + minute * 60 + second
            }
        }
        return nil
    }

    private func allows(_ month: CalendarMonth) -> Bool {
        guard (components.era ?? month.era) == month.era, (components.year ?? month.year) == month.year,
            (components.month ?? month.number) == month.number,
            (components.quarter ?? (month.number + 2) / 3) == (month.number + 2) / 3
        else { return false }
        // A leap month is meant only where it is asked for; any month is where none is named.
        return (components.isLeapMonth ?? (components.month == nil ? month.isLeap : false)) == month.isLeap
    }

    /// Whether the month before lacks the day, which comes on this first of the month instead.
    private func makesUp(on day: Int, _ month: CalendarMonth) -> Bool {
        guard makesUpForMissingDays, day == month.first, let wanted = components.day,
            let before = months.month(containing: day - 1)
        else { return false }
        return before.length < wanted && allows(before)
    }

    /// The day itself if it matches, else a later one before which none does.
    private func candidate(from day: Int, _ month: CalendarMonth) -> Int {
        guard allows(month) else { return month.next }
        /// A day that is wanted: later days of the month are as good as its end.
        func going(to wanted: Int) -> Int { wanted < day ? month.next : Swift.min(wanted, month.next) }
        if let wanted = components.day, month.first + wanted - 1 != day { return going(to: month.first + wanted - 1) }
        if let wanted = components.dayOfYear, month.newYear + wanted - 1 != day {
            return going(to: month.newYear + wanted - 1)
        }
        if let wanted = components.weekdayOrdinal, (day - month.first) / 7 + 1 != wanted {
            return going(to: month.first + (wanted - 1) * 7)
        }
        if let wanted = components.weekOfMonth {
            let first = weekOne(of: month.first)
            if (day - first + 7) / 7 != wanted { return going(to: first + (wanted - 1) * 7) }
        }
        if components.weekOfYear != nil || components.yearForWeekOfYear != nil {
            let later = weekCandidate(from: day, month)
            if later != day { return later }
        }
        if let wanted = components.weekday { return day + (wanted - LocalTime.weekday(ofDay: day) + 7) % 7 }
        return day
    }

    /// The same for week and year of weeks.
    private func weekCandidate(from day: Int, _ month: CalendarMonth) -> Int {
        guard let nextNewYear = months.nextNewYear(after: month) else { return month.next }
        var (year, first, next) = (month.year, weekOne(of: month.newYear), weekOne(of: nextNewYear))
        if day < first {
            guard let before = months.month(containing: month.newYear - 1) else { return month.next }
            (year, first, next) = (before.year, weekOne(of: before.newYear), first)
        } else if day >= next {
            guard let after = months.month(containing: nextNewYear), let end = months.nextNewYear(after: after) else {
                return month.next
            }
            (year, first, next) = (after.year, next, weekOne(of: end))
        }
        if (components.yearForWeekOfYear ?? year) != year { return next }
        guard let wanted = components.weekOfYear else { return day }
        let week = (day - first) / 7 + 1
        if week == wanted { return day }
        return week < wanted ? Swift.min(first + (wanted - 1) * 7, next) : next
    }

    /// The day on which week 1 starts of a month or year that starts on `first`.
    private func weekOne(of first: Int) -> Int {
        let into = (LocalTime.weekday(ofDay: first) - firstWeekday + 7) % 7
        return 7 - into >= minimumDaysInFirstWeek ? first - into : first - into + 7
    }
}
