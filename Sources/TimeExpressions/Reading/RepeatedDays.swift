// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The days of a repeating expression: a rule without times, and its normalized form.
struct RepeatedDays {
    var rule: RecurrenceRule
    var text: String
    var notes: [String] = []

    /// Excludes days of the week.
    ///
    /// - Throws: ``TimeExpressionError`` if no day remains.
    mutating func leaveOut(_ weekdays: [Int], _ reader: WordReader) throws(TimeExpressionError) {
        guard !weekdays.isEmpty else { return }
        let isLimit = rule.weekdays.isEmpty
        let all = isLimit ? [2, 3, 4, 5, 6, 7, 1].map { RecurrenceRule.Day($0) } : rule.weekdays
        rule.weekdays = all.filter { !weekdays.contains($0.weekday) }
        guard !rule.weekdays.isEmpty else {
            throw reader.error(.impossible, "all of its days are left out; nothing repeats", from: 0)
        }
    }
}

extension WordReader {
    /// Parses a duration, or a unit alone: `hour`, `15m`.
    ///
    /// - Throws: ``TimeExpressionError`` for an impossible duration.
    mutating func repeatedSpan() throws(TimeExpressionError) -> Span? {
        if take("hour", "hourly") { return Span(seconds: 3600) }
        if take("minute") { return Span(seconds: 60) }
        return try span()
    }

    /// Tells whether a clause such as `until` is next.
    var isAtClause: Bool {
        RepeatedClauses.openers.contains(peek()) || ["times", "time"].contains(peek(1))
    }

    /// Parses times of day, separated by commas or `and`; the list may be empty.
    ///
    /// - Throws: ``TimeExpressionError`` for an impossible time.
    mutating func clockTimes() throws(TimeExpressionError) -> [ClockTime] {
        var times: [ClockTime] = []
        guard let first = try clockTime() else { return [] }
        times.append(first)
        while true {
            let before = position
            guard take(",", "and") else { break }
            _ = take("and")
            guard let next = try clockTime() else {
                rewind(to: before)
                break
            }
            if !times.contains(next) { times.append(next) }
        }
        return times
    }

    /// Parses `day`, `2 days`, `weekday`, `weekend`, `mon,wed`, `mon and wed`, `month 1`, `month last fri`, `24 Dec`.
    ///
    /// - Throws: ``TimeExpressionError`` for days that no month has, and for incomplete expressions.
    mutating func repeatedDays() throws(TimeExpressionError) -> RepeatedDays? {
        let first = position
        if let days = try otherDays() { return days }
        if let days = try severalWeeksOrMonths() { return days }
        if take("day", "daily") { return RepeatedDays(rule: RecurrenceRule(.daily), text: "day") }
        if let days = try severalDays() { return days }
        if take("weekday", "weekdays") { return Self.weekly([2, 3, 4, 5, 6], text: "weekday") }
        if take("weekend", "weekends") { return Self.weekly([7, 1], text: "weekend") }
        if take("week", "weekly") {
            if let days = try listedWeekdays() { return days }
            throw error(.unknown, "on which day of the week? write such as every mon 09:00", from: first)
        }
        if take("month", "monthly") { return try monthly() }
        if let days = try ordinalDays() { return days }
        if take("year", "yearly") || isDateAhead {
            _ = take("on")
            guard let date = try monthAndDay(), case .date(nil, let month, let day) = date else {
                throw error(.unknown, "on which day of the year? write such as every 24 dec 18:00", from: first)
            }
            return Self.yearly(month, day)
        }
        return try listedWeekdays()
    }

    /// Parses `other day`, `other mon`.
    private mutating func otherDays() throws(TimeExpressionError) -> RepeatedDays? {
        guard take("other") else { return nil }
        if take("day") { return RepeatedDays(rule: Self.spaced(.daily, 2), text: "2 days") }
        if take("week") { return try weeks(2) }
        guard var days = try listedWeekdays() else { throw errorAboutNextWord() }
        days.rule.interval = 2
        days.text = "2 weeks on \(days.text)"
        return days
    }

