// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A calendar with the Gregorian calendar's months, whose years are counted otherwise.
struct GregorianEras: Sendable {
    private struct Era {
        let number: Int
        /// The Gregorian year before its first.
        let base: Int
        /// Its first day.
        let first: Int
    }

    /// The latest first.
    private let eras: [Era]

    /// Nil for a calendar with months of its own.
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

    /// The month that a day is in; nil before all eras. A month in which an era began has the day's era.
    func month(containing day: Int) -> CalendarMonth? {
        guard let era = eras.first(where: { $0.first <= day }) else { return nil }
        let month = CalendarMonth.gregorian(containing: day)
        return CalendarMonth(
            era: era.number, year: month.year - era.base, number: month.number, isLeap: false, first: month.first,
            next: month.next, newYear: month.newYear)
    }

    /// The first day of a year; nil where its era began or ended before.
    func newYear(_ year: Int, era number: Int) -> Int? {
        guard let index = eras.firstIndex(where: { $0.number == number }) else { return nil }
        let day = LocalTime.dayNumber(year: year + eras[index].base, month: 1, day: 1)
        guard day >= eras[index].first, index == 0 || day < eras[index - 1].first else { return nil }
        return day
    }
}
