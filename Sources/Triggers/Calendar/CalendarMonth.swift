// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A month of a calendar, located by days since 1970-01-01.
struct CalendarMonth: Hashable, Sendable {
    let era: Int
    let year: Int
    /// Number within the year, from 1.
    let number: Int
    /// Tells whether the month repeats the number of the previous one, as in the Chinese calendar.
    let isLeap: Bool
    /// The month's first day.
    let first: Int
    /// The first day of the next month.
    let next: Int
    /// The first day of the month's year.
    let newYear: Int

    /// Number of days.
    var length: Int { next - first }

    /// Returns the Gregorian month of a day.
    static func gregorian(containing day: Int) -> CalendarMonth {
        let (year, month, dayOfMonth) = LocalTime.civil(fromDay: day)
        let first = day - dayOfMonth + 1
        return CalendarMonth(
            era: 1, year: year, number: month, isLeap: false, first: first,
            next: first + LocalTime.days(inMonth: month, ofYear: year),
            newYear: LocalTime.dayNumber(year: year, month: 1, day: 1))
    }
}