    /// Parses `2 weeks on mon,wed` and `3 months on the 1st`; nil for weeks without days, which are a duration.
    private mutating func severalWeeksOrMonths() throws(TimeExpressionError) -> RepeatedDays? {
        let before = position
        guard let number = Self.count(peek()), (1...1000).contains(number) else { return nil }
        if ["week", "weeks"].contains(peek(1)), peek(2) == "on" || Self.weekday(peek(2)) != nil {
            skip(2)
            return try weeks(number)
        }
        guard ["month", "months"].contains(peek(1)),
            peek(2) == "on" || peek(2) == "last" || Self.dayNumber(peek(2)) != nil
        else {
            rewind(to: before)
            return nil
        }
        skip(2)
        var days = try monthly()
        guard number > 1 else { return days }
        days.rule.interval = number
        days.text = "\(number) months on \(days.text.dropFirst("month ".count))"
        return days
    }

    private mutating func weeks(_ number: Int) throws(TimeExpressionError) -> RepeatedDays {
        guard var days = try listedWeekdays() else {
            throw error(.unknown, "on which day of the week? write such as every 2 weeks on mon 09:00")
        }
        if number > 1 {
            days.rule.interval = number
            days.text = "\(number) weeks on \(days.text)"
        }
        return days
    }

    private static func spaced(_ frequency: RecurrenceRule.Frequency, _ interval: Int) -> RecurrenceRule {
        var rule = RecurrenceRule(frequency)
        rule.interval = interval
        return rule
    }

    /// Parses `first mon`, `last day`, `15th`, `second tue of the month`: days of every month.
    private mutating func ordinalDays() throws(TimeExpressionError) -> RepeatedDays? {
        let start = position
        _ = take("the")
        let isNumbered = peek().last.map { !$0.isNumber } == true && Self.dayNumber(peek()) != nil
        let isOfDays = Self.weekday(peek(1)) != nil || peek(1) == "day"
        let isNamed = peek() == "last" || isOfDays && ["first", "second", "third", "fourth", "fifth"].contains(peek())
        guard isNamed || isNumbered, Self.month(peek(peek(1) == "of" ? 2 : 1)) == nil else {
            rewind(to: start)
            return nil
        }
        let isUnmistakable =
            ["first", "last"].contains(peek()) || isMonthAhead(2)
            || Self.dayNumber(peek()).map { !(1...5).contains($0) } ?? false
        if isOfDays, !isUnmistakable {
            let name = Self.weekday(peek(1)).map { Self.fullWeekdays[$0 - 1] } ?? "day"
            let other = name == "day" ? "such as every 2 days" : "every 2 weeks on \(name)"
            throw error(
                .ambiguous,
                "every \(peek()) \(name) can be read in two ways; write every \(peek()) \(name) of the month, "
                    + "or \(other)", words: 2)
        }
        let days = try monthly()
        if isMonthAhead(0) { skip(["the", "each", "every"].contains(peek(1)) ? 3 : 2) }
        return days
    }

    /// Returns whether `of the month` or `of every month` is next.
    private func isMonthAhead(_ distance: Int) -> Bool {
        let rest = distance + (["the", "each", "every"].contains(peek(distance + 1)) ? 2 : 1)
        return peek(distance) == "of" && peek(rest) == "month"
    }

    private var isDateAhead: Bool {
        (Self.dayNumber(peek()) != nil && Self.month(peek(peek(1) == "of" ? 2 : 1)) != nil)
            || (Self.month(peek()) != nil && Self.dayNumber(peek(1)) != nil)
    }

    /// Parses `2 days` or `2d`; a time of day must follow.
    private mutating func severalDays() throws(TimeExpressionError) -> RepeatedDays? {
        let before = position
        guard let span = try span() else { return nil }
        let days = span.days
        guard span.months == 0, span.seconds == 0, (1...10_000).contains(days) else {
            rewind(to: before)
            throw error(.unknown, "a time of day goes with whole days only; write such as every 2 days 09:00")
        }
        var rule = RecurrenceRule(.daily)
        rule.interval = days
        return RepeatedDays(rule: rule, text: days == 1 ? "day" : "\(days) days")
    }

    /// Consumes a word for days of every week: `sunday`, `sat-sun`, `weekends`; nil for one day: `fri 27 nov`.
    mutating func everyWeekday() -> [Int]? {
        let named = ["weekday": [2, 3, 4, 5, 6], "weekend": [7, 1]]
        let word = peek().hasSuffix("s") ? String(peek().dropLast()) : peek()
        guard let days = named[word] ?? Self.weekdays(peek()) else { return nil }
        // A date after the word makes it a single day: fri 27 nov, fri 2026-11-27, fri nov 27.
        let isDate = Self.dayNumber(peek(1)) != nil || Self.month(peek(1)) != nil || peek(1).first?.isNumber == true
        guard !isDate else { return nil }
        skip()
        return days
    }

