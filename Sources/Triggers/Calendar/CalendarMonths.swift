// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Foundation's calendars come from ICU, whose data is 30 MB. So months are computed here: most calendars follow rules,
// and three that follow the observed moon use tables. A test compares them with Foundation, day by day.

struct CalendarMonths: Sendable {
    private let system: CalendarSystem
    let isGregorian: Bool

    init(of system: CalendarSystem) {
        self.system = system
        isGregorian = system.isGregorian
    }

    /// Returns the month of a day; nil if the day is before the calendar's first month or outside its table.
    func month(containing day: Int) -> CalendarMonth? {
        if isGregorian { return .gregorian(containing: day) }
        if let eras = GregorianEras(system) { return eras.month(containing: day) }
        // The estimate is near the day's year; the loops below find that year.
        guard var year = CalendarYear(CalendarYear.estimate(for: day, in: system), of: system) else { return nil }
        while year.first > day {
            guard let before = CalendarYear(year.number - 1, of: system) else { return nil }
            year = before
        }
        while year.next <= day {
            guard let after = CalendarYear(year.number + 1, of: system) else { return nil }
            year = after
        }
        var first = year.first
        for month in year.months {
            let next = first + month.days
            if day < next {
                return CalendarMonth(
                    era: year.era, year: year.yearOfEra, number: month.number, isLeap: month.isLeap, first: first,
                    next: next, newYear: year.first)
            }
            first = next
        }
        return nil
    }

    /// Returns the first day of the year after that of `month`; nil if the calendar's table ends before it.
    func nextNewYear(after month: CalendarMonth) -> Int? {
        var later = month
        while (later.era, later.year) == (month.era, month.year) {
            guard let next = self.month(containing: later.next), next.first > later.first else { return nil }
            later = next
        }
        return later.first
    }

    /// Returns the first day of a year; nil if the calendar has no such year.
    func newYear(_ year: Int, era: Int) -> Int? {
        if isGregorian { return era == 1 ? LocalTime.dayNumber(year: year, month: 1, day: 1) : nil }
        if let eras = GregorianEras(system) { return eras.newYear(year, era: era) }
        let number = system == .chinese ? (era - 1) * 60 + year : year
        guard let found = CalendarYear(number, of: system), found.era == era, found.yearOfEra == year else {
            return nil
        }
        return found.first
    }
}

/// A month of a calendar; its days are numbers counted from 1970-01-01.
struct CalendarMonth: Hashable, Sendable {
    let era: Int
    let year: Int
    /// The month's number within the year, from 1.
    let number: Int
    /// Tells whether the month repeats the number of the previous one, as in the Chinese calendar.
    let isLeap: Bool
    /// The month's first day.
    let first: Int
    /// The first day of the next month.
    let next: Int
    /// The first day of the month's year.
    let newYear: Int

    var length: Int { next - first }

    static func gregorian(containing day: Int) -> CalendarMonth {
        let (year, month, dayOfMonth) = LocalTime.civil(fromDay: day)
        let first = day - dayOfMonth + 1
        return CalendarMonth(
            era: 1, year: year, number: month, isLeap: false, first: first,
            next: first + LocalTime.days(inMonth: month, ofYear: year),
            newYear: LocalTime.dayNumber(year: year, month: 1, day: 1))
    }
}

/// A calendar with Gregorian months and its own year numbers.
struct GregorianEras: Sendable {
    private struct Era {
        let number: Int
        /// The Gregorian year that precedes the era's year 1.
        let base: Int
        /// The era's first day.
        let first: Int
    }

    /// The calendar's eras, the latest first.
    private let eras: [Era]

    /// Creates the eras; nil for a calendar with its own months.
    init?(_ system: CalendarSystem) {
        switch system {
        case .buddhist: eras = [Era(number: 0, base: -543, first: .min)]
        case .roc: eras = [Era(number: 1, base: 1911, first: LocalTime.dayNumber(year: 1912, month: 1, day: 1))]
        case .japanese:
            let beginnings = [
                (236, 2019, 5, 1), (235, 1989, 1, 8), (234, 1926, 12, 25), (233, 1912, 7, 30), (232, 1868, 9, 8),
            ]
            eras = beginnings.map { number, year, month, day in
                Era(number: number, base: year - 1, first: LocalTime.dayNumber(year: year, month: month, day: day))
            }
        default: return nil
        }
    }

    /// Returns the month of a day; nil before the first era. A month in which an era begins gets the given day's era.
    func month(containing day: Int) -> CalendarMonth? {
        guard let era = eras.first(where: { $0.first <= day }) else { return nil }
        let month = CalendarMonth.gregorian(containing: day)
        return CalendarMonth(
            era: era.number, year: month.year - era.base, number: month.number, isLeap: false, first: month.first,
            next: month.next, newYear: month.newYear)
    }

    /// Returns the first day of a year; nil if its era began later or ended before.
    func newYear(_ year: Int, era number: Int) -> Int? {
        guard let index = eras.firstIndex(where: { $0.number == number }) else { return nil }
        let day = LocalTime.dayNumber(year: year + eras[index].base, month: 1, day: 1)
        guard day >= eras[index].first, index == 0 || day < eras[index - 1].first else { return nil }
        return day
    }
}
