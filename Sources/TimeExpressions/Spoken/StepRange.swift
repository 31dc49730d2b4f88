// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Times of day at equal distances: `between 9 and 17` after `every 2h`.
struct StepRange {
    let clocks: [ClockTime]
    /// The range in normalized form: `between 09:00 and 17:00`.
    let text: String
    private(set) var notes: [String] = []

    /// Parses `between 9 and 17` or `from 9am to 5pm` after a repeated duration; consumes nothing without such a range.
    ///
    /// - Throws: ``TimeExpressionError`` for a range whose hours can mean two halves of the day, a range over midnight,
    ///   and a step that is no whole number of minutes or is longer than the range.
    static func read(_ reader: inout WordReader, step span: Span) throws(TimeExpressionError) -> StepRange? {
        guard ["between", "from"].contains(reader.next) else { return nil }
        let start = reader.position
        var ahead = reader
        ahead.skip()
        guard let first = try hour(&ahead), ahead.take("and", "to", "until", "till", "-"),
            let last = try hour(&ahead)
        else { return nil }
        let pairs = first.flatMap { first in last.filter { $0 > first }.map { (first, $0) } }
        // "9 to 11" is in the morning or evening, or over noon; the error names the ranges within one half of the day.
        let halves = pairs.filter { ($0.0 < 720) == ($0.1 < 720) }
        let named = pairs.count > 1 && halves.count > 1 ? halves : pairs
        reader.skip(ahead.position - reader.position)
        let phrase = reader.words[start..<reader.position].map(\.text).joined(separator: " ")
        let texts = named.map { "between \(clock($0.0).text) and \(clock($0.1).text)" }
        guard let (first, last) = named.first else {
            throw reader.error(.impossible, "\"\(phrase)\" is no range within a day", from: start)
        }
        guard named.count == 1 else {
            throw TimeExpressionError(
                .ambiguous, "\"\(phrase)\" can be read in two ways; write \(texts.joined(separator: " or "))",
                at: reader.range(from: start), texts: texts)
        }
        let step = span.keepsClock || span.seconds > 86_400 ? 0 : Int(span.seconds / 60)
        guard step > 0, Double(step * 60) == span.seconds, step <= last - first else {
            throw reader.error(
                .impossible, "a step between two times of day is whole minutes, and not longer than the range", from: 0)
        }
        let clocks = stride(from: first, through: last, by: step).map(clock)
        let isAsWritten = phrase.contains(clock(first).text) && phrase.contains(clock(last).text)
        return StepRange(
            clocks: clocks, text: texts[0],
            notes: isAsWritten ? [] : ["\"\(phrase)\" is read as \(texts[0])."])
    }

    private static func clock(_ minutes: Int) -> ClockTime { ClockTime(hour: minutes / 60, minute: minutes % 60) }

    /// Parses a time of day, and returns its minutes since midnight: two values for the hours 1 to 11 without am or pm.
    private static func hour(_ reader: inout WordReader) throws(TimeExpressionError) -> [Int]? {
        let word = reader.next
        let isHalved = ["am", "pm", "a.m.", "p.m."].contains(reader[1])
        if !isHalved, word.utf8.count <= 2, word.isDigits, let hour = Int(word), (0..<24).contains(hour) {
            reader.skip()
            return (1...11).contains(hour) ? [hour * 60, hour * 60 + 720] : [hour * 60]
        }
        guard !reader.isAtEnd, let time = try ClockTime.read(&reader), time.second == 0 else { return nil }
        return [time.hour * 60 + time.minute]
    }
}
