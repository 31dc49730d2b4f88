// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Not Foundation's Calendar.RecurrenceRule: measured in Swift 6.3.1 against python-dateutil, it gives only the
// first of each weekday for FREQ=MONTHLY;BYDAY=MO,SA, wrong days for BYDAY=3SA,3MO and for 43 of 100 yearly
// rules, has no FREQ=SECONDLY, needs up to 5 s for a rule that can't match, and more than 20 s for one that can.

extension RecurrenceRule {
    /// How far ahead an occurrence is looked for: the Gregorian calendar repeats after 400 years.
    static let horizon = 146_097
    /// How many periods are tried before a rule is taken for one that never matches again.
    static let patience = 100_000

    /// The rule's readings of the clock in order: those at or after `first`.
    ///
    /// Ends with `COUNT` or a local `UNTIL`, or after ``horizon`` days without an occurrence. Costs next to
    /// nothing for a rule whose start is long ago, unless it has a `COUNT`.
    func occurrences(startingAt start: LocalTime, from first: LocalTime) -> RecurrenceOccurrences {
        RecurrenceOccurrences(rule: completed(from: start), start: start, from: first)
    }
}

/// The occurrences of a completed rule, one period after another.
struct RecurrenceOccurrences: Sequence, IteratorProtocol {
    private let rule: RecurrenceRule
    private let days: RecurrenceDays
    private let start: LocalTime
    private let first: LocalTime
    /// Times of day in seconds since midnight; since the hour, minute or second for shorter periods.
    private let times: [Int]
    /// How many occurrences may still come.
    private var remaining: Int
    /// The number of the period that the start is in.
    private let origin: Int
    /// Which period since the start's own is looked at next.
    private var period: Int
    /// The matching days of the current period, as seconds that `times` are added to.
    private var bases: [Int] = []
    private var position = 0
    /// The positions in the current period that count; nil for all.
    private var chosen: [Int]?
    private var lastFoundDay: Int

    init(rule: RecurrenceRule, start: LocalTime, from first: LocalTime) {
        self.rule = rule
        self.start = start
        self.first = Swift.max(first, start)
        days = RecurrenceDays(rule)
        let hours = rule.frequency >= .daily ? rule.hours : [0]
        let minutes = rule.frequency >= .hourly ? rule.minutes : [0]
        let seconds = rule.frequency >= .minutely ? rule.seconds : [0]
        times = hours.flatMap { hour in
            minutes.flatMap { minute in seconds.map { hour * 3600 + minute * 60 + $0 } }
        }
        lastFoundDay = self.first.dayNumber
        origin = Self.index(of: start, in: rule)
        let longest = times.count * Self.longestPeriod(of: rule.frequency)
        if !rule.setPositions.isEmpty, rule.setPositions.allSatisfy({ Int(clamping: $0.magnitude) > longest }) {
            // No period has so many occurrences.
            (remaining, period) = (0, 0)
        } else if case .count(let count) = rule.end {
            remaining = count
            period = 0
        } else {
            remaining = .max
            period = Swift.max(0, (Self.index(of: self.first, in: rule) - origin) / rule.interval)
        }
    }

    mutating func next() -> LocalTime? {
        while remaining > 0 {
            guard let reading = nextInPeriod() else {
                guard findPeriod() else { return nil }
                continue
            }
            if reading < start { continue }
            if case .until(.local(let last)) = rule.end, reading > last { return nil }
            lastFoundDay = Swift.max(lastFoundDay, reading.dayNumber)
            remaining -= 1
            if reading >= first { return reading }
        }
        return nil
    }

    /// The next reading of the current period.
    private mutating func nextInPeriod() -> LocalTime? {
        let count = chosen?.count ?? bases.count * times.count
        guard position < count else { return nil }
        let index = chosen?[position] ?? position
        position += 1
        return LocalTime(seconds: bases[index / times.count] + times[index % times.count])
    }

