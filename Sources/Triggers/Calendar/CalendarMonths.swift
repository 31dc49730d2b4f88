// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Foundation's calendars are ICU's, which is 30 MB of data. So months are reckoned here: most calendars have rules, and
// the three that follow the moon as astronomers see it have tables. A test holds all against Foundation, day by day.

/// The months of a calendar.
struct CalendarMonths: Sendable {
    private let system: CalendarSystem
    let isGregorian: Bool

    init(of system: CalendarSystem) {
        self.system = system
        isGregorian = system.isGregorian
    }

    /// The month that a day is in; nil where the calendar has none, or the table ends.
    func month(containing day: Int) -> CalendarMonth? {
        if isGregorian { return .gregorian(containing: day) }
        if let eras = GregorianEras(system) { return eras.month(containing: day) }
        // A year of 360 days or less, and a first year at or before all.
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

    /// The first day of the year after a month's; nil where the calendar has none.
    func nextNewYear(after month: CalendarMonth) -> Int? {
        var later = month
        while (later.era, later.year) == (month.era, month.year) {
            guard let next = self.month(containing: later.next), next.first > later.first else { return nil }
            later = next
        }
        return later.first
    }

    /// The first day of a year; nil where the calendar has none.
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
