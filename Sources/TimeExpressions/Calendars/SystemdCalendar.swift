// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// A calendar expression of systemd.time(7), as in `OnCalendar=`: `Mon..Fri *-*-* 09:00`.
///
/// Expressions that systemd 252 accepts are valid, with these exceptions. A range of weekdays may cross the end of the
/// week (`Fri..Mon`). Fractions of seconds, several seconds of a minute, and abbreviations that are not zones (`CEST`)
/// are refused, with the reason.
struct SystemdCalendar {
    /// Days of the week, 1 is Sunday; empty for every day.
    var weekdays: Set<Int> = []
    var years = CalendarField.any
    var months = CalendarField.any
    var days = CalendarField.any
    /// Tells whether `days` counts back from the month's end.
    var isFromMonthEnd = false
    var hours = CalendarField(items: [Self.zero])
    var minutes = CalendarField(items: [Self.zero])
    var seconds = CalendarField(items: [Self.zero])
    var timeZone: Zone?
    /// The moment of an expression such as `@1395716396`; nil for other expressions.
    var moment: Date?

    private static let zero = CalendarField.Item(start: 0, range: 0..<0)

    /// Expressions that have a name, such as `daily`.
    static let named: KeyValuePairs<String, String> = [
        "minutely": "*-*-* *:*:00", "hourly": "*-*-* *:00:00", "daily": "*-*-* 00:00:00",
        "weekly": "Mon *-*-* 00:00:00", "monthly": "*-*-01 00:00:00", "quarterly": "*-01,04,07,10-01 00:00:00",
        "semiannually": "*-01,07-01 00:00:00", "semi-annually": "*-01,07-01 00:00:00",
        "biannually": "*-01,07-01 00:00:00", "bi-annually": "*-01,07-01 00:00:00", "yearly": "*-01-01 00:00:00",
        "annually": "*-01-01 00:00:00", "anually": "*-01-01 00:00:00",
    ]

    /// The expression in systemd's normalized form, with its zone: `Mon..Fri *-*-* 09:00:00 Europe/Berlin`.
    var text: String {
        var text = weekdays.isEmpty ? "" : weekdayText + " "
        text += years.text(digits: 4) + "-" + months.text(digits: 2) + (isFromMonthEnd ? "~" : "-")
        text += days.text(digits: 2) + " "
        text += [hours, minutes, seconds].map { $0.text(digits: 2) }.joined(separator: ":")
        if let timeZone { text += " " + (timeZone == .gmt ? "UTC" : timeZone.identifier) }
        return text
    }

    /// The weekdays as text: two consecutive days are listed, three or more are a range: `Mon..Wed,Sat`.
    private var weekdayText: String {
        // Each run has consecutive days of the week, from Monday on.
        let runs = CalendarWords.ordered(1...7).split { !weekdays.contains($0) }
        return runs.map { run in
            let names = run.map { CalendarWords.weekdays[$0 - 1].capitalized }
            return names.count < 3 ? names.joined(separator: ",") : "\(names[0])..\(names[names.count - 1])"
        }.joined(separator: ",")
    }

    /// The expression's rule, without the zone.
    var rule: RecurrenceRule {
        let allHours = hours.isAny || hours.values(upTo: 23).count == 24
        let allMinutes = minutes.isAny || minutes.values(upTo: 59).count == 60
        var rule = RecurrenceRule(allHours ? allMinutes ? .minutely : .hourly : .daily)
        rule.years = years.values(upTo: Self.lastYear)
        rule.months = months.values(upTo: 12)
        rule.daysOfMonth = isFromMonthEnd ? days.daysFromMonthEnd : days.values(upTo: 31)
        rule.weekdays = CalendarWords.ordered(weekdays).map { RecurrenceRule.Day($0) }
        if !allHours { rule.hours = hours.values(upTo: 23) }
        if !allHours || !allMinutes { rule.minutes = allMinutes ? Array(0...59) : minutes.values(upTo: 59) }
        rule.seconds = seconds.values(upTo: 59)
        return rule
    }

