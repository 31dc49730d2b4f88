// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A spoken time that the grammar doesn't support: `this weekend`, `friday 13th`, `mon wed`.
///
/// The time is refused with suggestions, each of which can be parsed.
struct SpokenTime {
    /// Number of words of the spoken time that come before the next word to read.
    var before = 0
    /// Number of words of the spoken time from the next word on.
    let count: Int
    /// Suggestions that replace the words or, if the text with the replacement can't be parsed, the whole expression.
    let texts: [String]
    /// Reason why the spoken time is refused, which precedes `write` in the message.
    var reason: String?
    var isExample = false
    var kind = TimeExpressionError.Kind.unknown

    /// Returns the message, such as `write 09:30 or 21:30 for "half past nine"`.
    func message(about words: String) -> String {
        let list = texts.dropLast().joined(separator: ", ") + (texts.count > 1 ? " or " : "") + (texts.last ?? "")
        let write = isExample ? "write e.g. \(list)" : "write \(list)"
        return reason.map { "\($0) \(write)" } ?? "\(write) for \"\(words)\""
    }

    /// Returns the error for a spoken time, with suggestions; nil for other words.
    static func error(at reader: WordReader) -> TimeExpressionError? {
        let forms: [(WordReader) -> SpokenTime?] = [partOfDay, clock, day, dayOfMonth, daysOfWeek, place]
        return forms.lazy.compactMap { $0(reader) }.first?.error(at: reader)
    }

    private func error(at reader: WordReader) -> TimeExpressionError {
        let first = reader.position - before
        let last = min(reader.position + count, reader.words.count)
        let phrase = reader.words[first..<last].map(\.text).joined(separator: " ")
        let range = reader.range(from: first, count: before + count)
        return TimeExpressionError(kind, message(about: phrase), at: range, texts: texts)
    }

    // MARK: - Times of day

    /// Returns the suggestion for `morning`, which is the first word of many texts.
    static func partOfDay(_ reader: WordReader) -> SpokenTime? {
        let part = PartsOfDay.Part(word: reader.next) ?? PartsOfDay.Part(plural: reader.next)
        guard let part, part != .endOfDay else { return nil }
        let text = part == .night ? "at night" : "in the \(part.rawValue)"
        return SpokenTime(count: 1, texts: [text], reason: "\"\(reader.next)\" needs another word;", isExample: true)
    }

    /// Returns the suggestion for `9h30`, which can mean a duration or 09:30.
    static func clock(_ reader: WordReader) -> SpokenTime? {
        let first = ["at", "@"].contains(reader.next) ? 1 : 0
        let parts = reader[first].split(separator: "h", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
            let hour = Int(parts[0]), (0..<24).contains(hour), let minutes = Int(parts[1]), (0..<60).contains(minutes)
        else { return nil }
        let clock = ClockTime(hour: hour, minute: minutes)
        return SpokenTime(count: first + 1, texts: [clock.text, "in \(reader[first])m"])
    }
}
