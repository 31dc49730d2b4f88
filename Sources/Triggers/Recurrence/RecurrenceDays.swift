// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// RFC 5545 has BY parts that "expand" or "limit". Once the start has supplied the missing parts, both kinds mean the
// same: a day of the period is allowed if every BY part about days allows it. Days are returned a month at a time, as
// bits 1 to 31: for a rule that never matches, the search goes through 4800 months.

/// The days on which a rule may fire. The parts that the rule lacks must be taken from its start before.
struct RecurrenceDays {
    /// Allowed years, in order; empty allows all.
    let years: [Int]
    private let months: UInt32
    private let daysOfMonth: UInt32
    /// Allowed days as bits, counted from the month's end: bit 31 - n is the n-th last day.
    private let daysFromMonthEnd: UInt32
    /// Allowed weekdays; bit 0 is Sunday.
    private let weekdays: UInt64
    private let daysInMonth: [RecurrenceRule.Day]
    private var special: RecurrenceYearDays?

    init(_ rule: RecurrenceRule) {
        func bits(_ values: some Sequence<Int>) -> UInt32 { values.reduce(0) { $0 | 1 << UInt32(clamping: $1) } }
        years = rule.years
        months = rule.months.isEmpty ? .max : bits(rule.months)
        let anyDay = rule.daysOfMonth.isEmpty
        daysOfMonth = anyDay ? .max : bits(rule.daysOfMonth.lazy.filter { $0 > 0 })
        daysFromMonthEnd = anyDay ? 0 : bits(rule.daysOfMonth.lazy.filter { $0 < 0 }.map { 31 + $0 })
        let countsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
        let numbered = rule.weekdays.filter { $0.ordinal != 0 }
        let isSpecial = !rule.daysOfYear.isEmpty || !rule.weeks.isEmpty || (!numbered.isEmpty && !countsInMonth)
        special = isSpecial ? RecurrenceYearDays(rule, numbered: countsInMonth ? [] : numbered) : nil
        daysInMonth = countsInMonth ? numbered : []
        let plain = rule.weekdays.filter { $0.ordinal == 0 }
        // `special` handles weekdays that are numbered within the year.
        let isAny = rule.weekdays.isEmpty || (!numbered.isEmpty && !countsInMonth)
        weekdays = isAny ? 0x7f : UInt64(bits(plain.lazy.map { $0.weekday - 1 }))
    }

    /// Returns the first month from `month` on that may have an allowed day; nil if the year has no such month.
    func month(from month: Int) -> Int? {
        let left = (months >> UInt32(month)) << UInt32(month) & 0x1ffe
        return left == 0 ? nil : left.trailingZeroBitCount
    }

    /// Returns the allowed days of a month, as bits 1 to 31.
    ///
    /// `firstDay` is the number of the month's first day since 1970-01-01, `length` its number of days.
    mutating func mask(year: Int, month: Int, firstDay: Int, length: Int) -> UInt32 {
        guard months >> UInt32(month) & 1 == 1 else { return 0 }
        let whole: UInt32 = (1 << UInt32(length) - 1) << 1
        var mask =
            (daysOfMonth | (length > 30 ? daysFromMonthEnd << 1 : daysFromMonthEnd >> UInt32(30 - length))) & whole
        guard mask != 0 else { return 0 }
        let first = LocalTime.weekday(ofDay: firstDay) - 1
        if weekdays != 0x7f {
            let week = (weekdays | weekdays << 7) >> UInt64(first) & 0x7f
            var days = UInt32(truncatingIfNeeded: (week | week << 7 | week << 14 | week << 21 | week << 28) << 1)
            for day in daysInMonth {
                let earliest = (day.weekday - 1 - first + 7) % 7 + 1
                let latest = earliest + (length - earliest) / 7 * 7
                let number = day.ordinal > 0 ? earliest + (day.ordinal - 1) * 7 : latest + (day.ordinal + 1) * 7
                if (1...length).contains(number) { days |= 1 << UInt32(number) }
            }
            mask &= days
        }
        guard mask != 0, special != nil else { return mask }
        return mask & (special?.mask(year: year, month: month) ?? 0)
    }
}

/// Days that a rule counts within the year: `BYYEARDAY`, `BYWEEKNO`, and weekdays numbered in the year.
///
/// The days depend only on the year's first weekday and on whether the year and the years beside it are leap years. So
/// there are 28 kinds of years, each computed once.
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
