// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// A text that is looked up in the application's translations (`loc-key`), and its arguments (`loc-args`).
package struct LocalizedText: Hashable, Sendable {
    package let key: String
    package let arguments: [String]

    /// Returns the translated text with its arguments, at most as large as the alert's text may be.
    func text(_ translation: (String) -> String?, for text: AlertText) -> String {
        Self.fill(translation(key) ?? key, with: arguments, atMost: text.limit)
    }

    /// Fills in the arguments of a format: `%@`, `%d` and the like in order, `%1$@` by number, `%%` for a percent sign.
    ///
    /// The format comes from a file and the arguments from the network, so no `printf` reads them. An argument that is
    /// missing is replaced by nothing. A result over the limit in UTF-8 bytes is cut at a character.
    package static func fill(_ format: String, with arguments: [String], atMost limit: Int) -> String {
        var (result, next, rest) = ("", 0, format[...])
        while let sign = rest.firstIndex(of: "%"), result.utf8.count <= limit {
            result += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            guard let directive = Directive(&rest) else {
                result += "%"
                continue
            }
            switch directive {
            case .sign: result += "%"
            case .argument(let number):
                let index = number.map { $0 - 1 } ?? next
                if number == nil { next += 1 }
                if arguments.indices.contains(index) { result += arguments[index] }
            }
        }
        return (result + rest).cut(toBytes: limit)
    }

    /// A directive of a format, without its first percent sign.
    private enum Directive {
        case sign
        /// An argument: the number is from 1; nil stands for the next argument.
        case argument(Int?)

        /// Reads a directive and moves `rest` to the text after the directive; nil leaves `rest` unchanged.
        init?(_ rest: inout Substring) {
            if rest.first == "%" {
                rest = rest.dropFirst()
                self = .sign
                return
            }
            var tail = rest
            var number: Int?
            let digits = tail.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty, tail.dropFirst(digits.count).first == "$" {
                // A number that no list has, such as one of 30 digits, stands for a missing argument.
                number = Int(digits) ?? 0
                tail = tail.dropFirst(digits.count + 1)
            }
            // Flags, width, precision and length of C's formats change nothing: the arguments are texts.
            tail = tail.drop { "-+ #0123456789.'".contains($0) }
            tail = tail.drop { "hlqLztj".contains($0) }
            guard let conversion = tail.first, "@dDiuUxXoOfeEgGcCsSaAF".contains(conversion) else { return nil }
            rest = tail.dropFirst()
            self = .argument(number)
        }
    }
}
