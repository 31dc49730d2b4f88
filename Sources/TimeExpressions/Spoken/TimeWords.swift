// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The words for a time of day, in any order: `9am`, `half past nine`, `tonight at 8`, `8 in the morning`.
struct TimeWords {
    private enum Hour {
        /// A time of a clock with 24 hours, or with am or pm.
        case exact(ClockTime)
        /// A time such as 08:30, which a part of the day can move behind noon: `8:30 in the evening`.
        case written(ClockTime)
        /// A time in minutes since midnight or noon, which may be in either half of the day.
        case halves(Int)
    }

    private var hour: Hour?
    private var part: PartOfDayWords?
    /// The positions of the time's words in the reader.
    private var words: Range<Int>?

    var isEmpty: Bool { hour == nil && part == nil }
    /// Tells whether the words mean today: `tonight`, `this evening`.
    var isToday: Bool { part?.isToday ?? false }
    var hasPart: Bool { part != nil }

    /// The time, if the words contain a number that can mean nothing else.
    var known: ClockTime? {
        switch hour {
        case .exact(let clock), .written(let clock): part == nil ? clock : nil
        case .halves, nil: nil
        }
    }

    /// Creates the words of a known time of day, or empty words if `clock` is nil.
    init(_ clock: ClockTime? = nil) { hour = clock.map { .exact($0) } }

    /// Parses a time of day in numbers, unless an hour was parsed before.
    ///
    /// - Throws: ``TimeExpressionError`` for an impossible time, or a number without its unit after `at`.
    mutating func readClock(_ reader: inout WordReader) throws(TimeExpressionError) -> Bool {
        guard hour == nil else { return false }
        let first = reader.position
        if let minutes = bareHour(&reader) {
            hour = .halves(minutes)
        } else if let clock = try ClockTime.read(&reader) {
            let isWritten = (1...12).contains(clock.hour) && clock.second == 0 && reader[-1].last?.isNumber == true
            hour = isWritten ? .written(clock) : .exact(clock)
        } else {
            return false
        }
        add(first..<reader.position)
        return true
    }

    /// Parses a part of the day or an hour in words.
    mutating func readWords(_ reader: inout WordReader) -> Bool {
        let first = reader.position
        if part == nil, let words = PartOfDayWords.read(&reader) {
            part = words
            add(first..<reader.position)
            return true
        }
        guard hour == nil, let spoken = TwelveHours.read(&reader) else { return false }
        guard spoken.isSpoken || part != nil || isPartAhead(reader), spoken.isSpoken || Int(reader[-1]) == nil else {
            reader.rewind(to: first)
            return false
        }
        if let half = spoken.half {
            let minutes = spoken.minutes + half
            hour = .exact(ClockTime(hour: minutes / 60, minute: minutes % 60))
        } else {
            hour = .halves(spoken.minutes)
        }
        add(first..<reader.position)
        return true
    }

    /// Consumes an hour whose am or pm follows from a part of the day: `at 8` after `tonight`, `9 in the morning`.
    private func bareHour(_ reader: inout WordReader) -> Int? {
        let announced = reader.next == "at" || reader.next == "@" ? 1 : 0
        let word = reader[announced]
        guard word.utf8.count <= 2, let hour = Int(word), (1...12).contains(hour) else { return nil }
        guard announced > 0 && part != nil || isPartAhead(reader, announced + 1) else { return nil }
        reader.skip(announced + 1)
        return hour * 60 % 720
    }

    private func isPartAhead(_ reader: WordReader, _ distance: Int = 0) -> Bool {
        var ahead = reader
        ahead.skip(distance)
        return !ahead.isAtEnd && PartOfDayWords.read(&ahead) != nil
    }

    private mutating func add(_ range: Range<Int>) {
        words = min(words?.lowerBound ?? range.lowerBound, range.lowerBound)..<range.upperBound
    }

    // MARK: - Meaning

    /// Returns the time, or both times of a twelve-hour clock; an empty list if there are no words.
    ///
    /// With `anyDay`, a night includes the hours after midnight.
    ///
    /// - Throws: ``TimeExpressionError`` for an hour that the part of the day doesn't have: `9 in the afternoon`.
    func clocks(_ reader: WordReader, anyDay: Bool = false) throws(TimeExpressionError) -> [ClockTime] {
        guard let part = part?.part else {
            switch hour {
            case nil: return []
            case .exact(let clock), .written(let clock): return [clock]
            case .halves(let minutes): return Self.halves(minutes)
            }
        }
        let found: [ClockTime]
        switch hour {
        case nil: return [reader.partsOfDay.clock(part)]
        case .exact(let clock): found = [clock]
        case .written(let clock): found = Self.halves((clock.hour * 60 + clock.minute) % 720)
        case .halves(let minutes): found = Self.halves(minutes)
        }
        if let clock = found.first(where: { part.contains($0, anyDay: anyDay) }) { return [clock] }
        throw error(.impossible, "is no time of day", found, reader)
    }

    /// Returns the parser's assumption about the time, as a sentence for the person; nil if there is none.
    func note(_ clock: ClockTime, _ reader: WordReader) -> String? {
        switch hour {
        case .exact, .written: nil
        case .halves where part != nil: nil
        case .halves, nil: isEmpty ? nil : "\"\(phrase(reader))\" is read as \(clock.text)."
        }
    }

    /// Returns the error for words that can mean either of two times.
    func ambiguity(_ clocks: [ClockTime], _ reader: WordReader) -> TimeExpressionError {
        error(.ambiguous, "can be read in two ways", clocks, reader)
    }

    /// Returns an error about the words, whose hint is the times to write.
    func error(
        _ kind: TimeExpressionError.Kind, _ reason: String, _ clocks: [ClockTime], _ reader: WordReader
    ) -> TimeExpressionError {
        let texts = clocks.map(\.text)
        let range = words.map { reader.range(from: $0.lowerBound, count: $0.count) } ?? reader.range(from: 0)
        return TimeExpressionError(
            kind, "\"\(phrase(reader))\" \(reason); write \(texts.joined(separator: " or "))", at: range, texts: texts)
    }

    private func phrase(_ reader: WordReader) -> String {
        (words.map { reader.words[$0] } ?? []).map(\.text).joined(separator: " ")
    }

    private static func halves(_ minutes: Int) -> [ClockTime] {
        [minutes, minutes + 720].map { ClockTime(hour: $0 / 60, minute: $0 % 60) }
    }
}
