// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension SpokenTime {
    /// Suggestion for `an hour and a half`, `one and a half hours`, `a fortnight`, `a couple of days`.
    static func length(_ reader: WordReader) -> SpokenTime? {
        let parts = ["half": 0.5, "quarter": 0.25]
        let article = ["a", "an"].contains(reader[1]) ? 2 : 1
        if reader.next == "and", let part = parts[reader[article]] {
            for first in max(0, reader.position - 4)..<reader.position {
                var ahead = reader
                ahead.rewind(to: first)
                let unit = Substring(reader[-1]).drop { !$0.isLetter }
                guard let span = try? Span.readRepeated(&ahead), ahead.position == reader.position,
                    let one = Span(1, unit), span.months == 0, one.months == 0
                else { continue }
                let length = Span(seconds: span.length + one.length * part)
                return SpokenTime(before: reader.position - first, count: article + 1, texts: [length.text])
            }
            return nil
        }
        if let number = CalendarWords.count(reader.next), reader[1] == "and", reader[2] == "a",
            let part = parts[reader[3]], let one = Span(1, Substring(reader[4])), one.months == 0, number < 1000
        {
            return SpokenTime(count: 5, texts: [Span(seconds: one.length * (Double(number) + part)).text])
        }
        let first = ["a", "the"].contains(reader.next) ? 1 : 0
        if reader[first] == "quarter", reader[first + 1] == "of", ["an", "a"].contains(reader[first + 2]),
            reader[first + 3] == "hour"
        {
            return SpokenTime(count: first + 4, texts: ["15m"])
        }
        if reader[first] == "couple" {
            let unit = first + (reader[first + 1] == "of" ? 2 : 1)
            if Span(2, Substring(reader[unit])) != nil {
                return SpokenTime(count: unit + 1, texts: ["2 \(reader[unit])"])
            }
        }
        let number = first == 1 ? 1 : CalendarWords.count(reader.next)
        let word = reader[number == nil ? 0 : 1]
        guard ["fortnight", "fortnights"].contains(word), (1...1000).contains(number ?? 1) else { return nil }
        return SpokenTime(count: number == nil ? 1 : 2, texts: ["\(2 * (number ?? 1)) weeks"])
    }

    /// Suggestion for `fortnightly`, `every quarter`, `annually`.
    static func rhythm(_ reader: WordReader) -> SpokenTime? {
        let texts = [
            "fortnightly": "every 2 weeks", "nightly": "every day 20:00", "quarterly": "every 3 months on 1 10:00",
            "annually": "every 24 dec 18:00",
        ]
        let word = reader.isAfterEvery && reader.next == "quarter" ? "quarterly" : reader.next
        return texts[word].map {
            SpokenTime(before: reader.isAfterEvery ? 1 : 0, count: 1, texts: [$0], isExample: true)
        }
    }

    /// Suggestion for `next week`, `this weekend`, `end of month`.
    static func day(_ reader: WordReader) -> SpokenTime? {
        let thisMonth = reader.today?.civil.month ?? 12
        if ["next", "this"].contains(reader.next) {
            let isNext = reader.next == "next"
            let month = CalendarWords.months[(isNext ? thisMonth : thisMonth - 1) % 12]
            let texts: [String]? =
                switch reader[1] {
                case "weekend": ["sat"]
                case "week": [isNext ? "next mon" : "fri", isNext ? "in 1 week" : "in 2 days"]
                case "month": [isNext ? "1 \(month)" : "last day of \(month)", isNext ? "in 1 month" : "in 1 week"]
                case "quarter": ["in 3 months"]
                case "year": [isNext ? "1 jan" : "31 dec", isNext ? "in 1 year" : "in 1 month"]
                default: nil
                }
            let reason = "on which day\(reader[1] == "weekend" ? "" : " of the \(reader[1])")?"
            return texts.map { SpokenTime(count: 2, texts: $0, reason: reason, isExample: true) }
        }
        var distance = 0
        while ["at", "by", "the", "on"].contains(reader[distance]), distance < 2 { distance += 1 }
        guard reader[distance] == "end", reader[distance + 1] == "of" else { return nil }
        distance += 2
        let isNext = reader[distance] == "next"
        if ["the", "this", "next"].contains(reader[distance]) { distance += 1 }
        guard !isNext || reader[distance] == "month" else { return nil }
        let next = isNext ? 1 : 0
        let text: String
        switch reader[distance] {
        case "day", "business": text = "17:00"
        case "week": text = "fri"
        case "month": text = "last day of \(CalendarWords.months[(thisMonth - 1 + next) % 12])"
        case "year": text = "31 dec"
        default:
            guard let month = CalendarWords.month(reader[distance]) else { return nil }
            text = "last day of \(CalendarWords.months[month - 1])"
        }
        return SpokenTime(count: distance + 1, texts: [text])
    }

    /// Suggestion of the next date for `13th` without a month, or `friday 13th`.
    static func dayOfMonth(_ reader: WordReader) -> SpokenTime? {
        guard let today = reader.today, reader.next.last?.isLetter == true || ["on", "the"].contains(reader.next) else {
            return nil
        }
        var distance = 0
        while ["on", "the"].contains(reader[distance]), distance < 2 { distance += 1 }
        guard reader[distance].last?.isLetter == true, let day = CalendarWords.dayNumber(reader[distance]) else {
            return nil
        }
        let weekday = reader.position > 0 ? CalendarWords.weekday(reader[-1]) : nil
        let first = today.civil.year * 12 + today.civil.month - 1
        let coming = (first..<first + 480).lazy.compactMap { LocalTime(year: $0 / 12, month: $0 % 12 + 1, day: day) }
            .first { $0.dayNumber > today.dayNumber && (weekday == nil || $0.weekday == weekday) }
        guard let coming else { return nil }
        let date = "\(day) \(CalendarWords.months[coming.civil.month - 1])"
        guard weekday != nil else { return SpokenTime(count: distance + 1, texts: [date]) }
        let text = "\(reader[-1]) \(date) \(coming.civil.year)"
        return SpokenTime(before: 1, count: distance + 1, texts: [text])
    }

    /// Suggestion of `every` for `mon wed`, or `mon, wed and fri`.
    static func daysOfWeek(_ reader: WordReader) -> SpokenTime? {
        guard CalendarWords.weekday(reader.next) != nil else { return nil }
        let words = reader.words.map(\.text)
        let separators = [",", "and", "&"]
        func isPart(_ word: String) -> Bool { separators.contains(word) || CalendarWords.weekday(word) != nil }
        let first = words[..<reader.position].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
        var last = words[reader.position...].firstIndex { !isPart($0) } ?? words.count
        while last > reader.position, separators.contains(words[last - 1]) { last -= 1 }
        let days = words[first..<last].filter { CalendarWords.weekday($0) != nil }
        guard Set(days.map(CalendarWords.weekday)).count > 1, CalendarWords.weekday(words[first]) != nil else {
            return nil
        }
        return SpokenTime(
            before: reader.position - first, count: last - reader.position,
            texts: ["every \(days.joined(separator: ","))"])
    }

    /// Suggestion of the last day for `for 2 weeks` after a repeating expression.
    static func end(_ reader: WordReader) -> SpokenTime? {
        guard let today = reader.today, reader.next == "for", reader.position > 0 else { return nil }
        var ahead = reader
        ahead.skip()
        guard let span = try? Span.read(&ahead), span.seconds == 0, span.keepsClock else { return nil }
        let last = today.adding(span, in: .gmt).adding(days: -1)
        return SpokenTime(count: ahead.position - reader.position, texts: ["until \(last.dateText)"])
    }

    // MARK: - Zones named by a place

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
    static func place(_ reader: WordReader, at distance: Int) -> (zone: String, count: Int)? {
        for count in 1...3 {
            let parts = (0..<count).map { reader[distance + $0] }
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
    static func place(_ reader: WordReader) -> SpokenTime? {
        let isPlace = reader.next == "in"
        let place = isPlace ? place(reader, at: 1) : Self.zoneNames[reader.next].map { (zone: $0, count: 1) }
        guard let (zone, count) = place else { return nil }
        let time =
            reader.position == 0 ? "tomorrow 9am" : reader.words[..<reader.position].map(\.text).joined(separator: " ")
        // A duration has no zone, and no zone is suggested unless the words before are a time.
        let now = (reader.today ?? LocalTime(seconds: 0)).instant(in: .gmt)
        guard let before = try? TimeExpression.parse(time, .init(now: now, timeZone: .gmt)) else { return nil }
        if case .timeInterval = before.trigger { return nil }
        return SpokenTime(count: count + (isPlace ? 1 : 0), texts: ["\(time) \(zone)"], isExample: !isPlace)
    }
}
