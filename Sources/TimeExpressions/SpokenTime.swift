// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A spoken time that the grammar doesn't support: `half past nine`, `in a fortnight`, `end of month`.
///
/// The time is refused with suggestions, each of which can be parsed.
struct SpokenTime {
    /// Number of words of the spoken time that come before the next word to read.
    var before = 0
    /// Number of words of the spoken time from the next word on.
    let count: Int
    /// Suggestions that replace the words or, if that can't be parsed, the whole expression.
    let texts: [String]
    /// Reason, which precedes `write` in the message.
    var reason: String?
    var isExample = false
    var kind = TimeExpressionError.Kind.unknown

    /// Returns the message, such as `write 09:30 or 21:30 for "half past nine"`.
    func message(about words: String) -> String {
        let list = texts.dropLast().joined(separator: ", ") + (texts.count > 1 ? " or " : "") + (texts.last ?? "")
        let write = isExample ? "write e.g. \(list)" : "write \(list)"
        return reason.map { "\($0) \(write)" } ?? "\(write) for \"\(words)\""
    }

    /// Usual hours of parts of the day, as examples: Belfry has no setting for them.
    static let partsOfDay = [
        "morning": "08:00", "afternoon": "15:00", "evening": "18:00", "night": "20:00", "tonight": "20:00",
        "eod": "17:00", "cob": "17:00",
    ]

    /// Returns the error for a spoken time, with suggestions; nil for other words.
    static func error(at reader: WordReader) -> TimeExpressionError? {
        let forms: [(WordReader) -> SpokenTime?] = [
            partOfDay, clock, timesOfDay, hours, length, rhythm, day, dayOfMonth, daysOfWeek, end, place,
        ]
        return forms.lazy.compactMap { $0(reader) }.first?.error(at: reader)
    }

    /// Returns the error for words that can only continue the duration before them.
    static func errorBehindLength(_ reader: WordReader) -> TimeExpressionError? {
        (hours(reader) ?? length(reader) ?? end(reader))?.error(at: reader)
    }

    private func error(at reader: WordReader) -> TimeExpressionError {
        let first = reader.position - before
        let last = min(reader.position + count, reader.words.count)
        let phrase = reader.words[first..<last].map(\.text).joined(separator: " ")
        let range = reader.range(from: first, count: before + count)
        return TimeExpressionError(kind, message(about: phrase), at: range, texts: texts)
    }

    // MARK: - Times of day

    /// Suggestion for `morning`, `this evening`, `in the afternoon`, `every morning`.
    static func partOfDay(_ reader: WordReader) -> SpokenTime? {
        var distance = 0
        while ["in", "this", "the"].contains(reader[distance]), distance < 2 { distance += 1 }
        let word = reader[distance]
        let isPlural = word.hasSuffix("s")
        let name = isPlural ? String(word.dropLast()) : word
        guard let clock = Self.partsOfDay[name] else { return nil }
        let repeats = reader.isAfterEvery || isPlural
        return SpokenTime(
            before: reader.isAfterEvery ? 1 : 0, count: distance + 1, texts: [repeats ? "every day \(clock)" : clock],
            reason: "\"\(word)\" is no time of day;", isExample: true, kind: .impossible)
    }

