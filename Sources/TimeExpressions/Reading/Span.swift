// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A duration: seconds of constant length, and days and months, which keep the time of day.
struct Span: Hashable {
    var seconds = 0.0
    var days = 0
    var months = 0.0

    /// The seconds and days in seconds, with 24 hours per day; months are not included.
    var length: Double { seconds + Double(days) * 86_400 }
    /// Tells whether the duration keeps the time of day, because it contains days or months.
    var keepsClock: Bool { days > 0 || months > 0 }

    static func + (one: Span, other: Span) -> Span {
        var sum = one
        sum += other
        return sum
    }

    static func += (sum: inout Span, part: Span) {
        sum.seconds += part.seconds
        sum.days += part.days
        sum.months += part.months
    }

    /// Returns a number of days; a fraction of a day becomes seconds.
    static func days(_ number: Double) -> Span {
        // A larger number exceeds the limit of durations, which is checked later.
        guard number < 1e9 else { return Span(seconds: number * 86_400) }
        let whole = number.rounded(.down)
        return Span(seconds: (number - whole) * 86_400, days: Int(whole))
    }
}

extension Span {
    /// Creates the duration of a number of units; `m` always means minutes, `mo` months.
    init?(_ number: Double, _ unit: Substring) {
        switch unit {
        case "s", "sec", "secs", "second", "seconds": self = Span(seconds: number)
        case "m", "min", "mins", "minute", "minutes": self = Span(seconds: number * 60)
        case "h", "hr", "hrs", "hour", "hours": self = Span(seconds: number * 3600)
        case "d", "day", "days": self = .days(number)
        case "w", "wk", "wks", "week", "weeks": self = .days(number * 7)
        case "fortnight", "fortnights": self = .days(number * 14)
        case "mo", "month", "months": self = Span(months: number)
        case "y", "yr", "yrs", "year", "years": self = Span(months: number * 12)
        default: return nil
        }
    }

    /// Parses `10m`, `1h30m`, `2 hours and 30 min`, `an hour and a half`, `two weeks`, `1h30`, `1.5h`, `PT10M`.
    ///
    /// - Throws: ``TimeExpressionError`` for a duration of 0, above 100 years, or with fractions of months.
    static func read(_ reader: inout WordReader) throws(TimeExpressionError) -> Span? {
        let first = reader.position
        if let span = Self.isoSpan(reader.next) {
            reader.skip()
            return try checked(span, reader, from: first)
        }
        var total = Span()
        while true {
            let before = reader.position
            if reader.position > first, reader.take("and", ",") {}
            guard let part = readPart(&reader, isFirst: reader.position == first) else {
                reader.rewind(to: before)
                break
            }
            total += part
        }
        return reader.position == first ? nil : try checked(total, reader, from: first)
    }

    private static func checked(_ span: Span, _ reader: WordReader, from first: Int) throws(TimeExpressionError) -> Span
    {
        guard span.length > 0 || span.months > 0 else {
            throw reader.error(.impossible, "a duration must be more than 0", from: first)
        }
        guard span.length + span.months * 2_629_800 <= Trigger.longestInterval.timeInterval else {
            throw reader.error(.impossible, "the duration is over the limit of 100 years", from: first)
        }
        guard span.months == span.months.rounded() else {
            throw reader.error(.impossible, "a part of a month has no fixed length; write e.g. 45 days", from: first)
        }
        return span
    }

    /// Parses a number with its unit, in one word or two, or several such parts in one word.
    private static func readPart(_ reader: inout WordReader, isFirst: Bool) -> Span? {
        guard let initial = reader.next.utf8.first else { return nil }
        if (97...122).contains(initial) {
            // "10m one hour left" is ten minutes and a text.
            return isFirst || reader[-1] == "and" ? SpokenSpan.read(&reader, isFirst: isFirst) : nil
        }
        var rest = Substring(reader.next)
        if rest.first == "+" { rest.removeFirst() }
        let word = rest
        var total = Span()
        var last = Substring()
        while !rest.isEmpty {
            // In 1h30, two digits after the hours are minutes.
            let isAfterHours = reader.takesBareMinutes && total != Span() && rest.utf8.count == 2
            guard let number = Self.number(&rest) else { return nil }
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            if unit.isEmpty, rest.isEmpty, isAfterHours, word.suffix(3).first == "h" {
                total.seconds += number * 60
                break
            }
            if unit.isEmpty {
                // The unit is the next word, unless this word already has other parts.
                guard rest.isEmpty, total == Span() else { return nil }
                if let span = SpokenSpan.readMixed(&reader, number, 1) { return span }
                last = Substring(reader[1])
                guard let span = Span(number, last) else { return nil }
                reader.skip(2)
                return span + SpokenSpan.readFraction(&reader, of: last)
            }
            guard let span = Span(number, unit) else { return nil }
            total += span
            last = unit
        }
        guard total != Span() || reader.next.contains("0") else { return nil }
        if !reader.isAtEnd { reader.skip() }
        return total + SpokenSpan.readFraction(&reader, of: last)
    }

    /// Consumes digits with an optional point.
    private static func number(_ text: inout Substring) -> Double? {
        let digits = text.prefix { ($0.isASCII && $0.isWholeNumber) || $0 == "." }
        // A Double can hold 300 digits; the limit of durations is checked on the sum of all parts.
        guard digits.first != ".", digits.last != ".", digits.utf8.count <= 300, let number = Double(digits) else {
            return nil
        }
        text = text.dropFirst(digits.count)
        return number
    }

    /// Parses ISO 8601: `PT10M`, `P1DT2H`, `P2W`, `P1M` (only in this format, `M` before `T` is a month).
    private static func isoSpan(_ word: String) -> Span? {
        guard word.first == "p", word.utf8.count > 2, word.last != "t" else { return nil }
        var rest = Substring(word.dropFirst())
        var isTime = false
        var total = Span()
        while !rest.isEmpty {
            if rest.first == "t" {
                guard !isTime else { return nil }
                isTime = true
                rest.removeFirst()
            }
            guard let number = number(&rest), let unit = rest.popFirst() else { return nil }
            guard (isTime ? "hms" : "ymwd").contains(unit),
                let span = Span(number, unit == "m" && !isTime ? "mo" : Substring(String(unit)))
            else { return nil }
            total += span
        }
        return total
    }

    /// Units that repeat without a number: `every hour`, `every quarter`, `monthly`.
    private static let rhythms: [String: Span] = [
        "minute": Span(seconds: 60), "hour": Span(seconds: 3600), "hourly": Span(seconds: 3600), "week": Span(days: 7),
        "weekly": Span(days: 7), "fortnight": Span(days: 14), "fortnightly": Span(days: 14), "month": Span(months: 1),
        "monthly": Span(months: 1), "quarter": Span(months: 3), "quarterly": Span(months: 3), "year": Span(months: 12),
        "yearly": Span(months: 12), "annually": Span(months: 12),
    ]

    /// Parses a duration, or a unit alone: `hour`, `15m`, `quarter`.
    static func readRepeated(_ reader: inout WordReader) throws(TimeExpressionError) -> Span? {
        guard let span = rhythms[reader.next], reader[1] != "of" else { return try Span.read(&reader) }
        reader.skip()
        return span + SpokenSpan.readFraction(&reader, of: Substring(reader[-1]))
    }

    /// Returns whether two words are a number with its unit, together or apart.
    static func isLength(_ word: String, _ next: String) -> Bool {
        guard var reader = try? WordReader("\(word) \(next)") else { return false }
        return (try? Span.read(&reader)) != nil
    }
}
