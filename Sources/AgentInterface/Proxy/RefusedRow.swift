// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Which request of `AddAll` is the reason why none was added: the beginning of the refusal's message.
///
/// `request 3 ("rent"): title is empty`; counted from 1, and without the identifier where it has none.
package struct RefusedRow: Hashable, Sendable {
    /// Counted from 1, in the order of the call.
    package let number: Int
    /// The identifier that the caller gave; empty for none.
    package let identifier: String
    /// What is wrong with it.
    package let sentence: String

    package init(number: Int, identifier: String, sentence: String) {
        self.number = number
        self.identifier = identifier
        self.sentence = sentence
    }

    /// The whole message.
    package var message: String {
        "\(Self.beginning)\(number)\(identifier.isEmpty ? "" : " (\"\(identifier)\")"): \(sentence)"
    }

    /// Reads a message back.
    ///
    /// Nil for one that names no request. An identifier that holds the end of itself, `"): `, is cut there.
    package init?(message: String) {
        guard message.hasPrefix(Self.beginning) else { return nil }
        let rest = message.dropFirst(Self.beginning.count)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        let tail = rest.dropFirst(digits.count)
        if tail.hasPrefix(": ") {
            self.init(number: number, identifier: "", sentence: String(tail.dropFirst(2)))
            return
        }
        let named = tail.dropFirst(Self.opening.count)
        guard tail.hasPrefix(Self.opening), let end = named.firstRange(of: "\"): ") else { return nil }
        self.init(
            number: number, identifier: String(named[..<end.lowerBound]), sentence: String(named[end.upperBound...]))
    }

    private static let beginning = "request "
    private static let opening = " (\""
}
