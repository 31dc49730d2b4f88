// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension RepeatedDays {
    /// Returns a day of each month, or its last day if the month is shorter; `number` is 29 to 31.
    private static func lastDay(_ number: Int) -> RepeatedDays {
        var rule = RecurrenceRule(.monthly)
        rule.daysOfMonth = number == 31 ? [-1] : Array(28...number)
        if number < 31 { rule.setPositions = [-1] }
        return RepeatedDays(rule: rule, text: number == 31 ? "month last day" : "month \(number) or last day")
    }

    /// Returns the day of `today` in every `months`-th month.
    ///
    /// In a month that lacks this day, the rule takes the last day.
    static func monthly(_ months: Int, like today: LocalTime) -> RepeatedDays {
        let (_, month, day) = today.civil
        if months % 12 == 0, month != 2 || day < 29 { return yearly(month, day).every(months / 12, "years") }
        if day > 28 { return lastDay(day).every(months, "months") }
        var rule = RecurrenceRule(.monthly)
        rule.daysOfMonth = [day]
        return RepeatedDays(rule: rule, text: "month \(day)").every(months, "months")
    }

    /// Parses the words after `month`: `1`, `15th`, `last day`, `last fri`, `2nd tue`.
    static func readMonthly(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedDays {
        _ = reader.take("on")
        _ = reader.take("the")
        var rule = RecurrenceRule(.monthly)
        guard let number = CalendarWords.ordinals[reader.next] ?? CalendarWords.dayNumber(reader.next) else {
            let other = reader.errorAboutNextWord()
            if !reader.isAtEnd, other.kind != .unknown || !other.texts.isEmpty { throw other }
            throw reader.error(.unknown, "on which day of the month? write e.g. every month 1 10:00")
        }
        if let weekday = CalendarWords.weekday(reader[1]) {
            guard (1...5).contains(number) || number == -1 else {
                throw reader.error(
                    .impossible, "a month has no \(reader.next) \(reader[1]); it is first to fifth, or last", words: 2)
            }
            reader.skip(2)
            rule.weekdays = [RecurrenceRule.Day(weekday, ordinal: number)]
            let name = CalendarWords.ordinals.first { $0.value == number }?.key ?? ""
            return RepeatedDays(
                rule: rule, text: "month \(name) \(CalendarWords.weekdays[weekday - 1])",
                notes: number == 5 ? ["Months without a fifth such weekday are left out."] : [])
        }
        guard number == -1 || (1...31).contains(number) else {
            throw reader.error(.impossible, "a month has no day \(reader.next); it is 1 to 31, or last day")
        }
        let isNamed = CalendarWords.ordinals[reader.next] != nil
        reader.skip()
        if isNamed, !reader.take("day") { throw reader.errorAboutNextWord() }
        if number > 28, reader.next == "or", reader[1] == "last", reader[2] == "day" {
            reader.skip(3)
            return .lastDay(number)
        }
        rule.daysOfMonth = [number]
        while number > 0, [",", "and"].contains(reader.next), let next = CalendarWords.dayNumber(reader[1]),
            (1...31).contains(next), !["am", "pm"].contains(reader[2])
        {
            reader.skip(2)
            rule.daysOfMonth.append(next)
        }
        rule.daysOfMonth = Set(rule.daysOfMonth).sorted()
        let text = number == -1 ? "last day" : rule.daysOfMonth.map(String.init).joined(separator: ",")
        return RepeatedDays(
            rule: rule, text: "month \(text)",
            notes: rule.daysOfMonth.filter { $0 > 28 }.map { "Months without a day \($0) are left out." })
    }
}
