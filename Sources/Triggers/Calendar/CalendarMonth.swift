// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A month of some calendar, its place given in days since 1970-01-01.
struct CalendarMonth: Hashable, Sendable {
    let era: Int
    let year: Int
    /// 1 is the year's first.
    let number: Int
    /// It repeats the number of the month before, as months of the Chinese calendar do.
    let isLeap: Bool
    /// Its first day.
    let first: Int
    /// The first day of the month after it.
    let next: Int
    /// The first day of its year.
    let newYear: Int

    /// How many days it has.
    var length: Int { next - first }

    func contains(_ day: Int) -> Bool { first <= day && day < next }

    /// The Gregorian month that a day is in.
    static func gregorian(containing day: Int) -> CalendarMonth {
        let (year, month, dayOfMonth) = LocalTime.civil(fromDay: day)
        let first = day - dayOfMonth + 1
        return CalendarMonth(
            era: 1, year: year, number: month, isLeap: false, first: first,
            next: first + LocalTime.days(inMonth: month, ofYear: year),
            newYear: LocalTime.dayNumber(year: year, month: 1, day: 1))
    }
}
