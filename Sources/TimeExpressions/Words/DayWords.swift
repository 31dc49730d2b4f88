// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The days of a rule in words: days that the grammar can write, and further conditions.
struct DayWords {
    /// The days after `every`: `weekday`, `mon,wed`, `month on 1`, `2 weeks on fri`.
    private(set) var head = "day"
    /// Days of the week that are left out, as the grammar writes them; empty for most rules.
    private(set) var exceptedWeekdays: [String] = []
    /// Conditions that the days must also meet, such as `only in dec`; no time expression can state them.
    private(set) var conditions: [String] = []

    private let rule: RecurrenceRule

    /// Describes the days of a rule in days or longer units; the set's start must have filled the rule's missing parts.
    init(_ rule: RecurrenceRule) {
        self.rule = rule
        sayHead()
        if !rule.daysOfYear.isEmpty {
            add("only on \(Self.days(rule.daysOfYear)) of the year")
        }
        if !rule.weeks.isEmpty {
            add("only in the \(Self.ordinals(rule.weeks)) week of the year")
        }
        if !rule.years.isEmpty { add("only in \(Self.numbers(rule.years))") }
        let countsWeeks = rule.frequency == .weekly && rule.interval > 1 || !rule.weeks.isEmpty
        if countsWeeks, rule.weekStart != 2 {
            add("with weeks from \(CalendarWords.weekdays[rule.weekStart - 1]) on")
        }
        if !rule.setPositions.isEmpty, rule.dayOrLast == nil {
            let period = rule.frequency == .daily ? "day" : String("\(rule.frequency)".dropLast(2))
            add("only the \(Self.ordinals(rule.setPositions)) of them in each \(period)")
        }
    }

    mutating func add(_ condition: String) { conditions.append(condition) }

    /// Leaves out all days but the workdays of the person's calendar.
    mutating func keepWorkdays() { if head == "day" { head = "workday" } else { add("only on workdays") } }

    private mutating func sayHead() {
        let number = rule.interval
        var period = String("\(rule.frequency)".dropLast(2))
        if rule.frequency == .daily { period = "day" }
        let (days, weekdays) = (rule.daysOfMonth, rule.weekdays)
        if number == 1 { return sayEach(days, weekdays) }
        head = "\(number) \(period)s"
        switch rule.frequency {
        case .weekly: head += " on \(Self.list(weekdays))"
        case .monthly where weekdays.isEmpty && !days.isEmpty: head += " on \(daysOfMonth(days))"
        case .monthly where days.isEmpty && !weekdays.isEmpty: head += " on \(Self.placed(weekdays))"
        case .yearly where days.count == 1 && rule.months.count == 1 && weekdays.isEmpty:
            head += " on \(Self.date(days[0], rule.months[0]))"
            return
        default:
            if !days.isEmpty { add("only on \(Self.days(days)) of the month") }
            if !weekdays.isEmpty { add("only on \(placedInPeriod(weekdays))") }
        }
        sayMonths()
    }

    /// Describes the days of a rule with the interval 1.
    private mutating func sayEach(_ days: [Int], _ weekdays: [RecurrenceRule.Day]) {
        if days.count == 1, days[0] > 0, rule.months.count == 1, weekdays.isEmpty {
            head = Self.date(days[0], rule.months[0])
            return
        }
        let isNumbered = weekdays.contains { $0.ordinal != 0 }
        if isNumbered, rule.frequency == .yearly, rule.months.isEmpty {
            head = "year on \(Self.placed(weekdays))"
            if !days.isEmpty { add("only on \(Self.days(days)) of the month") }
            return
        }
        if isNumbered {
            head = "month on \(Self.placed(weekdays))"
        } else if !weekdays.isEmpty {
            sayWeekdays(weekdays.map(\.weekday))
        } else if !days.isEmpty {
            head = "month on \(daysOfMonth(days))"
        }
        if !days.isEmpty, !weekdays.isEmpty { add("only on \(Self.days(days)) of the month") }
        sayMonths()
    }

    private mutating func sayMonths() {
        guard !rule.months.isEmpty else { return }
        add("only in \(WordList.text(rule.months.map { CalendarWords.months[$0 - 1].capitalized }))")
    }

