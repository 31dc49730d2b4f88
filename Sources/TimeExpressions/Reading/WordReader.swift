// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The words of an expression, in lower case, and how far they have been read.
///
/// Parts of the grammar are in the extensions: each either takes its words and gives a value, or takes
/// nothing and gives nil, or throws when the words can only be meant for it but are wrong.
package struct WordReader {
    /// A word, and where it is in the text.
    package struct Word {
        let text: String
        let range: Range<Int>
    }

    let words: [Word]
    private let end: Int
    private(set) var position = 0
    /// Whether `1h30` is a length of time; elsewhere some would read a time of day.
    var takesBareMinutes = false
    /// Whether only a length of time can come, for what is said of a bare number.
    var expectsLength = false
    /// The clock now, for hints that name a day; nil where nobody reads them.
    var today: LocalTime?

    /// Cuts a text at white space; a comma is a word of its own.
    ///
    /// - Throws: ``TimeExpressionError`` if the text is too long or has no words.
    init(_ text: String, today: LocalTime? = nil) throws(TimeExpressionError) {
        guard text.utf8.count <= TimeExpression.longestText else {
            let end = text.utf8.count
            throw TimeExpressionError(
                .tooLong, "the time is \(end) bytes long; the limit is \(TimeExpression.longestText)",
                at: TimeExpression.longestText..<end)
        }
        self.init(words: Self.words(of: text), end: text.utf8.count)
        self.today = today
        guard !words.isEmpty else {
            throw TimeExpressionError(.unknown, "there is no time; write one such as 10m or tomorrow 9am", at: 0..<end)
        }
    }

    /// Reads words that were cut elsewhere, as many as they are.
    package init(words: [Word], end: Int) {
        self.words = words
        self.end = end
    }

    /// The words of a text, of any length.
    static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var start: String.Index?
        func close(_ index: String.Index) {
            guard let first = start else { return }
            let lower = text.utf8.distance(from: text.startIndex, to: first)
            words.append(
                Word(
                    text: text[first..<index].lowercased(),
                    range: lower..<lower + text[first..<index].utf8.count))
            start = nil
        }
        for index in text.indices {
            let character = text[index]
            if character.isWhitespace {
                close(index)
            } else if character == "," {
                close(index)
                start = index
                close(text.index(after: index))
            } else if start == nil {
                start = index
            }
        }
        close(text.endIndex)
        return words
    }

    var isAtEnd: Bool { position == words.count }

    /// The word that is `distance` ahead; empty past the end.
    func peek(_ distance: Int = 0) -> String {
        position + distance < words.count ? words[position + distance].text : ""
    }

    func contains(_ word: String) -> Bool { words.contains { $0.text == word } }

    mutating func skip(_ count: Int = 1) { position = min(position + count, words.count) }

    /// Goes back to a position that was read before.
    mutating func rewind(to position: Int) { self.position = position }

    /// Takes the next word if it is one of these.
    mutating func take(_ words: String...) -> Bool {
        guard !isAtEnd, words.contains(peek()) else { return false }
        position += 1
        return true
    }

    /// An error about the next word, or about some words from here.
    func error(_ kind: TimeExpressionError.Kind, _ message: String, words count: Int = 1) -> TimeExpressionError {
        error(kind, message, from: position, count: count)
    }

    /// An error about words that were read already.
    func error(
        _ kind: TimeExpressionError.Kind, _ message: String, from first: Int, count: Int? = nil
    ) -> TimeExpressionError {
        let last = min(count.map { first + $0 } ?? position, words.count)
        guard first < last else { return TimeExpressionError(kind, message, at: end..<end) }
        return TimeExpressionError(kind, message, at: words[first].range.lowerBound..<words[last - 1].range.upperBound)
    }

    /// The error for a word that nothing understands, which says what may be wrong with it.
    func errorAboutNextWord() -> TimeExpressionError {
        let word = peek()
        if isAtEnd {
            return error(.unknown, "something is missing at the end; write a time such as 10m or tomorrow 9am")
        }
        if let error = errorAboutSpokenTime() { return error }
        if word == ",", let number = BareNumber(peek(1)), number.isClock {
            let hint = number.hint(isLength: expectsLength, isAlone: false)
            return error(.unitMissing, "\"\(peek(1))\" has no unit; \(hint)", from: position + 1, count: 1)
        }
        if let number = BareNumber(word) {
            let hint = number.hint(isLength: expectsLength, isAlone: position == 0 && words.count == 1)
            return error(.unitMissing, "\"\(word)\" has no unit; \(hint)")
        }
        if word == "-" {
            return error(.unknown, "\"-\" is not understood here; a time is only added to, as in 4pm + 3 days")
        }
        if word.utf8.allSatisfy({ (48...57).contains($0) || [45, 46, 47].contains($0) }),
            let mistake = WrittenNumbers(word)?.mistake
        {
            return error(mistake.isAmbiguous ? .ambiguous : .unknown, mistake.sentence)
        }
        return error(.unknown, "\"\(word)\" is not a time that is understood here")
    }
}
