// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The days that a rule counts in the year: `BYYEARDAY`, `BYWEEKNO`, and weekdays numbered in the year.
///
/// They depend on nothing but the year's first weekday and on which of it and its neighbours are leap years: 28
/// kinds of years, each worked out once.
struct RecurrenceYearDays {
    private let daysOfYear: Set<Int>
    private let weeks: Set<Int>
    private let weekStart: Int
    /// Weekdays by number in the year, and those without a number; empty if the month counts.
    private let numberedDays: [RecurrenceRule.Day]
    private let plainDays: Set<Int>
    private var known: [[UInt32]?] = Array(repeating: nil, count: 28)

    init(_ rule: RecurrenceRule, numbered: [RecurrenceRule.Day]) {
        daysOfYear = Set(rule.daysOfYear)
        weeks = Set(rule.weeks)
        weekStart = rule.weekStart
        numberedDays = numbered
        plainDays = Set(rule.weekdays.lazy.filter { $0.ordinal == 0 }.map(\.weekday))
    }

    /// The days of a month that are in, as bits 1 to 31.
    mutating func mask(year: Int, month: Int) -> UInt32 {
        let newYear = LocalTime.dayNumber(year: year, month: 1, day: 1)
        let isLeap = LocalTime.isLeap(year)
        let leaps = isLeap ? 0 : LocalTime.isLeap(year - 1) ? 1 : LocalTime.isLeap(year + 1) ? 2 : 3
        let kind = leaps * 7 + LocalTime.weekday(ofDay: newYear) - 1
        if let masks = known[kind] { return masks[month] }
        var masks = [UInt32](repeating: 0, count: 13)
        let length = isLeap ? 366 : 365
        for day in newYear..<newYear + length where allows(day, year: year, dayOfYear: day - newYear + 1, of: length) {
            let (_, month, number) = LocalTime.civil(fromDay: day)
            masks[month] |= 1 << UInt32(number)
        }
        known[kind] = masks
        return masks[month]
    }

    private func allows(_ dayNumber: Int, year: Int, dayOfYear: Int, of length: Int) -> Bool {
        if !daysOfYear.isEmpty, !daysOfYear.contains(dayOfYear), !daysOfYear.contains(dayOfYear - length - 1) {
            return false
        }
        if !weeks.isEmpty, !allowsWeek(of: dayNumber, year: year) { return false }
        if numberedDays.isEmpty { return true }
        let weekday = LocalTime.weekday(ofDay: dayNumber)
        return plainDays.contains(weekday)
            || numberedDays.contains {
                $0.weekday == weekday
                    && ($0.ordinal > 0
                        ? (dayOfYear - 1) / 7 + 1 == $0.ordinal : (length - dayOfYear) / 7 + 1 == -$0.ordinal)
            }
    }

    /// Whether the week of a day is in, counted as ISO 8601 does but from the rule's first day of the week.
    private func allowsWeek(of dayNumber: Int, year: Int) -> Bool {
        var first = firstDayOfWeekOne(of: year)
        var next = firstDayOfWeekOne(of: year + 1)
        if dayNumber < first {
            (first, next) = (firstDayOfWeekOne(of: year - 1), first)
        } else if dayNumber >= next {
            (first, next) = (next, firstDayOfWeekOne(of: year + 2))
        }
        let week = (dayNumber - first) / 7 + 1
        return weeks.contains(week) || weeks.contains(week - (next - first) / 7 - 1)
    }

    /// The first day of the first week that has four or more days in `year`.
    private func firstDayOfWeekOne(of year: Int) -> Int {
        let fourth = LocalTime.dayNumber(year: year, month: 1, day: 4)
        return fourth - (LocalTime.weekday(ofDay: fourth) - weekStart + 7) % 7
    }
}
