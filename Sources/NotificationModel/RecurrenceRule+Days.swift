// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Which days a rule allows. RFC 5545 tells of parts that "expand" and parts that "limit"; once the parts
// that the start supplies are filled in, both come to the same: a day of the period is in if every BY part
// that speaks of days allows it.

extension RecurrenceRule {
    /// A copy in which the parts that the rule leaves open are those of its start.
    func completed(from start: LocalTime) -> RecurrenceRule {
        var rule = self
        let (_, month, day) = start.civil
        if daysOfYear.isEmpty, daysOfMonth.isEmpty, weekdays.isEmpty {
            switch frequency {
            case .yearly where weeks.isEmpty:
                if months.isEmpty { rule.months = [month] }
                rule.daysOfMonth = [day]
            case .monthly: rule.daysOfMonth = [day]
            case .weekly, .yearly: rule.weekdays = [Day(start.weekday)]
            default: break
            }
        }
        if hours.isEmpty, frequency >= .daily { rule.hours = [start.hour] }
        if minutes.isEmpty, frequency >= .hourly { rule.minutes = [start.minute] }
        if seconds.isEmpty, frequency >= .minutely { rule.seconds = [start.second] }
        return rule
    }
}

extension RecurrenceRule.Frequency: Comparable {
    /// The shorter unit is the smaller one.
    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .secondly: 0
        case .minutely: 1
        case .hourly: 2
        case .daily: 3
        case .weekly: 4
        case .monthly: 5
        case .yearly: 6
        }
    }
}

/// A completed rule's test for days, as bit sets: a rule that never matches asks it 146,097 times.
struct RecurrenceDays {
    private let months: UInt64
    private let daysOfMonth: UInt64
    private let daysFromMonthEnd: UInt64
    private let weekdays: UInt64
    private let numberedDays: [RecurrenceRule.Day]
    private let daysOfYear: Set<Int>
    private let weeks: Set<Int>
    private let weekStart: Int
    /// Numbered weekdays count within the month, not the year.
    private let countsInMonth: Bool

    init(_ rule: RecurrenceRule) {
        func bits(_ values: some Sequence<Int>) -> UInt64 { values.reduce(0) { $0 | 1 << UInt64(clamping: $1) } }
        months = rule.months.isEmpty ? .max : bits(rule.months)
        let anyDay = rule.daysOfMonth.isEmpty
        daysOfMonth = anyDay ? .max : bits(rule.daysOfMonth.filter { $0 > 0 })
        daysFromMonthEnd = anyDay ? .max : bits(rule.daysOfMonth.filter { $0 < 0 }.map { -$0 })
        weekdays = rule.weekdays.isEmpty ? .max : bits(rule.weekdays.filter { $0.ordinal == 0 }.map(\.weekday))
        numberedDays = rule.weekdays.filter { $0.ordinal != 0 }
        daysOfYear = Set(rule.daysOfYear)
        weeks = Set(rule.weeks)
        weekStart = rule.weekStart
        countsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
    }

    /// Whether any day of this month may be in.
    func allows(month: Int) -> Bool { months >> UInt64(month) & 1 == 1 }

    /// Whether a day, given by its number since 1970-01-01, is in.
    func allow(_ dayNumber: Int) -> Bool {
        let weekday = LocalTime.weekday(ofDay: dayNumber)
        guard weekdays >> UInt64(weekday) & 1 == 1 || !numberedDays.isEmpty else { return false }
        let (year, month, day) = LocalTime.civil(fromDay: dayNumber)
        guard allows(month: month) else { return false }
        let length = LocalTime.days(inMonth: month, ofYear: year)
        guard daysOfMonth >> UInt64(day) & 1 == 1 || daysFromMonthEnd >> UInt64(length + 1 - day) & 1 == 1 else {
            return false
        }
        if daysOfYear.isEmpty, weeks.isEmpty, numberedDays.isEmpty { return true }
        let yearLength = LocalTime.isLeap(year) ? 366 : 365
        let dayOfYear = dayNumber - LocalTime.dayNumber(year: year, month: 1, day: 1) + 1
        if !daysOfYear.isEmpty, !daysOfYear.contains(dayOfYear), !daysOfYear.contains(dayOfYear - yearLength - 1) {
            return false
        }
        if !weeks.isEmpty, !allowsWeek(of: dayNumber, year: year) { return false }
        if numberedDays.isEmpty || weekdays >> UInt64(weekday) & 1 == 1 { return true }
        let (position, span) = countsInMonth ? (day, length) : (dayOfYear, yearLength)
        return numberedDays.contains {
            $0.weekday == weekday
                && ($0.ordinal > 0 ? (position - 1) / 7 + 1 == $0.ordinal : (span - position) / 7 + 1 == -$0.ordinal)
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
