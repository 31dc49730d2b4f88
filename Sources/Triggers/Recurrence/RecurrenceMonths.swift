// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ZoneFiles

/// The allowed days of a rule with its interval applied, found month by month.
struct RecurrenceMonths {
    /// The number of days to search ahead.
    ///
    /// The Gregorian calendar repeats after 400 years. A kind of year is given by its first weekday, and by whether it
    /// and the years beside it are leap years. Every kind occurs again within 40 years, enough for the interval 1.
    private let horizon: Int
    private var days: RecurrenceDays
    private let frequency: RecurrenceRule.Frequency
    private let interval: Int
    private let weekStart: Int
    /// Number of the period (year, month, week or day) that contains the start.
    private let origin: Int

    init(_ rule: RecurrenceRule, start: LocalTime) {
        days = RecurrenceDays(rule)
        frequency = rule.frequency
        // Intervals in units shorter than a day are applied by ``RecurrenceStepSearch``.
        interval = rule.frequency < .daily ? 1 : rule.interval
        weekStart = rule.weekStart
        horizon = interval == 1 ? 42 * 366 : 146_097
        origin = rule.period(of: start.dayNumber)
    }

    /// Returns the first allowed day at or after `day`; nil if there is none within the horizon.
    mutating func first(atOrAfter day: Int) -> Int? {
        var (year, month, number) = LocalTime.civil(fromDay: day)
        let lastYear = days.years.last ?? year + horizon / 365
        while let found = nextMonth(&year, &month, through: lastYear, &number) {
            let mask = (mask(found, year: year, month: month) >> UInt32(number)) << UInt32(number)
            if mask != 0 { return found.firstDay + mask.trailingZeroBitCount - 1 }
            (month, number) = (month + 1, 1)
        }
        return nil
    }

    /// Returns the `count`-th allowed day, counted from `first`.
    ///
    /// - Returns: Nil if two of these days are further apart than the horizon, or the rule has fewer days.
    mutating func day(number count: Int, from first: Int) -> Int? {
        var left = count
        var day = first
        while let found = self.first(atOrAfter: day) {
            let (year, month, number) = LocalTime.civil(fromDay: found)
            let length = LocalTime.days(inMonth: month, ofYear: year)
            let mask =
                (mask((found - number + 1, length), year: year, month: month) >> UInt32(number)) << UInt32(number)
            guard mask.nonzeroBitCount < left else { return found - number + mask.bit(number: left - 1) }
            left -= mask.nonzeroBitCount
            day = found - number + 1 + length
        }
        return nil
    }

    /// Returns the allowed days of one month, whether or not the interval allows them.
    mutating func days(year: Int, month: Int) -> UInt32 {
        guard days.years.isEmpty || days.years.contains(year) else { return 0 }
        return days.mask(
            year: year, month: month, firstDay: LocalTime.dayNumber(year: year, month: month, day: 1),
            length: LocalTime.days(inMonth: month, ofYear: year))
    }

    /// Moves to the first month that the rule's years, months and interval allow; `number` becomes the first day to
    /// search in that month.
    private func nextMonth(
        _ year: inout Int, _ month: inout Int, through lastYear: Int, _ number: inout Int
    ) -> (firstDay: Int, length: Int)? {
        while year <= lastYear {
            let wanted = month > 12 ? nil : nextYear(from: year) == year ? days.month(from: month) : nil
            if let wanted {
                if wanted != month { (month, number) = (wanted, 1) }
                let off = frequency == .monthly ? (origin - year * 12 - month + 1).remainderUp(by: interval) : 0
                if off == 0 {
                    return (
                        LocalTime.dayNumber(year: year, month: month, day: 1),
                        LocalTime.days(inMonth: month, ofYear: year)
                    )
                }
                (year, month, number) = (year + (month - 1 + off) / 12, (month - 1 + off) % 12 + 1, 1)
            } else {
                guard let next = nextYear(from: year + 1) else { return nil }
                (year, month, number) = (next, 1, 1)
            }
        }
        return nil
    }

    private func nextYear(from year: Int) -> Int? {
        if !days.years.isEmpty {
            return days.years.first {
                $0 >= year && (frequency != .yearly || (origin - $0).remainderUp(by: interval) == 0)
            }
        }
        return frequency == .yearly ? year + (origin - year).remainderUp(by: interval) : year
    }

    /// Returns the days of a month that the rule and its interval allow.
    private mutating func mask(_ span: (firstDay: Int, length: Int), year: Int, month: Int) -> UInt32 {
        let mask = days.mask(year: year, month: month, firstDay: span.firstDay, length: span.length)
        guard interval > 1, mask != 0 else { return mask }
        var allowed: UInt32 = 0
        switch frequency {
        case .weekly:
            let first = (span.firstDay - 2 - weekStart).dividedDown(by: 7)
            var week = first + (origin - first).remainderUp(by: interval)
            while true {
                let day = week * 7 + 2 + weekStart - span.firstDay + 1
                guard day <= span.length else { break }
                // Up to six days of a week may belong to the previous month.
                allowed |= day > 0 ? 0x7f << UInt32(day) : 0x7f >> UInt32(-day)
                week += interval
            }
        case .daily:
            var day = (origin - span.firstDay).remainderUp(by: interval) + 1
            while day <= span.length {
                allowed |= 1 << UInt32(day)
                day += interval
            }
        default: return mask
        }
        return mask & allowed
    }
}

extension RecurrenceRule {
    /// Returns the number of the period that contains a day: year, month, week or day, by the rule's frequency.
    func period(of day: Int) -> Int {
        let (year, month, _) = LocalTime.civil(fromDay: day)
        return switch frequency {
        case .yearly: year
        case .monthly: year * 12 + month - 1
        // 1970-01-04 was a Sunday.
        case .weekly: (day - 2 - weekStart).dividedDown(by: 7)
        default: day
        }
    }
}

extension UInt32 {
    /// Returns the position of the set bit that has `number` lower set bits.
    func bit(number: Int) -> Int {
        var rest = self
        for _ in 0..<number { rest &= rest - 1 }
        return rest.trailingZeroBitCount
    }
}

extension Int {
    /// Returns the quotient, rounded towards negative infinity; `divisor` is above 0.
    func dividedDown(by divisor: Int) -> Int { CivilDay.floor(self, by: divisor) }

    /// Returns the remainder, 0 to `divisor - 1`, also for negative numbers.
    func remainderUp(by divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
