// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// Reads the words of one text from left to right; each entry point reads all of them or refuses.
struct TimeParser {
    let text: String
    let now: Date
    let timeZone: TimeZone
    let calendar: Calendar
    var words: [Word]
    var index = 0
    var notes: [String] = []
    /// A zone at the end of the words, `Europe/Berlin` or `UTC`.
    var ownZone: TimeZone?

    init(_ text: String, now: Date, timeZone: TimeZone) throws(TimeExpressionError) {
        self.text = text
        self.now = now
        self.timeZone = timeZone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        guard text.utf8.count <= TimeExpression.longestText else {
            throw TimeExpressionError(
                .outOfRange, "the time is \(text.utf8.count) bytes long; the limit is \(TimeExpression.longestText)",
                at: 0..<1, in: String(text.prefix(40)))
        }
        words = Word.split(text)
        guard !words.isEmpty else {
            throw TimeExpressionError(
                .notUnderstood, "there is no time; say one, such as 10m or tomorrow 9am", at: 0..<1, in: text)
        }
    }

    // MARK: - The whole text

    mutating func parseAny() throws(TimeExpressionError) -> TimeExpression {
        if words.contains(where: { $0.text == "every" || $0.text == "each" }) { return try parseRepetition() }
        if words[0].text == "daily" { return try parseRepetition() }
        do {
            return try parseDuration()
        } catch {
            guard error.kind == .notUnderstood else { throw error }
            index = 0
            notes = []
            return try parseMoment()
        }
    }

    mutating func parseDuration() throws(TimeExpressionError) -> TimeExpression {
        if word == "in" {
            index += 1
        } else if word == "now", peek(1) == "+" {
            index += 2
        } else if word == "+" {
            index += 1
        }
        let start = index
        let span = try span()
        guard index == words.count else { throw notUnderstood() }
        let range = words[min(start, words.count - 1)].range.lowerBound..<words[words.count - 1].range.upperBound
        return try expression(for: span, at: range)
    }

    // MARK: - Words

    var word: String? { index < words.count ? words[index].text : nil }

    func peek(_ distance: Int) -> String? {
        index + distance < words.count ? words[index + distance].text : nil
    }

    mutating func skipFillers() {
        while let word, Vocabulary.fillers.contains(word) { index += 1 }
    }

    func error(_ kind: TimeExpressionError.Kind, _ message: String, at position: Int? = nil) -> TimeExpressionError {
        let position = min(position ?? index, words.count - 1)
        return TimeExpressionError(kind, message, at: words[position].range, in: text)
    }

    func notUnderstood() -> TimeExpressionError {
        guard let word else { return error(.notUnderstood, "the time ends too early") }
        return error(.notUnderstood, "\"\(word)\" is not understood here as a time")
    }

    // MARK: - Durations

    /// Reads a length of time: compact, ISO 8601, or numbers and units as words.
    mutating func span() throws(TimeExpressionError) -> Span {
        guard let first = word else { throw notUnderstood() }
        if let span = Span(iso8601: first) {
            index += 1
            return span
        }
        var total = Span()
        var isEmpty = true
        while let word {
            if let part = Span(compact: word) {
                total.seconds += part.seconds
                total.months += part.months
                index += 1
            } else if let count = Self.count(word), let name = peek(1), let unit = Span.unit(name) {
                guard total.add(count, unit) else { throw error(.notUnderstood, "a month or year has no parts here") }
                index += 2
            } else if word == "and", !isEmpty {
                index += 1
                continue
            } else if isEmpty, words.count == index + 1, word.allSatisfy({ $0.isASCII && $0.isNumber }) {
                throw error(.unitMissing, "\"\(word)\" has no unit; say \(word)m, \(word)h or \(word)s")
            } else {
                break
            }
            isEmpty = false
        }
        guard !isEmpty else { throw notUnderstood() }
        return total
    }

    private static func count(_ word: String) -> Double? {
        if word == "a" || word == "an" || word == "one" { return 1 }
        guard word.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(word)
    }

    private func expression(for span: Span, at range: Range<Int>) throws(TimeExpressionError) -> TimeExpression {
        let date = (calendar.date(byAdding: .month, value: span.months, to: now) ?? now) + span.seconds
        let seconds = date.timeIntervalSince(now)
        let limit = Double(Trigger.longestInterval.components.seconds)
        guard seconds > 0, seconds <= limit else {
            throw TimeExpressionError(
                .outOfRange, "\"\(span.description)\" is out of range; a duration is more than 0 and at most 100 years",
                at: range, in: text)
        }
        return TimeExpression(
            trigger: .timeInterval(.milliseconds(Int64((seconds * 1000).rounded())), repeats: false), nextDate: date,
            normalized: "in \(span.description)", notes: notes)
    }
}
