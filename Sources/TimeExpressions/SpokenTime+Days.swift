// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension WordReader {
    /// Suggestion for `an hour and a half`, `one and a half hours`, `a fortnight`, `a couple of days`.
    func spokenLength() -> SpokenTime? {
        let parts = ["half": 0.5, "quarter": 0.25]
        let article = ["a", "an"].contains(peek(1)) ? 2 : 1
        if peek() == "and", let part = parts[peek(article)] {
            for first in max(0, position - 4)..<position {
                var reader = self
                reader.rewind(to: first)
                let unit = Substring(peek(-1)).drop { !$0.isLetter }
                guard let span = try? reader.repeatedSpan(), reader.position == position,
                    let one = Self.span(1, unit), span.months == 0, one.months == 0
                else { continue }
                let length = Span(seconds: span.length + one.length * part)
                return SpokenTime(before: position - first, count: article + 1, texts: [length.text])
            }
            return nil
        }
        if let number = Self.count(peek()), peek(1) == "and", peek(2) == "a", let part = parts[peek(3)],
            let one = Self.span(1, Substring(peek(4))), one.months == 0, number < 1000
        {
            return SpokenTime(count: 5, texts: [Span(seconds: one.length * (Double(number) + part)).text])
        }
        let first = ["a", "the"].contains(peek()) ? 1 : 0
        if peek(first) == "quarter", peek(first + 1) == "of", ["an", "a"].contains(peek(first + 2)),
            peek(first + 3) == "hour"
        {
            return SpokenTime(count: first + 4, texts: ["15m"])
        }
        if peek(first) == "couple" {
            let unit = first + (peek(first + 1) == "of" ? 2 : 1)
            if Self.span(2, Substring(peek(unit))) != nil {
                return SpokenTime(count: unit + 1, texts: ["2 \(peek(unit))"])
            }
        }
        let number = first == 1 ? 1 : Self.count(peek())
        let word = peek(number == nil ? 0 : 1)
        guard ["fortnight", "fortnights"].contains(word), (1...1000).contains(number ?? 1) else { return nil }
        return SpokenTime(count: number == nil ? 1 : 2, texts: ["\(2 * (number ?? 1)) weeks"])
    }

    /// Suggestion for `fortnightly`, `every quarter`, `annually`.
    func spokenRhythm() -> SpokenTime? {
        let texts = [
            "fortnightly": "every 2 weeks", "nightly": "every day 20:00", "quarterly": "every 3 months on 1 10:00",
            "annually": "every 24 dec 18:00",
        ]
        if isAfterEvery, peek() == "quarter" {
            return SpokenTime(before: 1, count: 1, texts: [texts["quarterly"] ?? ""], isExample: true)
        }
        return texts[peek()].map { SpokenTime(before: isAfterEvery ? 1 : 0, count: 1, texts: [$0], isExample: true) }
    }

    /// Suggestion for `next week`, `this weekend`, `end of month`.
    func spokenDay() -> SpokenTime? {
        let thisMonth = today?.civil.month ?? 12
        if ["next", "this"].contains(peek()) {
            let isNext = peek() == "next"
            let month = Self.months[(isNext ? thisMonth : thisMonth - 1) % 12]
            let texts: [String]? =
                switch peek(1) {
                case "weekend": ["sat"]
                case "week": [isNext ? "next mon" : "fri", isNext ? "in 1 week" : "in 2 days"]
                case "month": [isNext ? "1 \(month)" : "last day of \(month)", isNext ? "in 1 month" : "in 1 week"]
                case "quarter": ["in 3 months"]
                case "year": [isNext ? "1 jan" : "31 dec", isNext ? "in 1 year" : "in 1 month"]
                default: nil
                }
            let reason = "on which day\(peek(1) == "weekend" ? "" : " of the \(peek(1))")?"
            return texts.map { SpokenTime(count: 2, texts: $0, reason: reason, isExample: true) }
        }
        var distance = 0
        while ["at", "by", "the", "on"].contains(peek(distance)), distance < 2 { distance += 1 }
        guard peek(distance) == "end", peek(distance + 1) == "of" else { return nil }
        distance += 2
        let isNext = peek(distance) == "next"
        if ["the", "this", "next"].contains(peek(distance)) { distance += 1 }
        guard !isNext || peek(distance) == "month" else { return nil }
        let next = isNext ? 1 : 0
        let text: String
        switch peek(distance) {
        case "day", "business": text = "17:00"
        case "week": text = "fri"
        case "month": text = "last day of \(Self.months[(thisMonth - 1 + next) % 12])"
        case "year": text = "31 dec"
        default:
            guard let month = Self.month(peek(distance)) else { return nil }
            text = "last day of \(Self.months[month - 1])"
        }
        return SpokenTime(count: distance + 1, texts: [text])
    }

    /// Suggestion of the next date for `13th` without a month, or `friday 13th`.
    func spokenDayOfMonth() -> SpokenTime? {
        guard let today, peek().last?.isLetter == true || ["on", "the"].contains(peek()) else { return nil }
        var distance = 0
        while ["on", "the"].contains(peek(distance)), distance < 2 { distance += 1 }
        guard peek(distance).last?.isLetter == true, let day = Self.dayNumber(peek(distance)) else { return nil }
        let weekday = position > 0 ? Self.weekday(peek(-1)) : nil
        let first = today.civil.year * 12 + today.civil.month - 1
        let coming = (first..<first + 480).lazy
            .compactMap { LocalTime(year: $0 / 12, month: $0 % 12 + 1, day: day) }
            .first { $0.dayNumber > today.dayNumber && (weekday == nil || $0.weekday == weekday) }
        guard let coming else { return nil }
        let date = "\(day) \(Self.months[coming.civil.month - 1])"
        guard weekday != nil else { return SpokenTime(count: distance + 1, texts: [date]) }
        let text = "\(peek(-1)) \(date) \(coming.civil.year)"
        return SpokenTime(before: 1, count: distance + 1, texts: [text])
    }

    /// Suggestion of `every` for `mon wed`, or `mon, wed and fri`.
    func spokenDaysOfWeek() -> SpokenTime? {
        guard Self.weekday(peek()) != nil else { return nil }
        var (first, last) = (position, position)
        let separators = [",", "and", "&"]
        while first > 0, separators.contains(words[first - 1].text) || Self.weekday(words[first - 1].text) != nil {
            first -= 1
        }
        while last < words.count, separators.contains(words[last].text) || Self.weekday(words[last].text) != nil {
            last += 1
        }
        while last > position, separators.contains(words[last - 1].text) { last -= 1 }
        let days = words[first..<last].map(\.text).filter { Self.weekday($0) != nil }
        guard Set(days.map(Self.weekday)).count > 1, Self.weekday(words[first].text) != nil else { return nil }
        return SpokenTime(
            before: position - first, count: last - position, texts: ["every \(days.joined(separator: ","))"])
    }

    /// Suggestion of the last day for `for 2 weeks` after a repeating expression.
    func spokenEnd() -> SpokenTime? {
        guard let today, peek() == "for", position > 0 else { return nil }
        var reader = self
        reader.skip()
        guard let span = try? reader.span(), span.seconds == 0, span.keepsClock else { return nil }
        let last = today.adding(span, in: .gmt).adding(days: -1)
        return SpokenTime(count: reader.position - position, texts: ["until \(last.dateText)"])
    }

    // MARK: - Places

    private static let areas = [
        "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
    ]
    /// Zones by their abbreviations; other zones may have the same abbreviation.
    static let zoneNames = [
        "cet": "Europe/Berlin", "cest": "Europe/Berlin", "eet": "Europe/Helsinki", "eest": "Europe/Helsinki",
        "bst": "Europe/London", "msk": "Europe/Moscow", "est": "America/New_York", "edt": "America/New_York",
        "cst": "America/Chicago", "cdt": "America/Chicago", "mst": "America/Denver", "mdt": "America/Denver",
        "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles", "jst": "Asia/Tokyo", "aest": "Australia/Sydney",
        "aedt": "Australia/Sydney",
    ]

    /// Returns the zone that is named after a city, and the number of its words: `tokyo`, `new york`.
    func place(at distance: Int) -> (zone: String, count: Int)? {
        for count in 1...3 {
            let parts = (0..<count).map { peek(distance + $0) }
            guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (97...122).contains($0) } }) else {
                return nil
            }
            let city = parts.map(\.capitalized).joined(separator: "_")
            for area in Self.areas where Zone(identifier: "\(area)/\(city)") != nil {
                return ("\(area)/\(city)", count)
            }
        }
        return nil
    }

    /// Suggestion of the zone's name at the end for `in Tokyo` or `CET`.
    func spokenPlace() -> SpokenTime? {
        let isPlace = peek() == "in"
        let place = isPlace ? place(at: 1) : Self.zoneNames[peek()].map { (zone: $0, count: 1) }
        guard let (zone, count) = place else { return nil }
        let time = position == 0 ? "tomorrow 9am" : words[..<position].map(\.text).joined(separator: " ")
        // A duration has no zone, and no zone is suggested unless the words before are a time.
        let now = (today ?? LocalTime(seconds: 0)).instant(in: .gmt)
        guard let before = try? TimeExpression.parse(time, .init(now: now, timeZone: .gmt)) else { return nil }
        if case .timeInterval = before.trigger { return nil }
        return SpokenTime(
            count: count + (isPlace ? 1 : 0), texts: ["\(time) \(zone)"], isExample: !isPlace)
    }
}
