// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TimeExpressions

/// The texts that a message tells a person to write.
enum Hints {
    /// The texts after `write`, `write e.g.` and `write "…" as`.
    static func texts(in message: String) -> [String] {
        guard let start = message.range(of: "write ") else { return [] }
        var hint = String(message[start.upperBound...])
        if let quoted = hint.range(of: "\" as ") { hint = String(hint[quoted.upperBound...]) }
        for opening in ["e.g. ", "such as ", "as in "] {
            if let range = hint.range(of: opening), !hint[..<range.lowerBound].contains(" or ") {
                hint = String(hint[range.upperBound...])
            }
        }
        for end in [", or -- ", "; ", ": ", " where ", " of the next", " for ", " all of the time"] {
            if let range = hint.range(of: end) { hint = String(hint[..<range.lowerBound]) }
        }
        return hint.replacingOccurrences(of: ", or such as ", with: ", ").replacingOccurrences(of: "such as ", with: "")
            .components(separatedBy: " or ").flatMap { $0.components(separatedBy: ", ") }.filter {
                !$0.isEmpty && $0 != "all"
            }
    }

    /// Whether a hint can be read, alone, or instead of the wrong words.
    static func isRead(
        _ hint: String, insteadOf range: Range<Int>, in text: String, _ context: TimeExpression.Context
    ) -> Bool {
        let bytes = Array(text.utf8)
        let replaced = String(
            decoding: bytes[..<range.lowerBound] + Array(hint.utf8) + bytes[range.upperBound...], as: UTF8.self)
        return [hint, replaced].contains { (try? TimeExpression.parse($0, context)) != nil }
            || [hint, replaced].contains { (try? TimeExpression.parseSentence($0, context)) != nil }
    }
}
