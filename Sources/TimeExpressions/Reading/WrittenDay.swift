// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A day as it is written in a sentence, such as `tomorrow`, `fri` or `24 dec`.
enum WrittenDay: Hashable {
    /// A number of days from today.
    case relative(Int)
    /// The next such weekday, 1 is Sunday; the word `next` sets `afterToday`, which excludes today.
    case weekday(Int, afterToday: Bool)
    /// A date; without a year, its next occurrence.
    case date(year: Int?, month: Int, day: Int)
    /// The first to fifth weekday of a month, or the last with -1; weekday 0 means any day.
    case weekdayOfMonth(Int, Int, year: Int?, month: Int)
    /// A day that is named by a week, month or year.
    case spoken(SpokenDay)
    /// A date with its weekday, which must match.
    indirect case checked(weekday: Int, WrittenDay)

    /// The day without its weekday.
    var unchecked: WrittenDay { if case .checked(_, let day) = self { day } else { self } }

    /// Returns this day at the time of day of `today`.
    ///
    /// If that time has passed today (`isPastToday`), today's weekday means the day next week. If the day doesn't exist
    /// or is another weekday, the error points at the words from `first` on.
    func local(
        _ today: LocalTime, isPastToday: Bool, _ reader: WordReader, from first: Int
    ) throws(TimeExpressionError) -> LocalTime {
        switch self {
        case .relative(let days): return today.adding(days: days)
        case .weekday(let weekday, let afterToday):
            let days = (weekday - today.weekday + 7) % 7
            return today.adding(days: days == 0 && (afterToday || isPastToday) ? 7 : days)
        case .date(let year?, let month, let day):
            guard let date = LocalTime(year: year, month: month, day: day) else {
                throw reader.error(.impossible, "there is no such day", from: first)
            }
            return date.adding(seconds: today.secondOfDay)
        case .date(nil, let month, let day): return Self.coming(month: month, day: day, today)
        case .weekdayOfMonth(let ordinal, let weekday, let year, let month):
            guard let local = Self.coming(ordinal, weekday, year: year, month: month, today) else {
                throw reader.error(.impossible, "that month has no such day", from: first)
            }
            return local
        case .spoken(let day): return day.local(today)
        case .checked(let weekday, let day):
            let local = try day.local(today, isPastToday: isPastToday, reader, from: first)
            guard weekday == local.weekday else { throw reader.error(.impossible, local.weekdaySentence, from: first) }
            return local
        }
    }

    /// Returns the next date with this month and day, possibly today; even 29 February recurs within eight years.
    private static func coming(month: Int, day: Int, _ today: LocalTime) -> LocalTime {
        let year = today.civil.year
        let time = today.secondOfDay
        let days = (year...year + 8).lazy.compactMap { LocalTime(year: $0, month: month, day: day) }
        return (days.first { $0.dayNumber >= today.dayNumber } ?? today).adding(seconds: time)
    }

    /// Returns the next `ordinal`-th weekday of a month, possibly today, at the time of day of `today`.
    ///
    /// `ordinal` is 1 to 5, or -1 for the last. Weekday 0 means any day; its only ordinal is -1. The year `wanted`, if
    /// set, may be past. The result is nil if no year has such a day.
    private static func coming(
        _ ordinal: Int, _ weekday: Int, year wanted: Int?, month: Int, _ today: LocalTime
    ) -> LocalTime? {
        let first = wanted ?? today.civil.year
        for year in first...(wanted ?? first + 40) {
            let length = LocalTime.days(inMonth: month, ofYear: year)
            let beginning = LocalTime.dayNumber(year: year, month: month, day: 1)
            let earliest = weekday == 0 ? 0 : (weekday - LocalTime.weekday(ofDay: beginning) + 7) % 7
            let step = weekday == 0 ? 1 : 7
            let offset = ordinal > 0 ? earliest + (ordinal - 1) * 7 : earliest + (length - 1 - earliest) / step * step
            guard offset < length else { continue }
            let local = LocalTime(seconds: (beginning + offset) * 86_400 + today.secondOfDay)
            if wanted != nil || local.dayNumber >= today.dayNumber { return local }
        }
        return nil
    }

