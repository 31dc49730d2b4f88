// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension SpokenTime {
    /// Returns the suggestion for `next weekend`, `this week`, `end of the week`.
    static func day(_ reader: WordReader) -> SpokenTime? {
        let thisMonth = reader.today?.civil.month ?? 12
        if ["next", "this"].contains(reader.next) {
            let month = CalendarWords.months[thisMonth - 1]
            let texts: [String]? =
                switch reader[1] {
                case "weekend": ["sat"]
                case "week": ["fri", "in 2 days"]
                case "month": ["last day of \(month)", "in 1 week"]
                case "quarter": ["in 3 months"]
                case "year": ["31 dec", "in 1 month"]
                default: nil
                }
            let reason = "on which day\(reader[1] == "weekend" ? "" : " of the \(reader[1])")?"
            return texts.map { SpokenTime(count: 2, texts: $0, reason: reason, isExample: true) }
        }
        var distance = 0
        while ["at", "by", "the", "on"].contains(reader[distance]), distance < 2 { distance += 1 }
        guard reader[distance] == "end", reader[distance + 1] == "of" else { return nil }
        distance += ["the", "this"].contains(reader[distance + 2]) ? 3 : 2
        guard reader[distance] == "week" else { return nil }
        return SpokenTime(
            count: distance + 1, texts: ["fri", "sun"], reason: "the end of the week can be read in two ways;",
            kind: .ambiguous)
    }

    /// Suggests the next date for `13th` without a month, or `friday 13th`.
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

    /// Suggests `every` for `mon wed`, or `mon, wed and fri`.
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

    // MARK: - Zones named by a place

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
        let now = (reader.today ?? LocalTime(seconds: 0)).instant(in: .gmt)
        return PlaceZone.read(reader, at: distance, near: now).map { ($0.zones[0].identifier, $0.count) }
    }

    /// Suggests the zone's name at the end for `in Tokyo` or `CET`.
    static func place(_ reader: WordReader) -> SpokenTime? {
        let isPlace = reader.next == "in"
        let place = isPlace ? place(reader, at: 1) : Self.zoneNames[reader.next].map { (zone: $0, count: 1) }
        guard let (zone, count) = place else { return nil }
        let time =
            reader.position == 0 ? "tomorrow 9am" : reader.words[..<reader.position].map(\.text).joined(separator: " ")
        // A duration has no zone, and no zone is suggested unless the words before the zone are a time.
        let now = (reader.today ?? LocalTime(seconds: 0)).instant(in: .gmt)
        guard let before = try? TimeExpression.parse(time, .init(now: now, timeZone: .gmt)) else { return nil }
        if case .timeInterval = before.trigger { return nil }
        return SpokenTime(count: count + (isPlace ? 1 : 0), texts: ["\(time) \(zone)"], isExample: !isPlace)
    }
}
