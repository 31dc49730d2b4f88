// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The times of day of a repeating expression: `9am,5pm`, `at 9, 12 and 18`, `in the morning`.
struct RepeatedTimes {
    private(set) var clocks: [ClockTime] = []
    /// Tells whether a part of the day is among the words: `every morning` needs no words for the days.
    private(set) var hasPart = false
    private(set) var notes: [String] = []

    var isEmpty: Bool { clocks.isEmpty }

    /// Parses times of day, separated by commas or `and`; the list may be empty.
    ///
    /// - Throws: ``TimeExpressionError`` for an impossible time, and for words that can mean two times.
    static func read(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedTimes {
        if let list = try readBareHours(&reader) { return list }
        var list = RepeatedTimes()
        var end = reader.position
        while let clock = try list.readOne(&reader) {
            if !list.clocks.contains(clock) { list.clocks.append(clock) }
            end = reader.position
            guard reader.take(",", "and") else { break }
            _ = reader.take("and")
        }
        reader.rewind(to: end)
        return list
    }

    private mutating func readOne(_ reader: inout WordReader) throws(TimeExpressionError) -> ClockTime? {
        guard !reader.isAtEnd else { return nil }
        var words = TimeWords()
        let first = reader.position
        if try !words.readClock(&reader), !words.readWords(&reader) { return nil }
        // The second part of the time follows, as in "in the evening at 8" and "8:30 in the evening".
        if try !words.readClock(&reader) { _ = words.readWords(&reader) }
        guard !words.isToday else {
            let phrase = reader.words[first..<reader.position].map(\.text)
            let name = phrase.contains("tonight") ? "night" : phrase.count > 1 ? phrase[1] : phrase[0]
            throw TimeExpressionError(
                .unknown, "\"\(phrase.joined(separator: " "))\" is today, and the time repeats; write \(name)",
                at: reader.range(from: first), texts: [name])
        }
        let found = try words.clocks(reader, anyDay: true)
        guard let clock = found.first, found.count == 1 else { throw words.ambiguity(found, reader) }
        hasPart = hasPart || words.hasPart
        if let note = words.note(clock, reader) { notes.append(note) }
        return clock
    }

    /// Parses hours without am or pm: `at 9, 12 and 18`, `9am, 12 and 18`; nil for other words.
    ///
    /// An hour over 12 shows a clock of 24 hours; without such an hour, the list can mean two halves of the day.
    private static func readBareHours(_ reader: inout WordReader) throws(TimeExpressionError) -> RepeatedTimes? {
        let start = reader.position
        let announced = ["at", "@"].contains(reader.next) ? 1 : 0
        guard reader.next.utf8.first.map({ $0 < 58 }) == true || announced > 0, announced > 0 || !reader.isAfterEvery,
            [",", "and"].contains(reader[announced + 1]) || [",", "and"].contains(reader[announced + 2])
        else { return nil }
        reader.skip(announced)
        var list: [(clock: ClockTime, isBare: Bool)] = []
        var end = reader.position
        while let item = try readHour(&reader) {
            list.append(item)
            end = reader.position
            guard reader.take(",", "and") else { break }
            _ = reader.take("and")
        }
        reader.rewind(to: end)
        // "9, 12 weeks" and "1 and 15 dec" are no times of day.
        let isOther =
            Span(1, Substring(reader.next)) != nil || CalendarWords.month(reader.next) != nil
            || ["of", "times", "time"].contains(reader.next)
        guard list.count > 1, list.contains(where: \.isBare), !isOther else {
            reader.rewind(to: start)
            return nil
        }
        let texts = list.map(\.clock.text).joined(separator: ",")
        let phrase = reader.words[start..<end].map(\.text).joined(separator: " ").replacing(" ,", with: ",")
        guard list.contains(where: { $0.isBare && !(1...12).contains($0.clock.hour) }) else {
            let late = list.map { $0.isBare ? ClockTime(hour: ($0.clock.hour + 12) % 24).text : $0.clock.text }
            let hints = [texts, late.joined(separator: ",")]
            throw TimeExpressionError(
                .ambiguous, "\"\(phrase)\" can be read in two ways; write \(hints[0]) or \(hints[1])",
                at: reader.range(from: start), texts: hints)
        }
        var times = RepeatedTimes()
        for item in list where !times.clocks.contains(item.clock) { times.clocks.append(item.clock) }
        times.notes = ["\"\(phrase)\" is read as \(texts)."]
        return times
    }

    private static func readHour(
        _ reader: inout WordReader
    ) throws(TimeExpressionError) -> (clock: ClockTime, isBare: Bool)? {
        let word = reader.next
        let isHalved = ["am", "pm", "a.m.", "p.m.", "o'clock"].contains(reader[1])
        if !isHalved, word.utf8.count <= 2, word.isDigits, let hour = Int(word), (0..<24).contains(hour) {
            reader.skip()
            return (ClockTime(hour: hour), true)
        }
        guard !reader.isAtEnd else { return nil }
        return try ClockTime.read(&reader).map { ($0, false) }
    }
}
