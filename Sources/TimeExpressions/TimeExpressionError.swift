// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error in parsing a time: a sentence, and the range of the words that are wrong.
package struct TimeExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// A word is unknown, or something is missing.
        case unknown
        /// A number lacks its unit.
        case unitMissing
        /// The text has two meanings.
        case ambiguous
        case past
        /// The time or day doesn't exist.
        case impossible
        case tooLong
    }

    package let kind: Kind
    /// A sentence without a full stop; it may change between releases.
    package let message: String
    /// Byte range of the wrong words in the parsed text; empty, at the text's end, if a word is missing.
    package let range: Range<Int>
    /// Suggestions to replace the bytes of ``range`` or, if that can't be parsed, the whole text; may be empty.
    let texts: [String]

    init(_ kind: Kind, _ message: String, at range: Range<Int>, texts: [String] = []) {
        (self.kind, self.message, self.range, self.texts) = (kind, message, range, texts)
    }

    static func unknown(_ message: String, at range: Range<Int>) -> Self { Self(.unknown, message, at: range) }

    static func impossible(_ message: String, at range: Range<Int>) -> Self { Self(.impossible, message, at: range) }

    package var description: String { message }

    /// Returns three lines: the message, the parsed text, and carets under the wrong words.
    package func rendered(in text: String) -> String {
        // Control characters would move the carets, or the terminal's cursor.
        let shown = String(text.prefix(TimeExpression.longestText).map { $0.isWhitespace || $0.isControl ? " " : $0 })
        let bytes = text.utf8
        func width(_ bytes: some Sequence<UInt8>) -> Int { String(decoding: Array(bytes), as: UTF8.self).count }
        let column = width(bytes.prefix(range.lowerBound))
        let length = max(1, width(bytes.dropFirst(range.lowerBound).prefix(range.count)))
        let carets = String(repeating: " ", count: min(column, shown.count)) + String(repeating: "^", count: length)
        return "\(message)\n  \(shown)\n  \(carets)"
    }
}

extension Character {
    /// Tells whether the character is an invisible control or format character.
    fileprivate var isControl: Bool {
        unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        }
    }
}
