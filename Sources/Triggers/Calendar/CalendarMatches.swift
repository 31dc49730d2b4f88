// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

// Foundation's calendar finds the same days, but needs up to 0.5 s for contradictory components (day 28 and day of the year 114),
// which any program may send by the thousand. This search skips from candidate to candidate.

/// Local dates and times that match calendar components, in order.
struct CalendarMatches: Sequence, IteratorProtocol {
    /// Number of days to search ahead: every kind of Gregorian year occurs within 40 years.
    private static let horizon = 42 * 366
    /// Number of days to search ahead in other calendars: each kind of year recurs within 76 years.
    private static let longHorizon = 77 * 366
    /// Upper bound for the days of a year in any calendar.
    private static let longestYear = 400

    private let components: CalendarComponents
    private let months: CalendarMonths
    private let firstWeekday: Int
    private let minimumDaysInFirstWeek: Int
    private let hours: ClosedRange<Int>
    private let minutes: ClosedRange<Int>
    private let second: Int
    /// Tells whether only the day of the month selects days: then the first of the next month replaces a missing day.
    private let makesUpForMissingDays: Bool
    private var earliest: LocalTime?

    /// Finds matches at or after `first`; the components must be in range, and their second must be set.
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

    /// Returns the days to search: with a set year, only the days of that year, in each era.
    private func days(from first: Int) -> [ClosedRange<Int>] {
        guard let year = components.year ?? components.yearForWeekOfYear else {
            return [first...first + (months.isGregorian ? Self.horizon : Self.longHorizon)]
        }
        // The Chinese calendar's next era has the same year numbers, so the year of that era is searched too.
        let eras = components.era.map { [$0] } ?? months.month(containing: first).map { [$0.era, $0.era + 1] } ?? []
        return eras.compactMap { era in
            // A year's first week begins up to 3 days before the new year in ISO 8601, and up to 6 in other calendars.
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
        // A leap month matches only if the components ask for one; without a month number, every month matches.
        return (components.isLeapMonth ?? (components.month == nil ? month.isLeap : false)) == month.isLeap
    }

    /// Returns whether `day` is the first of a month and replaces a wanted day that the previous month lacks.
    private func makesUp(on day: Int, _ month: CalendarMonth) -> Bool {
        guard makesUpForMissingDays, day == month.first, let wanted = components.day,
            let before = months.month(containing: day - 1)
        else { return false }
        return before.length < wanted && allows(before)
    }

    /// Returns `day` if it matches, else a later day, so that no day between the two matches.
    private func candidate(from day: Int, _ month: CalendarMonth) -> Int {
        guard allows(month) else { return month.next }
        /// Returns the wanted day if it is later in this month, else the start of the next month.
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

    /// Returns `day` if its week and the year of that week match, else a later day, with no match between the two.
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

    /// Returns the first day of week 1 of a month or year that starts on `first`.
    private func weekOne(of first: Int) -> Int {
        let into = (LocalTime.weekday(ofDay: first) - firstWeekday + 7) % 7
        return 7 - into >= minimumDaysInFirstWeek ? first - into : first - into + 7
    }
}
