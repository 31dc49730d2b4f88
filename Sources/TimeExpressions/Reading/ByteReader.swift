// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Reader of a text that doesn't consist of words, such as a crontab line.
struct ByteReader {
    private let bytes: [UInt8]
    /// End of the bytes to read.
    private var end: Int
    private(set) var position = 0

    /// Creates a reader; throws ``TimeExpressionError`` if the text is longer than `limit` bytes.
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

    /// Returns the byte that is `distance` bytes ahead, as an ASCII character in lower case; nil past the end.
    func peek(_ distance: Int = 0) -> Character? {
        guard position + distance < end else { return nil }
        return Character(Unicode.Scalar(Self.lowercased(bytes[position + distance])))
    }

    /// Returns the text in a range of bytes, as written.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    mutating func skip(_ count: Int = 1) { position = min(position + count, end) }

    mutating func rewind(to position: Int) { self.position = position }

    /// Ends the text before a position.
    mutating func cut(at position: Int) { end = max(0, min(end, position)) }

    mutating func skipSpace() { while position < end, Self.isSpace(bytes[position]) { position += 1 } }

    /// Removes white space at the end of the text.
    mutating func cutSpace() { while end > position, Self.isSpace(bytes[end - 1]) { end -= 1 } }

    /// Consumes these characters, in upper or lower case, if they are next.
    mutating func take(_ word: String) -> Bool {
        let wanted = word.utf8
        guard position + wanted.count <= end,
            zip(bytes[position..<position + wanted.count], wanted).allSatisfy({ Self.lowercased($0) == $1 })
        else { return false }
        position += wanted.count
        return true
    }

    /// Consumes a whole number; nil if there are no digits, or more than `digits`.
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

    /// End of the word at the current position: white space, or the text's end.
    var wordEnd: Int {
        var index = position
        while index < end, !Self.isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// Range of the last word; nil if there is no other word before it.
    var lastWord: Range<Int>? {
        var start = end
        while start > position, !Self.isSpace(bytes[start - 1]) { start -= 1 }
        return start > position && start < end ? start..<end : nil
    }

    /// Returns an error about a range of bytes, by default the next word.
    func error(
        _ kind: TimeExpressionError.Kind, _ message: String, at range: Range<Int>? = nil
    ) -> TimeExpressionError {
        let here = min(position, end)..<max(min(position, end), wordEnd)
        return TimeExpressionError(kind, message, at: range ?? here)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
