// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A day as written.
enum WrittenDay: Hashable {
    /// A number of days from today.
    case relative(Int)
    /// The next such weekday; `afterToday` is set by `next`. 1 is Sunday.
    case weekday(Int, afterToday: Bool)
    /// A date; without a year, its next occurrence.
    case date(year: Int?, month: Int, day: Int)
    /// The first to fifth weekday of a month, or the last with -1; weekday 0 means any day.
    case weekdayOfMonth(Int, Int, year: Int?, month: Int)
    /// A date with its weekday, which must match.
    indirect case checked(weekday: Int, WrittenDay)
}

extension WordReader {
    /// Weekdays in three letters, Sunday first.
    static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    static let fullWeekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    /// Months in three letters.
    static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let fullMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Returns whether a word means days of every week: `mondays`, `weekdays`, `weekends`.
    static func isPluralOfDays(_ word: String) -> Bool {
        ["weekdays", "weekends"].contains(word) || (word.hasSuffix("days") && weekday(word) != nil)
    }

    /// Returns the number of a day of the week, singular or plural, 1 for Sunday; nil for other words.
    static func weekday(_ word: String) -> Int? {
        let word = word.hasSuffix("days") ? String(word.dropLast()) : word
        if let index = weekdays.firstIndex(of: word) ?? fullWeekdays.firstIndex(of: word) { return index + 1 }
        return ["tues": 3, "weds": 4, "thur": 5, "thurs": 5][word]
    }

    /// Returns the number of a month; nil for other words.
    static func month(_ word: String) -> Int? {
        (months.firstIndex(of: word) ?? fullMonths.firstIndex(of: word) ?? (word == "sept" ? 8 : nil)).map { $0 + 1 }
    }

    /// Returns a day of the month: `24`, `1st`, `3rd`; nil for other words.
    static func dayNumber(_ word: String) -> Int? {
        let isOrdinal = ["st", "nd", "rd", "th"].contains(String(word.suffix(2)))
        // Several languages write 24. for 24th.
        let digits = isOrdinal ? word.dropLast(2) : word.last == "." ? word.dropLast() : Substring(word)
        guard (1...2).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    /// Parses `tomorrow`, `on fri`, `next friday`, `2026-12-24`, `24 Dec 2026`, `Dec 24`, `fri 27 nov`.
    ///
    /// - Throws: ``TimeExpressionError`` for a day that doesn't exist.
    mutating func day() throws(TimeExpressionError) -> WrittenDay? {
        let first = position
        if take("on") { _ = take("the") }
        if take("today") { return .relative(0) }
        if take("tomorrow") { return .relative(1) }
        let article = peek() == "the" ? 1 : 0
        if peek(article) == "day", peek(article + 1) == "after", peek(article + 2) == "tomorrow" {
            skip(article + 3)
            return .relative(2)
        }
        if peek() == "next", Self.weekday(peek(1)) == nil, let error = errorAboutSpokenTime() { throw error }
        if let day = try weekdayOfMonth() { return day }
        if take("yesterday") { throw error(.past, "yesterday is past", from: first) }
        if ["next", "this"].contains(peek()), let weekday = Self.weekday(peek(1)) {
            let isNext = peek() == "next"
            skip(2)
            return .weekday(weekday, afterToday: isNext)
        }
        if Self.isPluralOfDays(peek()) {
            let day = Self.weekday(peek()).map { Self.weekdays[$0 - 1] } ?? String(peek().dropLast())
            throw error(.unknown, "\"\(peek())\" repeats; write every \(day) where it may, or one day such as fri")
        }
        if let weekday = Self.weekday(peek()) {
            skip()
            let behind = position
            _ = take(",")
            if let date = try isoDate() { return .checked(weekday: weekday, date) }
            if let date = try monthAndDay() { return .checked(weekday: weekday, date) }
            rewind(to: behind)
            return .weekday(weekday, afterToday: false)
        }
        if let date = try isoDate() { return date }
        if let date = try monthAndDay() { return date }
        rewind(to: first)
        return nil
    }

    /// Parses `last fri of nov`, `2nd tue of january 2027`, `last day of feb`.
    private mutating func weekdayOfMonth() throws(TimeExpressionError) -> WrittenDay? {
        let first = position
        _ = take("the")
        let names = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]
        guard let ordinal = names[peek()] ?? Self.dayNumber(peek()),
            let weekday = Self.weekday(peek(1)) ?? (peek(1) == "day" ? 0 : nil), peek(2) == "of",
            let month = Self.month(peek(3))
        else {
            rewind(to: first)
            return nil
        }
        guard (1...5).contains(ordinal) || ordinal == -1, weekday > 0 || ordinal == -1 else {
            throw error(.impossible, "a month has no \(peek()) \(peek(1)); it is first to fifth, or last", words: 2)
        }
        skip(4)
        var year: Int?
        if peek().utf8.count == 4, let number = Int(peek()), number > 0 {
            year = number
            skip()
        }
        return .weekdayOfMonth(ordinal, weekday, year: year, month: month)
    }

    private mutating func isoDate() throws(TimeExpressionError) -> WrittenDay? {
        let parts = peek().split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count <= 2, parts[2].utf8.count <= 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0, month >= 0, day >= 0
        else { return nil }
        let date = WrittenDay.date(year: year, month: month, day: day)
        guard LocalTime(year: year, month: month, day: day) != nil else {
            throw error(.impossible, "\"\(peek())\" is not a day of the calendar")
        }
        skip()
        return date
    }

    /// Parses `24 Dec` or `Dec 24`, with or without a year after it.
    mutating func monthAndDay() throws(TimeExpressionError) -> WrittenDay? {
        let first = position
        let (month, day): (Int, Int)
        if let number = Self.dayNumber(peek()), let name = Self.month(peek(peek(1) == "of" ? 2 : 1)) {
            (month, day) = (name, number)
            skip(peek(1) == "of" ? 3 : 2)
        } else if let name = Self.month(peek()), let number = Self.dayNumber(peek(1)), !isUnitAhead(2) {
            (month, day) = (name, number)
            skip(2)
        } else {
            return nil
        }
        var year: Int?
        let beforeYear = position
        _ = take(",")
        if peek().utf8.count == 4, peek().utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(peek()),
            number > 0
        {
            year = number
            skip()
        } else {
            rewind(to: beforeYear)
        }
        guard LocalTime(year: year ?? 2000, month: month, day: day) != nil else {
            throw error(
                .impossible, "there is no \(day) \(Self.months[month - 1].capitalized)\(year.map { " \($0)" } ?? "")",
                from: first)
        }
        return .date(year: year, month: month, day: day)
    }

    /// Returns whether am or pm follows, which makes the number a time of day: `may 5 pm`.
    private func isUnitAhead(_ distance: Int) -> Bool { ["am", "pm"].contains(peek(distance)) }
}

extension String {
    var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
