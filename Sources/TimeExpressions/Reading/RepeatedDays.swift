// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The days of a repeating expression: a rule without times, and its normalized form.
struct RepeatedDays {
    var rule: RecurrenceRule
    var text: String
    var notes: [String] = []
    /// The days of the person's calendar on which the rule fires; nil for all days.
    var filter: DayFilter?

    /// Excludes days of the week.
    ///
    /// - Throws: ``TimeExpressionError`` if no day remains.
    mutating func leaveOut(_ weekdays: [Int], _ reader: WordReader) throws(TimeExpressionError) {
        guard !weekdays.isEmpty else { return }
        guard rule.setPositions.isEmpty else {
            throw reader.error(.unknown, "\(text) can't leave out days of the week; leave out dates", from: 0)
        }
        let isLimit = rule.weekdays.isEmpty
        let all = isLimit ? CalendarWords.ordered(1...7).map { RecurrenceRule.Day($0) } : rule.weekdays
        rule.weekdays = all.filter { !weekdays.contains($0.weekday) }
        guard !rule.weekdays.isEmpty else {
            throw reader.error(.impossible, "all days of the expression are left out; nothing repeats", from: 0)
        }
    }

    /// Parses `day`, `2 days`, `weekday`, `weekend`, `mon,wed`, `mon and wed`, `month 1`, `month last fri`, `24 Dec`.
    ///
    /// - Throws: ``TimeExpressionError`` for days that no month has, and for incomplete expressions.
    static func read(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedDays? {
        let first = reader.position
        if let days = try readOther(&reader) { return days }
        if let days = try readSeveralWeeksOrMonths(&reader) { return days }
        if reader.take("day", "daily") { return .daily(1) }
        if reader.next == "on", ["weekday", "weekend"].contains(where: { reader[1].hasPrefix($0) }) { reader.skip() }
        if let days = try readSeveralDays(&reader) { return days }
        if reader.take("weekday", "weekdays") { return .weekly([2, 3, 4, 5, 6], text: "weekday") }
        if readWorkday(&reader) { return .workdays }
        if reader.take("weekend", "weekends") { return .weekly([7, 1], text: "weekend") }
        if reader.take("fortnight", "fortnightly") { return try readWeeks(&reader, 2) }
        if reader.take("week", "weekly") {
            if let days = try readListedWeekdays(&reader) { return days }
            throw reader.error(.unknown, "on which day of the week? write e.g. every mon 09:00", from: first)
        }
        if reader.take("month", "monthly") { return try readMonthly(&reader) }
        if let days = try readOrdinal(&reader) { return days }
        if reader.take("year", "yearly", "annually") || isDateAhead(reader) {
            _ = reader.take("on")
            guard let date = try WrittenDay.readMonthAndDay(&reader), case .date(nil, let month, let day) = date else {
                throw reader.error(.unknown, "on which day of the year? write e.g. every 24 dec 18:00", from: first)
            }
            return Self.yearly(month, day)
        }
        return try readListedWeekdays(&reader)
    }

    /// Every workday of the person's calendar that is no holiday.
    private static let workdays = RepeatedDays(rule: RecurrenceRule(.daily), text: "workday", filter: .workdays)

    /// Consumes `workday`, `working day`, `business day` and their plurals, with or without `on`.
    private static func readWorkday(_ reader: inout WordReader) -> Bool {
        let first = reader.position
        _ = reader.take("on")
        if reader.take("workday", "workdays") { return true }
        if ["work", "working", "business"].contains(reader.next), ["day", "days"].contains(reader[1]) {
            reader.skip(2)
            return true
        }
        reader.rewind(to: first)
        return false
    }

    /// Parses `other day`, `other mon`.
    private static func readOther(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedDays? {
        guard reader.take("other") else { return nil }
        if reader.take("day") { return .daily(2) }
        if reader.take("week") { return try readWeeks(&reader, 2) }
        if PartsOfDay.Part(word: reader.next) != nil { return .daily(2) }
        guard let days = try readListedWeekdays(&reader) else { throw reader.errorAboutNextWord() }
        return days.every(2, "weeks")
    }

    /// Returns the same days, in every `number`-th week or month only.
    func every(_ number: Int, _ unit: String) -> RepeatedDays {
        guard number > 1 else { return self }
        var days = self
        days.rule.interval = number
        days.text = "\(number) \(unit) on \(text.hasPrefix("month ") ? text.dropFirst(6) : text[...])"
        return days
    }

    /// Parses `2 weeks on mon,wed`, `3 months on the 1st`, `2 years on 24 dec`; nil for a duration without days.
    private static func readSeveralWeeksOrMonths(_ reader: inout WordReader) throws(TimeExpressionError)
        -> RepeatedDays?
    {
        let before = reader.position
        guard let number = CalendarWords.count(reader.next), (1...1200).contains(number) else { return nil }
        if ["week", "weeks"].contains(reader[1]), reader[2] == "on" || CalendarWords.weekday(reader[2]) != nil {
            reader.skip(2)
            return try readWeeks(&reader, number)
        }
        if ["year", "years"].contains(reader[1]), reader[2] == "on" {
            reader.skip(3)
            guard case .date(nil, let month, let day)? = try WrittenDay.readMonthAndDay(&reader) else {
                throw reader.error(.unknown, "on which day of the year? write e.g. every 2 years on 24 dec 18:00")
            }
            return Self.yearly(month, day).every(number, "years")
        }
        guard ["month", "months"].contains(reader[1]),
            reader[2] == "on" || reader[2] == "last" || CalendarWords.dayNumber(reader[2]) != nil
        else {
            reader.rewind(to: before)
            return nil
        }
        reader.skip(2)
        return try readMonthly(&reader).every(number, "months")
    }

    private static func readWeeks(_ reader: inout WordReader, _ number: Int) throws(TimeExpressionError) -> RepeatedDays
    {
        guard let days = try readListedWeekdays(&reader) else {
            throw reader.error(.unknown, "on which day of the week? write e.g. every 2 weeks on mon 09:00")
        }
        return days.every(number, "weeks")
    }

    /// Parses `first mon`, `last day`, `15th`, `second tue of the month`: days of every month.
    private static func readOrdinal(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedDays? {
        let start = reader.position
        _ = reader.take("the")
        let isNumbered = reader.next.last.map { !$0.isNumber } == true && CalendarWords.dayNumber(reader.next) != nil
        let isOfDays = CalendarWords.weekday(reader[1]) != nil || reader[1] == "day"
        let isNamed = reader.next == "last" || isOfDays && CalendarWords.ordinals[reader.next] != nil
        guard isNamed || isNumbered, CalendarWords.month(reader[reader[1] == "of" ? 2 : 1]) == nil else {
            reader.rewind(to: start)
            return nil
        }
        let isUnmistakable =
            ["first", "last"].contains(reader.next) || isMonthAhead(reader, 2)
            || CalendarWords.dayNumber(reader.next).map { !(1...5).contains($0) } ?? false
        if isOfDays, !isUnmistakable {
            let name = CalendarWords.weekday(reader[1]).map { CalendarWords.fullWeekdays[$0 - 1] } ?? "day"
            let other = name == "day" ? "such as every 2 days" : "every 2 weeks on \(name)"
            throw reader.error(
                .ambiguous,
                "every \(reader.next) \(name) can be read in two ways; write every \(reader.next) \(name) of the month, "
                    + "or \(other)", words: 2)
        }
        let days = try readMonthly(&reader)
        if isMonthAhead(reader, 0) { reader.skip(["the", "each", "every"].contains(reader[1]) ? 3 : 2) }
        return days
    }

    /// Returns whether `of the month` or `of every month` begins `distance` words ahead.
    private static func isMonthAhead(_ reader: WordReader, _ distance: Int) -> Bool {
        let rest = distance + (["the", "each", "every"].contains(reader[distance + 1]) ? 2 : 1)
        return reader[distance] == "of" && reader[rest] == "month"
    }

    private static func isDateAhead(_ reader: WordReader) -> Bool {
        (CalendarWords.dayNumber(reader.next) != nil && CalendarWords.month(reader[reader[1] == "of" ? 2 : 1]) != nil)
            || (CalendarWords.month(reader.next) != nil && CalendarWords.dayNumber(reader[1]) != nil)
    }

    /// Parses `2 days` or `2d`; a time of day must follow.
    private static func readSeveralDays(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedDays? {
        let before = reader.position
        guard let span = try Span.read(&reader) else { return nil }
        let days = span.days
        guard span.months == 0, span.seconds == 0, (1...10_000).contains(days) else {
            reader.rewind(to: before)
            throw reader.error(.unknown, "only whole days can have a time of day; write e.g. every 2 days 09:00")
        }
        return .daily(days)
    }

    /// Returns one day in every `days` days.
    static func daily(_ days: Int) -> RepeatedDays {
        RepeatedDays(rule: RecurrenceRule(.daily, interval: days), text: days == 1 ? "day" : "\(days) days")
    }

    /// Consumes a word for days of every week: `sunday`, `sat-sun`, `weekends`; nil for one day: `fri 27 nov`.
    static func readWeekdays(_ reader: inout WordReader) -> [Int]? {
        let named = ["weekday": [2, 3, 4, 5, 6], "weekend": [7, 1]]
        let word = reader.next.hasSuffix("s") ? String(reader.next.dropLast()) : reader.next
        guard let days = named[word] ?? Self.days(reader.next) else { return nil }
        // A date after the word makes it a single day: fri 27 nov, fri 2026-11-27, fri nov 27.
        let isDate =
            CalendarWords.dayNumber(reader[1]) != nil || CalendarWords.month(reader[1]) != nil
            || reader[1].first?.isNumber == true
        guard !isDate else { return nil }
        reader.skip()
        return days
    }

    private static func readListedWeekdays(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedDays? {
        _ = reader.take("on")
        var days: [Int] = []
        while let range = Self.days(reader.next) {
            days += range
            reader.skip()
            let before = reader.position
            while reader.take("and", ",", "&") {}
            if Self.days(reader.next) == nil {
                // A comma may precede the time, but "and" must not be the list's last word.
                if reader.position > before, reader[-1] != "," { throw reader.errorAboutNextWord() }
                break
            }
        }
        guard !days.isEmpty else { return nil }
        let ordered = CalendarWords.ordered(days)
        return Self.weekly(ordered, text: ordered.map { CalendarWords.weekdays[$0 - 1] }.joined(separator: ","))
    }

    /// Returns the days of `mon`, `mon-fri` or `sat..mon`; nil for other words.
    private static func days(_ word: String) -> [Int]? {
        if let day = CalendarWords.weekday(word) { return [day] }
        let ends = word.split(separator: word.contains("..") ? ".." : "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = CalendarWords.weekday(String(ends[0])),
            let last = CalendarWords.weekday(String(ends[1]))
        else { return nil }
        return (0...(last - first + 7) % 7).map { (first - 1 + $0) % 7 + 1 }
    }

    private static func weekly(_ days: [Int], text: String) -> RepeatedDays {
        var rule = RecurrenceRule(.weekly)
        rule.weekdays = days.map { RecurrenceRule.Day($0) }
        return RepeatedDays(rule: rule, text: text)
    }

    static func yearly(_ month: Int, _ day: Int) -> RepeatedDays {
        var rule = RecurrenceRule(.yearly)
        rule.months = [month]
        rule.daysOfMonth = [day]
        let notes = month == 2 && day == 29 ? ["Years without a 29 February are left out."] : []
        return RepeatedDays(rule: rule, text: "\(day) \(CalendarWords.months[month - 1].capitalized)", notes: notes)
    }
}
