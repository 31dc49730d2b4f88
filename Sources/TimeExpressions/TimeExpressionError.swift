// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a time: one sentence, and the words that it is about.
package struct TimeExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of mistake it is.
    package enum Kind: Hashable, Sendable {
        /// A word that means nothing here, or something is missing.
        case unknown
        /// A number without its unit.
        case unitMissing
        /// It could mean two things.
        case ambiguous
        /// It is over.
        case past
        /// There is no such time or day.
        case impossible
        /// The text is too long.
        case tooLong
    }

    package let kind: Kind
    /// One sentence without a full stop; may change between releases.
    package let message: String
    /// The bytes of the text that it is about; empty at the text's end for something missing.
    package let range: Range<Int>
    /// What to write in the place of these bytes or, where that is not read, alone; empty where nobody knows.
    var texts: [String] = []

    init(_ kind: Kind, _ message: String, at range: Range<Int>) {
        self.kind = kind
        self.message = message
        self.range = range
    }

    package var description: String { message }

    /// Three lines for people: the sentence, the text, and carets under the words.
    package func rendered(in text: String) -> String {
        // A control character would move the carets, or the terminal's cursor.
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
    /// Whether it is one of the invisible control characters.
    fileprivate var isControl: Bool {
        unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        }
    }
}