    /// Suggestion for `half past nine`, `quarter to five`, `ten past six`, `at nine`, `nine o'clock`, `five pm`.
    static func clock(_ reader: WordReader) -> SpokenTime? {
        let first = ["at", "@"].contains(reader.next) ? 1 : 0
        let number = first + (reader[first] == "a" ? 1 : 0)
        let minutes = ["half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20]
        if let minutes = minutes[reader[number]], ["past", "to"].contains(reader[number + 1]),
            let hour = CalendarWords.hour(reader[number + 2])
        {
            return SpokenTime(
                count: number + 3,
                texts: Self.halves(of: hour * 60 + (reader[number + 1] == "past" ? minutes : -minutes)))
        }
        // 9h30 can mean a duration or 09:30.
        let parts = reader[first].split(separator: "h", omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].utf8.count == 2, let clock = Self.clock(ofBare: String(parts[0])),
            let minutes = Int(parts[1]), (0..<60).contains(minutes)
        {
            return SpokenTime(count: first + 1, texts: ["\(clock.prefix(3))\(parts[1])", "in \(reader[first])m"])
        }
        guard let hour = CalendarWords.hour(reader[first]) else { return nil }
        if ["o'clock", "o’clock", "oclock"].contains(reader[first + 1]) {
            return SpokenTime(count: first + 2, texts: Self.halves(of: hour * 60))
        }
        guard Int(reader[first]) == nil else { return nil }
        if ["am", "pm"].contains(reader[first + 1]) {
            return SpokenTime(count: first + 2, texts: ["\(hour)\(reader[first + 1])"])
        }
        return first > 0 ? SpokenTime(count: first + 1, texts: Self.halves(of: hour * 60)) : nil
    }

    /// Returns a time of a twelve-hour clock, before noon and after noon.
    private static func halves(of minutes: Int) -> [String] {
        let morning = (minutes + 720) % 720
        return [morning, morning + 720].map { ClockTime(hour: $0 / 60, minute: $0 % 60).text }
    }

    /// Suggestion for `9, 12 and 18` in a repeating expression.
    static func timesOfDay(_ reader: WordReader) -> SpokenTime? {
        guard ["every", "each", "daily", "weekdays", "weekends"].contains(where: reader.contains) else { return nil }
        var times: [String] = []
        var distance = 0
        var before = 0
        // In "9am, 12 and 18", the first time has a unit.
        if reader.position > 0, [",", "and"].contains(reader.next), Self.minutes(of: reader[-1]) != nil {
            times = [reader[-1]]
            (before, distance) = (1, reader[1] == "and" ? 2 : 1)
        }
        while let clock = Self.clock(ofBare: reader[distance]) {
            times.append(clock)
            distance += 1
            guard [",", "and"].contains(reader[distance]) else { break }
            distance += reader[distance + 1] == "and" ? 2 : 1
        }
        let isList = times.count > 1 && Self.clock(ofBare: reader[distance - 1]) != nil
        guard isList, Span(1, Substring(reader[distance])) == nil, reader[distance] != "times" else { return nil }
        return SpokenTime(before: before, count: distance, texts: [times.joined(separator: ",")])
    }

    /// Returns `09:00` for `9`; nil for words that are not an hour.
    private static func clock(ofBare word: String) -> String? {
        guard (1...2).contains(word.utf8.count), let hour = Int(word), (0..<24).contains(hour) else { return nil }
        return ClockTime(hour: hour).text
    }

    /// Suggestion for `every 2h between 9 and 17`.
    static func hours(_ reader: WordReader) -> SpokenTime? {
        guard ["between", "from"].contains(reader.next), ["and", "to", "until", "till", "-"].contains(reader[2]),
            let first = Self.minutes(of: reader[1]), var last = Self.minutes(of: reader[3])
        else { return nil }
        var ahead = reader
        ahead.rewind(to: 0)
        _ = ahead.take("every", "each")
        guard let span = try? Span.readRepeated(&ahead), ahead.position == reader.position, !span.keepsClock else {
            return nil
        }
        let step = Int(span.seconds / 60)
        // A period from 9 to 5 ends in the afternoon.
        if last <= first, last <= 720 { last += 720 }
        guard step > 0, first < last, Double(step * 60) == span.seconds else { return nil }
        let times = stride(from: first, through: last, by: step).map {
            ClockTime(hour: $0 / 60 % 24, minute: $0 % 60).text
        }
        let text: String
        if times.count <= 12 {
            text = "every day \(times.joined(separator: ","))"
        } else if 60 % step == 0, first % 60 == 0, last % 60 == 0 {
            text = "*-*-* \((first / 60).padded())..\((last / 60 - 1).padded()):00/\(step)"
        } else {
            return nil
        }
        return SpokenTime(before: reader.position, count: 4, texts: [text])
    }

    private static func minutes(of word: String) -> Int? {
        if let hour = Int(word), (0..<24).contains(hour) { return hour * 60 }
        guard var reader = try? WordReader(word), let time = try? ClockTime.read(&reader), reader.isAtEnd else {
            return nil
        }
        return time.hour * 60 + time.minute
    }
}