    /// The only date and time that matches; nil if several may match.
    var single: (year: Int, month: Int, day: Int, time: ClockTime)? {
        func one(_ field: CalendarField, _ last: Int) -> Int? {
            let values = field.values(upTo: last)
            return values.count == 1 ? values[0] : nil
        }
        guard weekdays.isEmpty, !isFromMonthEnd, let year = one(years, Self.lastYear), let month = one(months, 12),
            let day = one(days, 31), let hour = one(hours, 23), let minute = one(minutes, 59),
            let second = one(seconds, 59)
        else { return nil }
        return (year, month, day, ClockTime(hour: hour, minute: minute, second: second))
    }

    static let firstYear = 1970
    static let lastYear = 2199
}

/// Part of a systemd calendar expression: `*`, or a list of numbers, ranges and repetitions.
struct CalendarField {
    /// A number, a range or a repetition: `7`, `7..20`, `7/5` or `7..20/5`.
    struct Item: Hashable {
        var start: Int
        var stop: Int?
        var step: Int?
        /// Byte range of the item in the expression's text.
        let range: Range<Int>

        /// Tells whether the item repeats from its start to the end of the field's range.
        var isOpen: Bool { stop == nil && step != nil }
    }

    /// The items of the list; empty for `*`.
    var items: [Item]

    static let any = CalendarField(items: [])

    var isAny: Bool { items.isEmpty }

    /// Returns the field in its normalized form: checked, sorted and without repetitions.
    ///
    /// - Throws: ``TimeExpressionError`` for a number out of range, or a step that leads out of the range at once.
    func checked(_ name: String, _ limits: ClosedRange<Int>) throws(TimeExpressionError) -> CalendarField {
        var checked: [Item] = []
        for var item in items {
            let (low, high) = (limits.lowerBound, limits.upperBound)
            for number in [item.start, item.stop ?? item.start] where !limits.contains(number) {
                throw .impossible("\(number) is no \(name); it is from \(low) to \(high)", at: item.range)
            }
            if let stop = item.stop {
                guard stop >= item.start else {
                    throw .impossible(
                        "the range from \(item.start) to \(stop) goes backwards; write two ranges, separated by a comma",
                        at: item.range)
                }
                let step = item.step ?? 1
                item.stop = stop - (stop - item.start) % step
                if item.start == item.stop { (item.stop, item.step) = (nil, nil) }
            } else if let step = item.step, item.start + step > high {
                throw .impossible("\(item.start)/\(step) never repeats; the last \(name) is \(high)", at: item.range)
            }
            checked.append(item)
        }
        return CalendarField(items: checked).ordered
    }

    /// The field with its items sorted and without repetitions.
    var ordered: CalendarField {
        var seen: Set<[Int]> = []
        func key(_ item: Item) -> [Int] { [item.start, item.stop ?? -1, item.step ?? 0] }
        let sorted = items.sorted { key($0).lexicographicallyPrecedes(key($1)) }
        return CalendarField(items: sorted.filter { seen.insert(key($0)).inserted })
    }

    /// Returns the numbers that the field matches, in order; an empty list for `*`.
    func values(upTo last: Int) -> [Int] {
        let values = items.flatMap { item in
            stride(from: item.start, through: item.stop ?? (item.isOpen ? last : item.start), by: item.step ?? 1)
        }
        return Set(values).sorted()
    }

    /// The days of the month for a field after `~`: -1 is the last day.
    ///
    /// A repetition counts forward, from the day that is furthest from the month's end.
    var daysFromMonthEnd: [Int] {
        let days = items.flatMap { item in
            stride(from: -(item.stop ?? item.start), through: item.isOpen ? -1 : -item.start, by: item.step ?? 1)
        }
        return Set(days).sorted()
    }

    /// Returns the field in systemd's notation: `*`, `01,15`, `09..17/2`.
    func text(digits: Int) -> String {
        guard !isAny else { return "*" }
        return items.map { item in
            let step = item.step.map { item.stop != nil && $0 == 1 ? "" : "/\($0)" } ?? ""
            return item.start.padded(to: digits) + (item.stop.map { "..\($0.padded(to: digits))" } ?? "") + step
        }.joined(separator: ",")
    }
}
