// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Search for the local times of a rule whose steps (its intervals) are several hours, minutes or seconds long.
struct RecurrenceStepSearch: RecurrenceSearch {
    private let rule: RecurrenceRule
    private var months: RecurrenceMonths
    /// Length of the rule's unit in seconds.
    private let unit: Int
    /// Number of the hour, minute or second that contains the start.
    private let origin: Int
    private let hours: [Int]
    private let minutes: [Int]
    private let seconds: [Int]
    private let isPossible: Bool

    init(_ rule: RecurrenceRule, start: LocalTime) {
        self.rule = rule
        months = RecurrenceMonths(rule, start: start)
        unit =
            switch rule.frequency {
            case .hourly: 3600
            case .minutely: 60
            default: 1
            }
        origin = start.seconds.dividedDown(by: unit)
        hours = rule.hours.isEmpty ? Array(0..<24) : rule.hours
        var minutes = rule.minutes.isEmpty ? Array(0..<60) : rule.minutes
        var hasPositions = true
        if !rule.setPositions.isEmpty {
            let positions = RecurrenceTimes.positions(rule, of: rule.frequency == .hourly ? minutes.count : 1)
            hasPositions = !positions.isEmpty
            if rule.frequency == .hourly { minutes = positions.map { [minutes] in minutes[$0] } }
        }
        self.minutes = minutes
        seconds = rule.seconds.isEmpty ? Array(0..<60) : rule.seconds
        isPossible = hasPositions && Self.canMatch(rule, unit, origin * unit, hours: hours, minutes: minutes)
    }

    /// Returns whether the rule's steps ever reach an allowed time of day.
    private static func canMatch(
        _ rule: RecurrenceRule, _ unit: Int, _ start: Int, hours: [Int], minutes: [Int]
    ) -> Bool {
        var (divisor, rest) = (rule.interval * unit, 86_400)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        // If the steps reach a time of day, they reach all times of day at multiples of `divisor` from it.
        return hours.contains { hour in
            guard unit < 3600 else { return (hour * 3600 - start) % divisor == 0 }
            return minutes.contains { minute in
                let time = hour * 3600 + minute * 60
                guard unit < 60 else { return (time - start) % divisor == 0 }
                guard let second = rule.seconds.first else { return (start - time).remainderUp(by: divisor) < 60 }
                return (time + second - start) % divisor == 0
            }
        }
    }

    mutating func first(atOrAfter reading: LocalTime) -> LocalTime? {
        guard isPossible else { return nil }
        var index = aligned(reading.seconds.dividedDown(by: unit))
        let horizon = reading.dayNumber + 42 * 366
        while true {
            let base = index * unit
            let day = base.dividedDown(by: 86_400)
            guard day <= horizon, let allowed = months.first(atOrAfter: day) else { return nil }
            guard allowed == day else {
                index = aligned(from: allowed * 86_400)
                continue
            }
            let time = base - day * 86_400
            guard let hour = hours.first(where: { $0 >= time / 3600 }) else {
                index = aligned(from: (day + 1) * 86_400)
                continue
            }
            guard hour == time / 3600 else {
                index = aligned(from: day * 86_400 + hour * 3600)
                continue
            }
            if unit < 3600, !minutes.contains(time / 60 % 60) {
                let minute = minutes.first { $0 > time / 60 % 60 } ?? 60
                index = aligned(from: day * 86_400 + hour * 3600 + minute * 60)
                continue
            }
            if let found = first(inPeriodAt: base, atOrAfter: reading) { return found }
            index += rule.interval
        }
    }

    mutating func last(ofFirst count: Int, from start: LocalTime) -> RecurrenceEnd {
        let limits = [
            rule.years, rule.months, rule.daysOfYear, rule.daysOfMonth, rule.hours,
            rule.frequency == .hourly ? [] : rule.minutes, rule.frequency == .secondly ? rule.seconds : [],
            rule.setPositions, rule.weekdays.map(\.weekday),
        ]
        // If no BY part limits the rule, each step has exactly one local time.
        if limits.allSatisfy(\.isEmpty), rule.frequency != .hourly || minutes.count == 1, isPossible,
            let first = first(atOrAfter: start)
        {
            return .reckoned(first.adding(seconds: (count - 1) * rule.interval * unit))
        }
        return .counted
    }

    /// Returns the first local time in the hour, minute or second that begins at `base`.
    private func first(inPeriodAt base: Int, atOrAfter reading: LocalTime) -> LocalTime? {
        switch unit {
        case 3600:
            for minute in minutes {
                for second in seconds where base + minute * 60 + second >= reading.seconds {
                    return LocalTime(seconds: base + minute * 60 + second)
                }
            }
            return nil
        case 60: return seconds.first { base + $0 >= reading.seconds }.map { LocalTime(seconds: base + $0) }
        default: return seconds.contains(base.remainderUp(by: 60)) ? LocalTime(seconds: base) : nil
        }
    }

    /// Returns the first step of the rule at or after `index`; both are numbers of hours, minutes or seconds.
    private func aligned(_ index: Int) -> Int { index + (origin - index).remainderUp(by: rule.interval) }

    /// Returns the first step at or after `seconds`, the beginning of an hour, minute or second of the clock.
    private func aligned(from seconds: Int) -> Int { aligned(seconds.dividedDown(by: unit)) }
}
