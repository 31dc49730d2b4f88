// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A calendar with Gregorian months and its own year numbers.
struct GregorianEras: Sendable {
    private struct Era {
        let number: Int
        /// The Gregorian year before the era's year 1.
        let base: Int
        /// The era's first day.
        let first: Int
    }

    /// Eras, the latest first.
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

    /// Returns the month of a day; nil before the first era. A month in which an era begins has the era of the day.
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
