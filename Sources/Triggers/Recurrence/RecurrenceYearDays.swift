// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Days that a rule counts within the year: `BYYEARDAY`, `BYWEEKNO`, and weekdays numbered in the year.
///
/// They depend only on the year's first weekday and on whether the year and its dependencies are leap years. So there are
/// 28 kinds of years, each computed once.
struct RecurrenceYearDays {
    private let daysOfYear: Set<Int>
    private let weeks: Set<Int>
    private let weekStart: Int
    /// Weekdays with an ordinal in the year; empty if ordinals count within the month.
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

    /// Returns the allowed days of a month, as bits 1 to 31.
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

    /// Returns whether the week of a day is allowed; weeks are those of ISO 8601, but begin on the rule's `WKST`.
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

    /// Returns the first day of the first week that has at least four days in `year`.
    private func firstDayOfWeekOne(of year: Int) -> Int {
        let fourth = LocalTime.dayNumber(year: year, month: 1, day: 4)
        return fourth - (LocalTime.weekday(ofDay: fourth) - weekStart + 7) % 7
    }
}
