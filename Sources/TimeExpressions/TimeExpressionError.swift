// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Words about time that are refused, and the word at fault.
package struct TimeExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// Not words about time at all.
        case notUnderstood
        /// Two readings, such as `01/02`.
        case ambiguous
        /// A number without its unit.
        case unitMissing
        /// Before now.
        case past
        /// No clock or calendar shows it: `25:00`, `feb 30`.
        case impossible
        /// Over the limit on length, or an interval out of its range.
        case outOfRange
    }

    package let kind: Kind
    /// One sentence that names the word and what would be understood.
    package let message: String
    /// The offending characters, counted from the beginning of the text.
    package let range: Range<Int>
    package let text: String

    init(_ kind: Kind, _ message: String, at range: Range<Int>, in text: String) {
        self.kind = kind
        self.message = message
        self.range = range
        self.text = text
    }

    /// The sentence, the text, and a caret under the word.
    package var description: String {
        let line = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        let marks = String(repeating: "^", count: max(1, range.count))
        return "\(message)\n  \(String(line))\n  \(String(repeating: " ", count: range.lowerBound))\(marks)"
    }
}
