// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Search for a time at the end of a sentence: `buy milk tomorrow 9am`.
///
/// The longest ending that can be parsed as a time is the sentence's time. Durations need `in`, because `plank 2
/// minutes` has a duration in its text. The sentence is refused with both interpretations if words of the text could have
/// been meant for the time.
struct TailTime {
    private let text: String
    private let words: [Substring]
    private let context: TimeExpression.Context

    /// Maximum number of words that a sentence's time may have.
    private static let longestTail = 12
    /// Words that are often misspelled and would then become part of the text.
    private static let names = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "tomorrow", "tonight", "morning",
        "afternoon", "evening", "midnight", "weekday", "weekend", "january", "february", "august", "september",
        "october", "november", "december",
    ]
    /// Words that belong to the time behind them, and change its meaning.
    private static let openers: Set = [
        "at", "on", "by", "in", "for", "from", "until", "till", "before", "after", "since", "every", "each", "next",
        "last", "this", "except", "starting", "between", "and", "or", "to", "past", "@",
    ]

    /// Creates a search; nil for a text that is one word, or in which `--` ends the time.
    init?(_ text: String, _ context: TimeExpression.Context) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, !words.contains("--") else { return nil }
        (self.text, self.words, self.context) = (text, words, context)
    }

    /// Returns the time at the end of the sentence and the text before it; nil if no ending is a time.
    ///
    /// - Throws: ``TimeExpressionError`` if the time is wrong, or words of the text could belong to it. `opening` is the
    ///   error about the first word.
    func read(
        after opening: TimeExpressionError
    ) throws(TimeExpressionError) -> (expression: TimeExpression, rest: String)? {
        for first in max(1, words.count - Self.longestTail)..<words.count {
            let offset = text.utf8.distance(from: text.startIndex, to: words[first].startIndex)
            let tail = String(text[words[first].startIndex...])
            guard tail.utf8.count <= TimeExpression.longestText else { continue }
            let expression: TimeExpression
            do throws(TimeExpressionError) {
                expression = try TimeExpression.parse(tail, context)
            } catch {
                guard [.impossible, .past, .ambiguous].contains(error.kind) else { continue }
                throw TimeExpressionError(
                    error.kind, error.message, at: error.range.lowerBound + offset..<error.range.upperBound + offset,
                    texts: error.texts)
            }
            if let doubt = doubt(about: expression, from: first) { throw doubt.error(opening, in: self, first) }
            let title = title(before: first)
            let turned = "\(tail) -- \(title)"
            let border = turned.utf8.index(turned.endIndex, offsetBy: -title.utf8.count)
            let findings = TitleWords(turned[border...], of: turned, after: expression, context, isBefore: true)
            var said = expression
            said.sentenceTime = tail
            do throws(TimeExpressionError) {
                said.textNotes = try findings.notes()
            } catch {
                throw Doubt.order.error(opening, in: self, first)
            }
            said.notes += said.textNotes
            return (said, title)
        }
        return nil
    }

    /// Returns the text before the word with this index.
    private func title(before first: Int) -> String {
        var title = text[..<words[first].startIndex]
        while let last = title.last, last.isWhitespace || last == "," { title.removeLast() }
        return String(title)
    }

    // MARK: - Doubt

    /// Reason why the words before the time may belong to it.
    private enum Doubt {
        /// The time must be written before the text, because words of the text may belong to the time.
        case order
        /// The word with this index may be a misspelling of the given word of time.
        case spelling(Int, String)

        func error(_ opening: TimeExpressionError, in tail: TailTime, _ first: Int) -> TimeExpressionError {
            var before = tail.title(before: first).split(whereSeparator: \.isWhitespace)
            if before.count > 1, before.last.map({ TailTime.openers.contains($0.lowercased()) }) == true {
                before.removeLast()
            }
            let turned = tail.text[tail.words[first].startIndex...] + " -- " + before.joined(separator: " ")
            switch self {
            case .order:
                return TimeExpressionError(
                    .unknown, "\(opening.message); if the word belongs to the text, write \(turned)", at: opening.range,
                    texts: [turned])
            case .spelling(let index, let name):
                let word = tail.words[index]
                let lower = tail.text.utf8.distance(from: tail.text.startIndex, to: word.startIndex)
                return TimeExpressionError(
                    .ambiguous, "\"\(word)\" may mean \(name); if the word belongs to the text, write \(turned)",
                    at: lower..<lower + word.utf8.count, texts: [turned])
            }
        }
    }

    private func doubt(about expression: TimeExpression, from first: Int) -> Doubt? {
        let last = words[first - 1].lowercased()
        if Self.openers.contains(last) { return .order }
        // In "meeting 5 tomorrow" the number is a time of day.
        let number = last.filter { $0 != "," }
        if number.isDigits, (1...4).contains(number.utf8.count) { return .order }
        let isLength =
            !expression.trigger.repeats && expression.normalized.hasPrefix("in ")
            || Span.isLength(words[first].lowercased(), words[first...].dropFirst().first?.lowercased() ?? "")
        let isOfSun = if case .sun = expression.trigger { true } else { false }
        if isLength, !isOfSun, !["in", "after"].contains(words[first].lowercased()), !hasFromNow { return .order }
        for index in max(0, first - Self.longestTail)..<first {
            let word = words[index].lowercased()
            if let name = Self.names.first(where: { Self.isMisspelled(word, $0) }) { return .spelling(index, name) }
        }
        if let name = ["next", "every", "each", "this"].first(where: { Self.lacksLetter(last, $0) }) {
            return .spelling(first - 1, name)
        }
        return nil
    }

    private var hasFromNow: Bool { words.suffix(2).map { $0.lowercased() } == ["from", "now"] }

    /// Returns whether a word differs from a name by one letter, two neighbouring letters in wrong order or, for a name
    /// of eight or more letters, two letters.
    static func isMisspelled(_ word: String, _ name: String) -> Bool {
        let letters = Array(word.utf8.filter { $0 != 44 && $0 != 46 })
        let wanted = Array(name.utf8)
        guard letters.count > 4, abs(letters.count - wanted.count) < 3 else { return false }
        let distance = distance(letters, wanted)
        return distance == 1 && word.hasPrefix(name) == false || distance == 2 && wanted.count > 7
    }

    /// Returns whether a word is a short name without one of its letters, or with two letters in wrong order.
    private static func lacksLetter(_ word: String, _ name: String) -> Bool {
        let (letters, wanted) = (Array(word.utf8), Array(name.utf8))
        guard letters.count > 2, letters.count <= wanted.count, letters != wanted else { return false }
        return distance(letters, wanted) == 1 && (letters.count < wanted.count || letters.sorted() == wanted.sorted())
    }

    /// Returns the number of letters to insert, remove, replace or swap with their neighbours.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var rows = [Array(0...other.count)]
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, wanted) in other.enumerated() {
                var least = min(next[column], rows[row][column + 1]) + 1
                least = min(least, rows[row][column] + (letter == wanted ? 0 : 1))
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
                    least = min(least, rows[row - 1][column - 1] + 1)
                }
                next.append(least)
            }
            rows.append(next)
        }
        return rows[one.count][other.count]
    }
}
