// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension TimeExpression {
    /// Maximum number of words that a sentence's time may have.
    private static let longestSpell = 12

    /// Parses a sentence that starts or ends with a time: `tomorrow 9am call Ann`, `call Ann tomorrow 9am`.
    ///
    /// The time gets as many words as possible. `--` ends the time: `tomorrow -- 9am is too early`.
    ///
    /// - Returns: The time, and the rest of the sentence, which may be empty.
    /// - Throws: ``TimeExpressionError`` if the sentence has no time at either end, if a later word can only belong to
    ///   the time and is wrong (`tomorrow 25:00 call Ann`), or if the text has words that could belong to the time
    ///   (`tomorrow at 9 call Ann`, `friday meeting at 5pm`); see ``TitleWords``.
    package static func parseSentence(
        _ text: String, _ context: Context
    ) throws(TimeExpressionError) -> (expression: TimeExpression, rest: String) {
        let text = String(text.drop(while: \.isWhitespace))
        let spells = spells(of: text)
        var firm: TimeExpressionError?
        var last: TimeExpressionError?
        for spell in spells.reversed() {
            var expression: TimeExpression
            do throws(TimeExpressionError) {
                try SunWords.refuseAlone(text, before: spell)
                expression = try parse(String(text[..<spell]), context)
                expression.sentenceTime = String(text[..<spell])
                if let firm { throw firm }
            } catch {
                if error == firm { throw error }
                if error.kind == .impossible || error.kind == .past { firm = firm ?? error }
                // If no words form a time, the error that lies farthest to the right explains the mistake best.
                if error.range.upperBound > last?.range.upperBound ?? -1 { last = error }
                continue
            }
            let rest = text[spell...].drop(while: \.isWhitespace)
            guard rest.hasPrefix("--"), rest.dropFirst(2).first?.isWhitespace ?? true else {
                var said = expression
                said.textNotes = try TitleWords(rest, of: text, after: expression, context).notes()
                said.notes += said.textNotes
                return (said, String(rest))
            }
            return (expression, String(rest.dropFirst(2).drop(while: \.isWhitespace)))
        }
        if let firm { throw firm }
        guard let last else { throw .unknown("there is no time; write one such as 10m or tomorrow 9am", at: 0..<0) }
        // A first word without suggestions is no mistyped time, so the time may be at the end of the sentence.
        guard last.kind == .unknown, last.texts.isEmpty, last.range.lowerBound == 0,
            let found = try TailTime(text, context)?.read(after: last)
        else { throw last }
        return found
    }

    /// Returns the words if they can be parsed as a time, else the suggestions from the parsing error.
    static func readable(_ words: String, _ context: Context) -> [String] {
        do throws(TimeExpressionError) {
            _ = try parse(words, context)
            return [words]
        } catch {
            let bytes = Array(words.utf8)
            let before = String(decoding: bytes[..<error.range.lowerBound], as: UTF8.self)
            let behind = String(decoding: bytes[error.range.upperBound...], as: UTF8.self)
            return error.texts.compactMap { text in
                // A suggestion replaces the whole text only if it repeats the words before the error.
                let isWhole = text.hasPrefix(before.lowercased())
                return ([before + text + behind] + (isWhole ? [text] : [])).first { (try? parse($0, context)) != nil }
            }
        }
    }

    /// Returns the positions at which the first word, the first two words, and so on, end; `--` stops the search.
    private static func spells(of text: String) -> [String.Index] {
        text.split(maxSplits: longestSpell, whereSeparator: \.isWhitespace).prefix(longestSpell).prefix { $0 != "--" }
            .map(\.endIndex).filter { text.utf8.distance(from: text.startIndex, to: $0) <= longestText }
    }
}
