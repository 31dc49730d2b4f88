// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

/// A row of the reply to `AddAll`.
package enum AddedRow {
    /// Returns the error of a refused request; nil if the request was accepted.
    ///
    /// The error is a ``NotificationModel/Refusal`` if the D-Bus interface defines its name, else a ``DBus/BusError``.
    package static func error(of row: [String: Value]) -> (any Error)? {
        guard let name = row["error"]?.string else { return nil }
        let error = BusError(name: name, message: row["message"]?.string ?? "")
        return Refusal(error) ?? error
    }
}

/// The message of an `AddAll` that refuses all requests because of one of them.
///
/// An example is `request 3 ("rent"): title is empty`. Without an identifier, the parentheses are left out.
package struct RefusedRow: Hashable, Sendable {
    /// Position of the request in the call, counted from 1.
    package let number: Int
    /// Identifier given by the caller; empty if the caller gave none.
    package let identifier: String
    /// Error message for the request.
    package let sentence: String

    package init(number: Int, identifier: String, sentence: String) {
        self.number = number
        self.identifier = identifier
        self.sentence = sentence
    }

    /// The message in full, with the request's number, identifier and error message.
    package var message: String {
        "\(Self.beginning)\(number)\(identifier.isEmpty ? "" : " (\"\(identifier)\")"): \(sentence)"
    }

    /// Parses a message; nil if the message names no request.
    ///
    /// An identifier that contains `"): ` is truncated before these characters.
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
