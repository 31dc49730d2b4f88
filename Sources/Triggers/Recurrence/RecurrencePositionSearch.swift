// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Search for the local times of a weekly, monthly or yearly rule that selects local times of each period (`BYSETPOS`).
struct RecurrencePositionSearch: RecurrenceSearch {
    private let rule: RecurrenceRule
    private var months: RecurrenceMonths
    private let times: RecurrenceTimes
    private let origin: Int
    private let horizon: Int

    init(_ rule: RecurrenceRule, start: LocalTime) {
        self.rule = rule
        months = RecurrenceMonths(rule, start: start)
        times = RecurrenceTimes(rule)
        origin = rule.period(of: start.dayNumber)
        let longest = rule.frequency == .weekly ? 7 : rule.frequency == .monthly ? 31 : 366
        let most = longest * times.count
        let isPossible = rule.setPositions.contains { Int(clamping: $0.magnitude) <= most }
        horizon = isPossible ? (rule.interval == 1 ? 42 * 366 : 146_097) : 0
    }

    mutating func first(atOrAfter reading: LocalTime) -> LocalTime? {
        let today = reading.dayNumber
        var period = rule.period(of: today)
        period += (origin - period).remainderUp(by: rule.interval)
        while firstDay(of: period) - today <= horizon {
            let days = days(of: period)
            let count = days.reduce(0) { $0 + $1.mask.nonzeroBitCount } * times.count
            var found: LocalTime?
            for position in rule.setPositions {
                let index = position > 0 ? position - 1 : count + position
                guard (0..<count).contains(index) else { continue }
                let candidate = self.reading(at: index, in: days)
                if candidate >= reading, found.map({ candidate < $0 }) ?? true { found = candidate }
            }
            if let found { return found }
            period += rule.interval
        }
        return nil
    }

    mutating func last(ofFirst count: Int, from start: LocalTime) -> RecurrenceEnd { .counted }

    /// Returns the allowed days of a period by month: bits, and the number of the day that bit 0 stands for.
    private mutating func days(of period: Int) -> [(base: Int, mask: UInt32)] {
        switch rule.frequency {
        case .yearly:
            return (1...12).compactMap { month in
                let mask = months.days(year: period, month: month)
                return mask == 0 ? nil : (LocalTime.dayNumber(year: period, month: month, day: 1) - 1, mask)
            }
        case .monthly:
            let (year, month) = (period.dividedDown(by: 12), period.remainderUp(by: 12) + 1)
            let mask = months.days(year: year, month: month)
            return [(LocalTime.dayNumber(year: year, month: month, day: 1) - 1, mask)]
        default:
            let first = firstDay(of: period)
            let (year, month, number) = LocalTime.civil(fromDay: first)
            let length = LocalTime.days(inMonth: month, ofYear: year)
            let week: UInt32 = number < 26 ? 0x7f << UInt32(number) : .max << UInt32(number)
            let mask = months.days(year: year, month: month) & week
            guard number + 6 > length else { return [(first - number, mask)] }
            let next = (year: month == 12 ? year + 1 : year, month: month % 12 + 1)
            let rest = months.days(year: next.year, month: next.month) & (1 << UInt32(number + 7 - length) - 1)
            return [(first - number, mask), (first - number + length, rest)]
        }
    }

    private func reading(at index: Int, in days: [(base: Int, mask: UInt32)]) -> LocalTime {
        var left = index / times.count
        for (base, mask) in days {
            guard left >= mask.nonzeroBitCount else {
                return LocalTime(seconds: (base + mask.bit(number: left)) * 86_400 + times[index % times.count])
            }
            left -= mask.nonzeroBitCount
        }
        // Unreachable: the caller has checked that the days have more than `index` times.
        return LocalTime(seconds: .max)
    }

    private func firstDay(of period: Int) -> Int {
        switch rule.frequency {
        case .yearly: LocalTime.dayNumber(year: period, month: 1, day: 1)
        case .monthly:
            LocalTime.dayNumber(year: period.dividedDown(by: 12), month: period.remainderUp(by: 12) + 1, day: 1)
        default: period * 7 + 2 + rule.weekStart
        }
    }
}
