// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Triggers

/// A moment, or a day with its time of day, in one or two words.
enum WrittenInstant {
    /// Parses a moment with its offset, `2026-12-24T09:00:00+01:00` or `2026-12-24 09:00Z`, or `@1795262400`.
    ///
    /// - Throws: ``TimeExpressionError`` for an invalid number of seconds or a day that doesn't exist.
    static func read(_ reader: inout WordReader) throws(TimeExpressionError) -> Date? {
        let word = reader.next
        if word.hasPrefix("@"), word.utf8.count > 1 {
            let digits = word.dropFirst()
            guard digits.utf8.count <= 12, let seconds = Double(digits),
                digits.utf8.allSatisfy({ (46...57).contains($0) }), seconds < 253_402_300_800
            else { throw reader.error(.impossible, "\"\(word)\" is not a time; @ takes the seconds since 1970") }
            reader.skip()
            return Date(timeIntervalSince1970: seconds.rounded(.down))
        }
        guard word.count > 9, word.utf8.dropFirst(4).first == UInt8(ascii: "-") else { return nil }
        for count in 1...2 where count == 1 || word.utf8.count == 10 {
            let text = Self.withColonInOffset(count == 1 ? word : "\(word) \(reader[1])")
            if let date = Date(rfc3339: text.uppercased()) {
                reader.skip(count)
                return date
            }
        }
        return nil
    }

    /// Returns a moment's text with the colon that RFC 3339 requires in the offset and `date +%z` omits: `+0100`.
    static func withColonInOffset(_ text: String) -> String {
        let tail = text.suffix(5)
        guard let sign = tail.first, "+-".contains(sign), tail.utf8.count == 5,
            tail.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }), text.contains(":")
        else { return text }
        return "\(text.dropLast(2)):\(text.suffix(2))"
    }

    /// Parses a day and a time of day in one word: `2026-12-24T09:00`.
    ///
    /// - Throws: ``TimeExpressionError`` for a day or time that doesn't exist.
    static func readLocal(_ reader: inout WordReader) throws(TimeExpressionError) -> LocalTime? {
        let word = reader.next
        guard word.utf8.count > 11, word.utf8.dropFirst(4).first == UInt8(ascii: "-"),
            word.utf8.dropFirst(10).first == UInt8(ascii: "t")
        else { return nil }
        guard let local = LocalTime(word) else {
            throw reader.error(.impossible, "\"\(word)\" is not a day and time that exist; write e.g. 2099-12-24T09:00")
        }
        reader.skip()
        return local
    }
}
