// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension NSString {
    /// Returns the text of a key in the main bundle's `Localizable.strings`, with the arguments filled in.
    ///
    /// If the file has no such text, the method returns the key. Unlike Apple's method, it looks the text up at the
    /// call, not when the notification is presented.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let format = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
        guard let arguments, !arguments.isEmpty else { return format }
        return FormatString(format).text(arguments)
    }
}

/// A format such as `%2$@ has %1$d messages`, for arguments of any type.
///
/// `String(format:)` reads invalid memory if a translator's format doesn't fit the arguments.
struct FormatString {
    private let format: String

    init(_ format: String) { self.format = format }

    /// Returns the format with its arguments filled in; a placeholder without an argument is kept.
    func text(_ arguments: [Any]) -> String {
        // Groups: position, flags with width and precision, (length), conversion.
        let pattern = /%(?:(\d+)\$)?([-+ 0#']*\d*(?:\.\d+)?)(?:hh|h|ll|l|q|z|t|j|L)?([@dDiuUxXoOfFeEgGaAcCsSp%])/
        var next = 0
        return format.replacing(pattern) { match in
            let conversion = match.output.3
            if conversion == "%" { return "%" }
            var index = next
            if let position = match.output.1.flatMap({ Int($0) }) { index = position - 1 } else { next += 1 }
            guard arguments.indices.contains(index) else { return String(match.output.0) }
            return Self.text(arguments[index], String(match.output.2), String(conversion))
        }
    }

    private static func text(_ argument: Any, _ modifiers: String, _ conversion: String) -> String {
        // Modifiers of 8 or more bytes are a mistake in the format, such as a width that would fill the memory.
        guard let number = argument as? NSNumber, modifiers.utf8.count < 8 else { return "\(argument)" }
        switch conversion {
        case "d", "D", "i": return String(format: "%\(modifiers)lld", number.int64Value)
        case "u", "U": return String(format: "%\(modifiers)llu", number.uint64Value)
        case "x", "X", "o": return String(format: "%\(modifiers)ll\(conversion)", number.uint64Value)
        case "f", "F", "e", "E", "g", "G", "a", "A":
            return String(format: "%\(modifiers)\(conversion)", number.doubleValue)
        default: return "\(argument)"
        }
    }
}
