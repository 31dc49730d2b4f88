// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

struct ClockTime: Hashable {
    var hour: Int
    var minute = 0
    var second = 0

    var secondOfDay: Int { hour * 3600 + minute * 60 + second }
    /// The time as `09:00`, or `09:00:30`.
    var text: String { "\(hour.padded()):\(minute.padded())" + (second == 0 ? "" : ":\(second.padded())") }
}

extension LocalTime {
    var clock: ClockTime { ClockTime(hour: hour, minute: minute, second: second) }

    /// Returns the same day at another time of day.
    func at(_ clock: ClockTime) -> LocalTime { at(hour: clock.hour, minute: clock.minute, second: clock.second) }
}

extension ClockTime {
    /// Parses `09:00`, `17:30:15`, `9am`, `9.30am`, `9:05 pm`, `noon`, `midnight`, with or without `at`.
    ///
    /// - Throws: ``TimeExpressionError`` for an impossible time, such as `25:00`.
    static func read(_ reader: inout WordReader) throws(TimeExpressionError) -> ClockTime? {
        let first = reader.position
        let isAnnounced = reader.take("at", "@")
        if reader.take("noon", "midday") { return ClockTime(hour: 12) }
        if reader.take("midnight") { return ClockTime(hour: 0) }
        // Teatime is 16:00, as in at(1).
        if reader.take("teatime") { return ClockTime(hour: 16) }
        guard let time = try readNumeric(&reader) else {
            if isAnnounced, reader.isAtEnd || reader.next.isDigits { throw reader.errorAboutNextWord() }
            reader.rewind(to: first)
            return nil
        }
        return time
    }

    /// Suffixes that name a half of the day, each with the hour that 12 means in that half.
    private static let halves: KeyValuePairs<String, Int> = [
        "a.m.": 0, "p.m.": 12, "a.m": 0, "p.m": 12, "am": 0, "pm": 12,
    ]

    private static func readNumeric(_ reader: inout WordReader) throws(TimeExpressionError) -> ClockTime? {
        var text = Substring(reader.next)
        var count = 1
        var half: Int?
        if let (name, hours) = Self.halves.first(where: { text.hasSuffix($0.key) }) {
            half = hours
            text = text.dropLast(name.utf8.count)
        } else if let hours = Self.halves.first(where: { $0.key == reader[1] })?.value {
            half = hours
            count = 2
        }
        // In a time with am or pm, a point stands for a colon.
        let separator: Character = half != nil && !text.contains(":") ? "." : ":"
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard half != nil || parts.count > 1, (1...3).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { $0.isDigits && $0.utf8.count < 10 ? Int($0) : nil }
        guard numbers.count == parts.count else { return nil }
        var time = ClockTime(
            hour: numbers[0], minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0)
        if let half {
            guard (1...12).contains(time.hour) else {
                throw reader.error(
                    .impossible, "\"\(reader.next)\" is not a time of day; with am or pm the hour is 1 to 12",
                    words: count)
            }
            time.hour = time.hour % 12 + half
        }
        if parts.dropFirst().contains(where: { $0.utf8.count != 2 }) {
            throw reader.error(
                .impossible, "\"\(reader.next)\" is not a time of day; write minutes with two digits, as in 09:05",
                words: count)
        }
        if time.hour == 24, time.minute == 0, time.second == 0 {
            throw reader.error(
                .impossible, "\"\(reader.next)\" is not a time of day; write 00:00 of the next day", words: count)
        }
        // A leap second is read as the last second of its minute.
        if time.second == 60 { time.second = 59 }
        guard time.hour < 24, time.minute < 60, time.second < 60 else {
            throw reader.error(
                .impossible, "\"\(reader.next)\" is not a time of day; it is from 00:00 to 23:59", words: count)
        }
        reader.skip(count)
        return time
    }
}
