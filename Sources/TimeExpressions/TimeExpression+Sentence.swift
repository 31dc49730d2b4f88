// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

extension TimeExpression {
    /// The most words at the start of a sentence that are tried as a time.
    private static let longestSpell = 12

    /// Reads a sentence that starts with a time: `tomorrow 9am call Ann`.
    ///
    /// As many words as make a time are taken. `--` ends them where it stands: `tomorrow -- 9am is too early`.
    ///
    /// - Returns: The time, and what follows it, which may be empty.
    /// - Throws: ``TimeExpressionError`` if no first words make a time, or if a word after them can only be meant
    ///   for it and is wrong: `tomorrow 25:00 call Ann`; or could be, as a bare number: `tomorrow at 9 call Ann`.
    package static func parseSentence(
        _ text: String, _ context: Context
    ) throws(TimeExpressionError) -> (expression: TimeExpression, rest: String) {
        let text = String(text.drop(while: \.isWhitespace))
        let spells = spells(of: text)
        var firm: TimeExpressionError?
        var last: TimeExpressionError?
        for spell in spells.reversed() {
            let expression: TimeExpression
            do throws(TimeExpressionError) {
                expression = try parse(String(text[..<spell]), context)
                if let firm { throw firm }
            } catch {
                if error == firm { throw error }
                if error.kind == .impossible || error.kind == .past { firm = firm ?? error }
                last = error
                continue
            }
            let rest = text[spell...].drop(while: \.isWhitespace)
            guard rest.hasPrefix("--"), rest.dropFirst(2).first?.isWhitespace ?? true else {
                try expression.checkEnd(before: rest, in: text)
                return (expression, String(rest))
            }
            return (expression, String(rest.dropFirst(2).drop(while: \.isWhitespace)))
        }
        if let firm { throw firm }
        throw last
            ?? TimeExpressionError(.unknown, "there is no time; write one such as 10m or tomorrow 9am", at: 0..<0)
    }

    /// Refuses a text that begins with a bare number, which the person may have meant for the time.
    private func checkEnd(before rest: Substring, in text: String) throws(TimeExpressionError) {
        let words = rest.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        let isAnnounced = words.first.map { ["at", "in", "on", "@"].contains($0.lowercased()) } ?? false
        guard let word = isAnnounced ? words.dropFirst().first : words.first, (1...4).contains(word.utf8.count),
            word.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(word)
        else { return }
        var hint = "\(word)s, \(word)m or \(word)h"
        let isLength = if case .timeInterval = trigger as Trigger { true } else { false }
        if !isLength {
            // A time of day was given, or this is none.
            guard notes.contains("No time was given: 09:00.") else { return }
            let isLong = word.utf8.count > 2
            guard isLong ? number / 100 < 24 && number % 100 < 60 : number < 24 else { return }
            let clock = isLong ? "\(word.dropLast(2)):\(word.suffix(2))" : "\(word):00"
            hint = (1...12).contains(number) ? "\(word)am or \(clock)" : clock
        }
        let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
        throw TimeExpressionError(
            .unitMissing, "\"\(word)\" has no unit; write \(hint), or -- where the text begins",
            at: start..<start + word.utf8.count)
    }

    /// Where the first word ends, the first two, and so on; no further than `--`.
    private static func spells(of text: String) -> [String.Index] {
        var ends: [String.Index] = []
        var index = text.startIndex
        while index < text.endIndex, ends.count < longestSpell {
            let start = index
            while index < text.endIndex, !text[index].isWhitespace { index = text.index(after: index) }
            if text[start..<index] == "--" { break }
            if text.utf8.distance(from: text.startIndex, to: index) > longestText { break }
            ends.append(index)
            while index < text.endIndex, text[index].isWhitespace { index = text.index(after: index) }
        }
        return ends
    }
}