    private mutating func sayWeekdays(_ weekdays: [Int]) {
        let days = CalendarWords.ordered(weekdays)
        switch days {
        case [2, 3, 4, 5, 6, 7, 1]: head = "day"
        case [2, 3, 4, 5, 6]: head = "weekday"
        case [7, 1]: head = "weekend"
        case _ where days.count > 4:
            exceptedWeekdays = CalendarWords.ordered(Set(1...7).subtracting(days)).map {
                CalendarWords.weekdays[$0 - 1]
            }
        default: head = Self.list(days.map { RecurrenceRule.Day($0) })
        }
    }

    // MARK: - Parts

    private static func list(_ weekdays: [RecurrenceRule.Day]) -> String {
        CalendarWords.ordered(weekdays.map(\.weekday)).map { CalendarWords.weekdays[$0 - 1] }.joined(separator: ",")
    }

    /// Returns weekdays with their ordinals: `first mon and last fri`.
    private static func placed(_ weekdays: [RecurrenceRule.Day]) -> String {
        WordList.text(
            weekdays.map { day in
                let name = CalendarWords.weekdays[day.weekday - 1]
                return day.ordinal == 0 ? "each \(name)" : "\(ordinal(day.ordinal)) \(name)"
            })
    }

    /// Returns weekdays in a unit of several months or years: `fri`, or `last fri of the month`.
    private func placedInPeriod(_ weekdays: [RecurrenceRule.Day]) -> String {
        guard weekdays.contains(where: { $0.ordinal != 0 }) else { return Self.list(weekdays) }
        return Self.placed(weekdays) + (rule.months.isEmpty ? " of the year" : " of the month")
    }

    private static func date(_ day: Int, _ month: Int) -> String {
        let name = CalendarWords.months[month - 1].capitalized
        return day > 0 ? "\(day) \(name)" : "\(daysOfMonth([day])) of \(name)"
    }

    /// Returns the days of the month; `30 or last day` for a day that short months lack.
    private func daysOfMonth(_ days: [Int]) -> String {
        rule.dayOrLast.map { "\($0) or last day" } ?? Self.daysOfMonth(days)
    }

    /// Returns `1,15` or `last day`, as the grammar writes them, or `1, 15 and 2nd last day`.
    private static func daysOfMonth(_ days: [Int]) -> String {
        let positive = days.filter { $0 > 0 }
        if positive.count == days.count { return days.map(String.init).joined(separator: ",") }
        let fromEnd = days.filter { $0 < 0 }.reversed().map { "\(ordinal($0)) day" }
        return WordList.text(positive.map(String.init) + fromEnd)
    }

    /// Returns `day 1`, `days 1, 2 and 3`, `the last day`.
    private static func days(_ days: [Int]) -> String {
        let positive = days.filter { $0 > 0 }
        let named = positive.isEmpty ? [] : [(positive.count > 1 ? "days " : "day ") + numbers(positive)]
        let negative = days.filter { $0 < 0 }
        if negative.count > 1, negative == Array(-negative.count ... -1) {
            return WordList.text(named + ["the last \(negative.count) days"])
        }
        return WordList.text(named + negative.reversed().map { "the \(ordinal($0)) day" })
    }

    private static func numbers(_ numbers: [Int]) -> String { WordList.text(numbers.map(String.init)) }

    private static func ordinals(_ numbers: [Int]) -> String {
        WordList.text(numbers.filter { $0 > 0 }.map(ordinal) + numbers.filter { $0 < 0 }.reversed().map(ordinal))
    }

    /// Returns `first`, `12th`, `last` or `2nd last`.
    private static func ordinal(_ number: Int) -> String {
        if let word = CalendarWords.ordinals.first(where: { $0.value == number })?.key { return word }
        return number > 0 ? number.ordinal : "\((-number).ordinal) last"
    }
}

extension RecurrenceRule {
    /// The day of the month that the rule replaces by the last day in shorter months; nil for other rules.
    var dayOrLast: Int? {
        guard frequency == .monthly, setPositions == [-1], weekdays.isEmpty, let last = daysOfMonth.last, last > 28,
            daysOfMonth == Array(28...last)
        else { return nil }
        return last
    }
}