    /// Goes to the next period that has a reading; false if there is none within the horizon.
    private mutating func findPeriod() -> Bool {
        for _ in 0..<RecurrenceRule.patience {
            let index = origin + period * rule.interval
            let day = Self.day(ofPeriod: index, in: rule)
            guard day - lastFoundDay <= RecurrenceRule.horizon else { return false }
            period += 1
            bases = matches(inPeriod: index, beginningOn: day)
            guard !bases.isEmpty else { continue }
            position = 0
            if rule.setPositions.isEmpty { return true }
            let count = bases.count * times.count
            chosen = Set(rule.setPositions.map { $0 > 0 ? $0 - 1 : count + $0 }).filter((0..<count).contains).sorted()
            if chosen?.isEmpty == false { return true }
        }
        return false
    }

    /// The days of a period that match, or the period's own beginning if it is shorter than a day.
    ///
    /// Moves `period` on past days and hours that can't match.
    private mutating func matches(inPeriod index: Int, beginningOn day: Int) -> [Int] {
        let span: Int
        switch rule.frequency {
        case .yearly: span = LocalTime.isLeap(index) ? 366 : 365
        case .monthly:
            let month = index % 12 + 1
            guard days.allows(month: month) else { return [] }
            span = LocalTime.days(inMonth: month, ofYear: index / 12)
        case .weekly: span = 7
        case .daily: span = 1
        case .hourly, .minutely, .secondly: return shortMatch(index, day)
        }
        return (day..<day + span).lazy.filter(days.allow).map { $0 * 86_400 }
    }

    private mutating func shortMatch(_ index: Int, _ day: Int) -> [Int] {
        let unit = Self.unit(of: rule.frequency)
        let reading = LocalTime(seconds: index * unit)
        if !days.allow(day) {
            skip(to: reading.at(hour: 24))
        } else if !rule.hours.isEmpty, !rule.hours.contains(reading.hour) {
            skip(to: reading.at(hour: reading.hour + 1))
        } else if rule.frequency < .hourly, !rule.minutes.isEmpty, !rule.minutes.contains(reading.minute) {
            skip(to: reading.at(hour: reading.hour, minute: reading.minute + 1))
        } else if rule.frequency == .secondly, !rule.seconds.isEmpty, !rule.seconds.contains(reading.second) {
            return []
        } else {
            return [reading.seconds]
        }
        return []
    }

    /// Makes the first period at or after `reading` the next one.
    private mutating func skip(to reading: LocalTime) {
        let distance = Self.index(of: reading, in: rule) - origin
        period = Swift.max(period, (distance + rule.interval - 1) / rule.interval)
    }

    /// The number of the period that a reading is in, counted from a fixed beginning.
    private static func index(of reading: LocalTime, in rule: RecurrenceRule) -> Int {
        let (year, month, _) = reading.civil
        switch rule.frequency {
        case .yearly: return year
        case .monthly: return year * 12 + month - 1
        case .weekly: return floorDivide(reading.dayNumber - firstWeekStart(rule), 7)
        case .daily: return reading.dayNumber
        case .hourly, .minutely, .secondly: return floorDivide(reading.seconds, unit(of: rule.frequency))
        }
    }

    /// The first day of a period.
    private static func day(ofPeriod index: Int, in rule: RecurrenceRule) -> Int {
        switch rule.frequency {
        case .yearly: LocalTime.dayNumber(year: index, month: 1, day: 1)
        case .monthly: LocalTime.dayNumber(year: index / 12, month: index % 12 + 1, day: 1)
        case .weekly: index * 7 + firstWeekStart(rule)
        case .daily: index
        case .hourly, .minutely, .secondly: floorDivide(index * unit(of: rule.frequency), 86_400)
        }
    }

    /// A day on which a week of the rule starts: 1970-01-04 was a Sunday.
    private static func firstWeekStart(_ rule: RecurrenceRule) -> Int { 3 + rule.weekStart - 1 }

    /// The most days that a period has.
    private static func longestPeriod(of frequency: RecurrenceRule.Frequency) -> Int {
        switch frequency {
        case .yearly: 366
        case .monthly: 31
        case .weekly: 7
        default: 1
        }
    }

    private static func unit(of frequency: RecurrenceRule.Frequency) -> Int {
        switch frequency {
        case .hourly: 3600
        case .minutely: 60
        default: 1
        }
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        (number - ((number % divisor) + divisor) % divisor) / divisor
    }
}
