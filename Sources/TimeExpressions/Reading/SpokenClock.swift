// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A time of day in words: `tonight`, `in the morning`, `half past nine`, `nine pm`, `this evening at 8`.
struct SpokenClock {
    /// The time, or both times of a twelve-hour clock: 09:30 and 21:30 for `half past nine`.
    let times: [ClockTime]
    /// Tells whether the words mean today: `tonight`, `this evening`.
    var isToday = false
    /// The part of the day whose time the person's settings give; nil if the words contain the hour.
    var part: PartsOfDay.Part?

    /// The assumption, as a sentence for the person; nil if the words contain the hour.
    var note: String? { part.map { "\"\($0.words)\" is read as \(times[0].text)." } }

    /// Parses a part of a day, an hour in words, or both.
    ///
    /// A part of a day without `this`, `in the` or `at` is read only behind another word: `tomorrow morning`. A plural
    /// is read in a repeating expression: `mornings`.
    ///
    /// - Throws: ``TimeExpressionError`` for an hour that the part of the day doesn't have: `9 in the afternoon`.
    static func read(_ reader: inout WordReader) throws(TimeExpressionError) -> SpokenClock? {
        let first = reader.position
        if let part = PartOfDayWords.read(&reader) {
            let behind = reader.position
            // "This evening at 8" has both; "this evening 8 people come" has a number of the text.
            let isAnnounced = ["at", "@"].contains(reader.next)
            if let hour = TwelveHours.read(&reader, allowsDigits: isAnnounced) {
                return try SpokenClock(hour, in: part, reader, from: first)
            }
            reader.rewind(to: behind)
            return SpokenClock(
                times: [reader.partsOfDay.clock(part.part)], isToday: part.isToday, part: part.part)
        }
        guard let hour = TwelveHours.read(&reader, allowsDigits: true) else { return nil }
        if let part = PartOfDayWords.read(&reader) { return try SpokenClock(hour, in: part, reader, from: first) }
        if hour.isSpoken, let noon = ["am": 0, "pm": 720, "a.m.": 0, "p.m.": 720][reader.next] {
            reader.skip()
            let minutes = hour.minutes + noon
            return SpokenClock(times: [ClockTime(hour: minutes / 60, minute: minutes % 60)])
        }
        if hour.isSpoken { return SpokenClock(times: hour.halves) }
        reader.rewind(to: first)
        return nil
    }

    private init(times: [ClockTime], isToday: Bool = false, part: PartsOfDay.Part? = nil) {
        (self.times, self.isToday, self.part) = (times, isToday, part)
    }

    private init(
        _ hour: TwelveHours, in part: PartOfDayWords, _ reader: WordReader, from first: Int
    ) throws(TimeExpressionError) {
        guard let time = part.part.clock(hour.minutes) else {
            let halves = hour.halves.map(\.text)
            let phrase = reader.words[first..<reader.position].map(\.text).joined(separator: " ")
            throw reader.error(
                .impossible, "\"\(phrase)\" is no time of day; write \(halves.joined(separator: " or "))", from: first)
        }
        self.init(times: [time], isToday: part.isToday)
    }

    /// Returns the error for words that can mean two times of day.
    static func ambiguity(
        _ times: [ClockTime], _ reader: WordReader, from first: Int, count: Int? = nil
    ) -> TimeExpressionError {
        let range = reader.range(from: first, count: count)
        let last = min(count.map { first + $0 } ?? reader.position, reader.words.count)
        let phrase = reader.words[first..<last].map(\.text).joined(separator: " ")
        let texts = times.map(\.text)
        return TimeExpressionError(
            .ambiguous, "write \(texts.joined(separator: " or ")) for \"\(phrase)\"", at: range, texts: texts)
    }
}

/// The words for a part of a day: `tonight`, `this evening`, `in the morning`, `at night`, `end of day`.
struct PartOfDayWords {
    let part: PartsOfDay.Part
    /// Tells whether the words mean today.
    let isToday: Bool

    static func read(_ reader: inout WordReader) -> PartOfDayWords? {
        guard let (part, isToday, count) = words(reader) else { return nil }
        reader.skip(count)
        return PartOfDayWords(part: part, isToday: isToday)
    }