    private mutating func listedWeekdays() throws(TimeExpressionError) -> RepeatedDays? {
        _ = take("on")
        var days: [Int] = []
        while let range = Self.weekdays(peek()) {
            days += range
            skip()
            let before = position
            while take("and", ",", "&") {}
            if Self.weekdays(peek()) == nil {
                // A comma may precede the time, but "and" must not be the last word.
                if position > before, peek(-1) != "," { throw errorAboutNextWord() }
                break
            }
        }
        guard !days.isEmpty else { return nil }
        let ordered = Set(days).sorted { ($0 + 5) % 7 < ($1 + 5) % 7 }
        return Self.weekly(ordered, text: ordered.map { Self.weekdays[$0 - 1] }.joined(separator: ","))
    }

    /// Returns the days of `mon`, `mon-fri` or `sat..mon`; nil for other words.
    private static func weekdays(_ word: String) -> [Int]? {
        if let day = weekday(word) { return [day] }
        let ends = word.split(separator: word.contains("..") ? ".." : "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = weekday(String(ends[0])), let last = weekday(String(ends[1])) else {
            return nil
        }
        return (0...(last - first + 7) % 7).map { (first - 1 + $0) % 7 + 1 }
    }

    private static func weekly(_ days: [Int], text: String) -> RepeatedDays {
        var rule = RecurrenceRule(.weekly)
        rule.weekdays = days.map { RecurrenceRule.Day($0) }
        return RepeatedDays(rule: rule, text: text)
    }

    private static func yearly(_ month: Int, _ day: Int) -> RepeatedDays {
        var rule = RecurrenceRule(.yearly)
        rule.months = [month]
        rule.daysOfMonth = [day]
        let notes = month == 2 && day == 29 ? ["Years without a 29 February are left out."] : []
        return RepeatedDays(rule: rule, text: "\(day) \(months[month - 1].capitalized)", notes: notes)
    }

    /// Parses the words after `month`: `1`, `15th`, `last day`, `last fri`, `2nd tue`.
    private mutating func monthly() throws(TimeExpressionError) -> RepeatedDays {
        _ = take("on")
        _ = take("the")
        var rule = RecurrenceRule(.monthly)
        let names = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]
        let number = names[peek()] ?? Self.dayNumber(peek())
        guard let number else {
            let other = errorAboutNextWord()
            if !isAtEnd, other.kind != .unknown || !other.texts.isEmpty { throw other }
            throw error(.unknown, "on which day of the month? write such as every month 1 10:00")
        }
        if let weekday = Self.weekday(peek(1)) {
            guard (1...5).contains(number) || number == -1 else {
                throw error(.impossible, "a month has no \(peek()) \(peek(1)); it is first to fifth, or last", words: 2)
            }
            skip(2)
            rule.weekdays = [RecurrenceRule.Day(weekday, ordinal: number)]
            let name = number == -1 ? "last" : ["first", "second", "third", "fourth", "fifth"][number - 1]
            return RepeatedDays(
                rule: rule, text: "month \(name) \(Self.weekdays[weekday - 1])",
                notes: number == 5 ? ["Months without a fifth one are left out."] : [])
        }
        guard number == -1 || (1...31).contains(number) else {
            throw error(.impossible, "a month has no day \(peek()); it is 1 to 31, or last day")
        }
        let isNamed = names[peek()] != nil
        skip()
        if isNamed, !take("day") { throw errorAboutNextWord() }
        rule.daysOfMonth = [number]
        while number > 0, [",", "and"].contains(peek()), let next = Self.dayNumber(peek(1)), (1...31).contains(next),
            !["am", "pm"].contains(peek(2))
        {
            skip(2)
            rule.daysOfMonth.append(next)
        }
        rule.daysOfMonth = Set(rule.daysOfMonth).sorted()
        let text = number == -1 ? "last day" : rule.daysOfMonth.map(String.init).joined(separator: ",")
        return RepeatedDays(
            rule: rule, text: "month \(text)",
            notes: rule.daysOfMonth.filter { $0 > 28 }.map { "Months without a day \($0) are left out." })
    }
}
