// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Reader of an expression's words in lower case.
///
/// Each value of the grammar, such as ``ClockTime``, reads itself: its function either consumes its words and returns a
/// value, or consumes nothing and returns nil, or throws if the words can only mean this value but are wrong.
package struct WordReader {
    /// A word and its byte range in the text.
    package struct Word {
        let text: String
        let range: Range<Int>
    }

    let words: [Word]
    private let end: Int
    private(set) var position = 0
    /// Tells whether `1h30` is a duration; in other places it could mean a time of day.
    var takesBareMinutes = false
    /// Tells whether only a duration can follow, which decides the hint for a bare number.
    var expectsLength = false
    /// Tells whether a repeating expression is read, in which `mornings` and `at 9, 12 and 18` are times of day.
    var isRepeating = false
    /// The times that the parts of a day stand for.
    private(set) var partsOfDay = PartsOfDay()
    /// The current local time, for days such as `next week`; nil for a reader without a context.
    private(set) var today: LocalTime?

    /// Splits a text at white space; a comma is a separate word.
    ///
    /// - Throws: ``TimeExpressionError`` if the text is too long or has no words.
    init(_ text: String, _ context: TimeExpression.Context? = nil) throws(TimeExpressionError) {
        guard text.utf8.count <= TimeExpression.longestText else {
            let end = text.utf8.count
            throw TimeExpressionError(
                .tooLong, "the time is \(end) bytes long; the limit is \(TimeExpression.longestText)",
                at: TimeExpression.longestText..<end)
        }
        self.init(words: Self.words(of: Self.withoutBrackets(text)), end: text.utf8.count)
        today = context?.local
        if let context { partsOfDay = context.partsOfDay }
        guard !words.isEmpty else {
            throw .unknown("there is no time; write one such as 10m or tomorrow 9am", at: 0..<end)
        }
    }

    /// Creates a reader of any number of words that were already split.
    package init(words: [Word], end: Int) {
        self.words = words
        self.end = end
    }

    /// Returns a text in which spaces replace the brackets and the weekday of an Org mode timestamp, such as
    /// `<2027-12-24 Fri 18:00>`; Org mode ignores the weekday, too.
    private static func withoutBrackets(_ text: String) -> String {
        var bytes = Array(text.utf8)
        guard let open = bytes.firstIndex(where: { $0 > 32 }), bytes[open] == UInt8(ascii: "<"),
            let close = bytes.firstIndex(of: UInt8(ascii: ">")), close > open + 10,
            LocalTime(String(decoding: bytes[(open + 1)...open + 10], as: UTF8.self)) != nil
        else { return text }
        bytes[open] = UInt8(ascii: " ")
        bytes[close] = UInt8(ascii: " ")
        let weekday = bytes[(open + 11)..<close].drop { $0 == 32 }.prefix { $0 > 64 || $0 == UInt8(ascii: ".") }
        if bytes[open + 11] == 32 { for index in weekday.indices { bytes[index] = 32 } }
        // Outside of a timestamp, its repetition +1w would be a duration.
        guard !bytes[(open + 11)..<close].contains(where: { "+-.".utf8.contains($0) }) else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func words(of text: String) -> [Word] {
        var words: [Word] = []
        func add(_ word: Substring) {
            guard !word.isEmpty else { return }
            let lower = text.utf8.distance(from: text.startIndex, to: word.startIndex)
            words.append(Word(text: word.lowercased(), range: lower..<lower + word.utf8.count))
        }
        for part in text.split(whereSeparator: \.isWhitespace) {
            var rest = part
            while let comma = rest.firstIndex(of: ",") {
                add(rest[..<comma])
                add(rest[comma...comma])
                rest = rest[rest.index(after: comma)...]
            }
            add(rest)
        }
        return words
    }

    var isAtEnd: Bool { position == words.count }

    /// The next word; an empty text at the end.
    var next: String { self[0] }

    /// The word that is `distance` words ahead, or behind if `distance` is negative; an empty text past the end.
    subscript(distance: Int) -> String { position + distance < words.count ? words[position + distance].text : "" }

    func contains(_ word: String) -> Bool { words.contains { $0.text == word } }

    mutating func skip(_ count: Int = 1) { position = min(position + count, words.count) }

    mutating func rewind(to position: Int) { self.position = position }

    /// Consumes the next word if it is one of these words.
    mutating func take(_ words: String...) -> Bool {
        guard !isAtEnd, words.contains(next) else { return false }
        position += 1
        return true
    }

    /// Tells whether the previous word is `every` or `each`.
    var isAfterEvery: Bool { position > 0 && ["every", "each"].contains(self[-1]) }

    /// Tells whether a clause such as `until` is next.
    var isAtClause: Bool { RepeatedClauses.openers.contains(next) || ["times", "time"].contains(self[1]) }

    /// Returns an error about the next words.
    func error(_ kind: TimeExpressionError.Kind, _ message: String, words count: Int = 1) -> TimeExpressionError {
        error(kind, message, from: position, count: count)
    }

    /// Returns an error about words that were already read.
    func error(
        _ kind: TimeExpressionError.Kind, _ message: String, from first: Int, count: Int? = nil
    ) -> TimeExpressionError {
        TimeExpressionError(kind, message, at: range(from: first, count: count))
    }

    /// Returns the byte range of words that were already read; an empty range at the end of the text if there are none.
    func range(from first: Int, count: Int? = nil) -> Range<Int> {
        let last = min(count.map { first + $0 } ?? position, words.count)
        return first < last ? words[first].range.lowerBound..<words[last - 1].range.upperBound : end..<end
    }

    /// Returns the error for a word that can't be parsed, with a hint about the mistake.
    func errorAboutNextWord() -> TimeExpressionError {
        let word = next
        if isAtEnd {
            return error(.unknown, "something is missing at the end; write a time such as 10m or tomorrow 9am")
        }
        if let error = SpokenTime.error(at: self) { return error }
        if word == ",", let number = BareNumber(self[1]), number.isClock {
            let hint = number.hint(isLength: expectsLength, isAlone: false)
            return error(.unitMissing, "\"\(self[1])\" has no unit; \(hint)", from: position + 1, count: 1)
        }
        if let number = BareNumber(word) {
            let hint = number.hint(isLength: expectsLength, isAlone: position == 0 && words.count == 1)
            return error(.unitMissing, "\"\(word)\" has no unit; \(hint)")
        }
        if word == "-" {
            return error(.unknown, "\"-\" is not understood here; durations can only be added, as in 4pm + 3 days")
        }
        if word.utf8.allSatisfy({ (48...57).contains($0) || [45, 46, 47].contains($0) }),
            let mistake = WrittenNumbers(word)?.mistake
        {
            return error(mistake.isAmbiguous ? .ambiguous : .unknown, mistake.sentence)
        }
        return error(.unknown, "\"\(word)\" is not a time that is understood here")
    }
}