    private static func words(_ reader: WordReader) -> (PartsOfDay.Part, isToday: Bool, count: Int)? {
        typealias Part = PartsOfDay.Part
        if reader.next == "tonight" { return (.night, true, 1) }
        if reader.next == "this", let part = Part(word: reader[1]), part != .endOfDay { return (part, true, 2) }
        if reader.next == "in", reader[1] == "the" {
            // After "every" or a plural, "in the mornings" is said, too.
            let part = Part(word: reader[2]) ?? (reader.isRepeating ? Part(plural: reader[2]) : nil)
            if let part, part != .endOfDay, part != .night { return (part, false, 3) }
        }
        if reader.next == "at", reader[1] == "night" { return (.night, false, 2) }
        let announced = ["at", "by"].contains(reader.next) ? 1 : 0
        if ["eod", "cob"].contains(reader[announced]) { return (.endOfDay, false, announced + 1) }
        let end = announced + (reader[announced] == "the" ? 1 : 0)
        if reader[end] == "end", reader[end + 1] == "of" {
            let article = end + (["the", "this"].contains(reader[end + 2]) ? 3 : 2)
            if ["day", "business"].contains(reader[article]) { return (.endOfDay, false, article + 1) }
        }
        if reader.position > 0, let part = Part(word: reader.next) { return (part, false, 1) }
        if reader.isRepeating, let part = Part(plural: reader.next) { return (part, false, 1) }
        return nil
    }
}

/// A time of a twelve-hour clock: `nine`, `half past nine`, `ten to six`, `nine o'clock`.
struct TwelveHours {
    /// Minutes since midnight or noon, 0 to 719.
    let minutes: Int
    /// Tells whether the words can only be a time of day; false for a number that needs a part of a day behind it.
    let isSpoken: Bool

    /// The time before noon, and the one after it.
    var halves: [ClockTime] {
        [minutes, minutes + 720].map { ClockTime(hour: $0 / 60, minute: $0 % 60) }
    }

    /// Parses the words, with or without `at`; consumes nothing if there are none.
    ///
    /// With `allowsDigits`, `9` and `9:30` are read, too; they aren't ``isSpoken``.
    static func read(_ reader: inout WordReader, allowsDigits: Bool) -> TwelveHours? {
        let announced = ["at", "@"].contains(reader.next) ? 1 : 0
        let article = announced + (reader[announced] == "a" && reader[announced + 1] == "quarter" ? 1 : 0)
        if let (past, count) = minutesPast(reader, at: article), let hour = CalendarWords.hour(reader[article + count]) {
            reader.skip(article + count + 1)
            return TwelveHours(minutes: (hour * 60 + past + 720) % 720, isSpoken: true)
        }
        let word = reader[announced]
        if let hour = CalendarWords.hour(word) {
            if ["o'clock", "o’clock", "oclock"].contains(reader[announced + 1]) {
                reader.skip(announced + 2)
                return TwelveHours(minutes: hour * 60 % 720, isSpoken: true)
            }
            let isDigits = Int(word) != nil
            let hasHalf = ["am", "pm", "a.m.", "p.m."].contains(reader[announced + 1])
            // "At nine" is a time; "nine" alone needs am, pm or a part of the day behind it.
            guard isDigits ? allowsDigits && !hasHalf : true else { return nil }
            reader.skip(announced + 1)
            return TwelveHours(minutes: hour * 60 % 720, isSpoken: !isDigits && (announced > 0 || hasHalf))
        }
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard allowsDigits, parts.count == 2, parts[1].utf8.count == 2, let hour = CalendarWords.hour(String(parts[0])),
            let minute = Int(parts[1]), (0..<60).contains(minute), Int(parts[0]) != nil
        else { return nil }
        reader.skip(announced + 1)
        return TwelveHours(minutes: (hour * 60 + minute) % 720, isSpoken: false)
    }

    /// Returns the minutes of `half past` or `twenty-five to`, and the number of words.
    private static func minutesPast(_ reader: WordReader, at first: Int) -> (minutes: Int, count: Int)? {
        let names = ["half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25]
        var minutes = names[reader[first]]
        var count = 1
        if reader[first] == "twenty", reader[first + 1] == "five" { (minutes, count) = (25, 2) }
        guard let minutes, ["past", "to"].contains(reader[first + count]) else { return nil }
        guard reader[first + count] == "past" || minutes != 30 else { return nil }
        return (reader[first + count] == "past" ? minutes : -minutes, count + 1)
    }
}
