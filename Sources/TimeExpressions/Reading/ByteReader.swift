// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A text without words, such as a cron line, and how far it has been read.
struct ByteReader {
    private let bytes: [UInt8]
    /// The bytes before this one are read; none at or behind it.
    private var end: Int
    private(set) var position = 0

    /// - Throws: ``TimeExpressionError`` if the text is longer than `limit` bytes.
    init(_ text: String, limit: Int) throws(TimeExpressionError) {
        let count = text.utf8.count
        guard count <= limit else {
            throw TimeExpressionError(
                .tooLong, "the time is \(count) bytes long; the limit is \(limit)", at: limit..<count)
        }
        bytes = Array(text.utf8)
        end = count
    }

    var isAtEnd: Bool { position >= end }

    /// The byte that is `distance` ahead as an ASCII character in lower case; nil past the end.
    func peek(_ distance: Int = 0) -> Character? {
        guard position + distance < end else { return nil }
        return Character(Unicode.Scalar(Self.lowercased(bytes[position + distance])))
    }

    /// The text of some bytes as it was written.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    mutating func skip(_ count: Int = 1) { position = min(position + count, end) }

    mutating func rewind(to position: Int) { self.position = position }

    /// Leaves everything from a position on to somebody else.
    mutating func cut(at position: Int) { end = max(0, min(end, position)) }

    mutating func skipSpace() {
        while position < end, Self.isSpace(bytes[position]) { position += 1 }
    }

    /// Leaves white space at the end out.
    mutating func cutSpace() {
        while end > position, Self.isSpace(bytes[end - 1]) { end -= 1 }
    }

    /// Takes these characters, in any case, if they are next.
    mutating func take(_ word: String) -> Bool {
        let wanted = word.utf8
        guard position + wanted.count <= end,
            zip(bytes[position..<position + wanted.count], wanted).allSatisfy({ Self.lowercased($0) == $1 })
        else { return false }
        position += wanted.count
        return true
    }

    /// Takes a whole number; nil if there are no digits, or more than so many.
    mutating func number(digits: Int = 9) -> Int? {
        var value = 0
        var index = position
        while index < end, (48...57).contains(bytes[index]) {
            value = value * 10 + Int(bytes[index] - 48)
            index += 1
            if index - position > digits { return nil }
        }
        guard index > position else { return nil }
        position = index
        return value
    }

    /// Where the word that begins here ends: at white space, or the text's end.
    var wordEnd: Int {
        var index = position
        while index < end, !Self.isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// Where the last word begins, if there is another before it.
    var lastWord: Range<Int>? {
        var start = end
        while start > position, !Self.isSpace(bytes[start - 1]) { start -= 1 }
        return start > position && start < end ? start..<end : nil
    }

    /// An error about some bytes; about the end if there are none.
    func error(
        _ kind: TimeExpressionError.Kind, _ message: String, at range: Range<Int>? = nil
    ) -> TimeExpressionError {
        let here = min(position, end)..<max(min(position, end), wordEnd)
        return TimeExpressionError(kind, message, at: range ?? here)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