    /// Parses `tomorrow`, `on fri`, `next friday`, `2026-12-24`, `24 Dec 2026`, `Dec 24`, `fri 27 nov`.
    ///
    /// - Throws: ``TimeExpressionError`` for a day that doesn't exist.
    static func read(_ reader: inout WordReader) throws(TimeExpressionError) -> WrittenDay? {
        let first = reader.position
        if reader.take("on") { _ = reader.take("the") }
        if reader.take("today") { return .relative(0) }
        if reader.take("tomorrow") { return .relative(1) }
        let article = reader.next == "the" ? 1 : 0
        if reader[article] == "day", reader[article + 1] == "after", reader[article + 2] == "tomorrow" {
            reader.skip(article + 3)
            return .relative(2)
        }
        if reader.next == "next", CalendarWords.weekday(reader[1]) == nil {
            if let day = SpokenDay.read(&reader) { return day }
            if let error = SpokenTime.error(at: reader) { throw error }
        }
        if let day = try readWeekdayOfMonth(&reader) { return day }
        if reader.take("yesterday") { throw reader.error(.past, "yesterday is past", from: first) }
        if ["next", "this"].contains(reader.next), let weekday = CalendarWords.weekday(reader[1]) {
            let isNext = reader.next == "next"
            reader.skip(2)
            return .weekday(weekday, afterToday: isNext)
        }
        if CalendarWords.isPluralOfDays(reader.next) {
            let day =
                CalendarWords.weekday(reader.next).map { CalendarWords.weekdays[$0 - 1] }
                ?? String(reader.next.dropLast())
            throw reader.error(
                .unknown, "\"\(reader.next)\" repeats; write every \(day) if it may repeat, or one day such as fri")
        }
        if let weekday = CalendarWords.weekday(reader.next) {
            reader.skip()
            let behind = reader.position
            _ = reader.take(",")
            if let date = try readISODate(&reader) { return .checked(weekday: weekday, date) }
            if let date = try WrittenDay.readMonthAndDay(&reader) { return .checked(weekday: weekday, date) }
            reader.rewind(to: behind)
            if reader.next == "next", reader[1] == "week" {
                reader.skip(2)
                return .spoken(.nextWeek(weekday: weekday))
            }
            return .weekday(weekday, afterToday: false)
        }
        if let date = try readISODate(&reader) { return date }
        if let date = try WrittenDay.readMonthAndDay(&reader) { return date }
        reader.rewind(to: first)
        return SpokenDay.read(&reader)
    }

    /// Parses `last fri of nov`, `2nd tue of january 2027`, `last day of feb`.
    private static func readWeekdayOfMonth(_ reader: inout WordReader) throws(TimeExpressionError) -> WrittenDay? {
        let first = reader.position
        _ = reader.take("the")
        guard let ordinal = CalendarWords.ordinals[reader.next] ?? CalendarWords.dayNumber(reader.next),
            let weekday = CalendarWords.weekday(reader[1]) ?? (reader[1] == "day" ? 0 : nil), reader[2] == "of",
            let month = CalendarWords.month(reader[3])
        else {
            reader.rewind(to: first)
            return nil
        }
        guard (1...5).contains(ordinal) || ordinal == -1, weekday > 0 || ordinal == -1 else {
            throw reader.error(
                .impossible, "a month has no \(reader.next) \(reader[1]); it is first to fifth, or last", words: 2)
        }
        reader.skip(4)
        var year: Int?
        if reader.next.utf8.count == 4, let number = Int(reader.next), number > 0 {
            year = number
            reader.skip()
        }
        return .weekdayOfMonth(ordinal, weekday, year: year, month: month)
    }

    private static func readISODate(_ reader: inout WordReader) throws(TimeExpressionError) -> WrittenDay? {
        let parts = reader.next.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count <= 2, parts[2].utf8.count <= 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0, month >= 0, day >= 0
        else { return nil }
        let date = WrittenDay.date(year: year, month: month, day: day)
        guard LocalTime(year: year, month: month, day: day) != nil else {
            throw reader.error(.impossible, "\"\(reader.next)\" is not a day of the calendar")
        }
        reader.skip()
        return date
    }

    /// Parses `24 Dec` or `Dec 24`, with or without a year after it.
    static func readMonthAndDay(_ reader: inout WordReader) throws(TimeExpressionError) -> WrittenDay? {
        let first = reader.position
        let (month, day): (Int, Int)
        if let number = CalendarWords.dayNumber(reader.next),
            let name = CalendarWords.month(reader[reader[1] == "of" ? 2 : 1])
        {
            (month, day) = (name, number)
            reader.skip(reader[1] == "of" ? 3 : 2)
        } else if let name = CalendarWords.month(reader.next), let number = CalendarWords.dayNumber(reader[1]),
            // In `may 5 pm` the number is a time of day.
            !["am", "pm"].contains(reader[2])
        {
            (month, day) = (name, number)
            reader.skip(2)
        } else {
            return nil
        }
        var year: Int?
        let beforeYear = reader.position
        _ = reader.take(",")
        if reader.next.utf8.count == 4, reader.next.isDigits, let number = Int(reader.next), number > 0 {
            year = number
            reader.skip()
        } else {
            reader.rewind(to: beforeYear)
        }
        guard LocalTime(year: year ?? 2000, month: month, day: day) != nil else {
            throw reader.error(
                .impossible,
                "there is no \(day) \(CalendarWords.months[month - 1].capitalized)\(year.map { " \($0)" } ?? "")",
                from: first)
        }
        return .date(year: year, month: month, day: day)
    }
}
