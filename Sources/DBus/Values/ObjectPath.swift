// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The path of an object on the bus, such as `/org/belfry/Agent`.
package struct ObjectPath: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let rawValue: String

    /// Creates a path from untrusted text; nil if the text is not a path.
    ///
    /// A path begins with `/`. Its elements are not empty and consist of ASCII letters, digits and `_`.
    package init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a path from a literal; an invalid literal is a programming error and traps.
    package init(stringLiteral value: String) {
        precondition(Self.isValid(value), "\"\(value)\" is not an object path.")
        rawValue = value
    }

    /// Creates a path from text that libdbus has validated.
    init(trusted rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    /// Returns whether this path is `ancestor` or below it; every path is below `/`.
    package func isAt(orBelow ancestor: ObjectPath) -> Bool {
        ancestor.rawValue == "/" || self == ancestor || rawValue.hasPrefix(ancestor.rawValue + "/")
    }

    private static func isValid(_ text: String) -> Bool {
        if text == "/" { return true }
        var previous: UInt8?
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                if previous == UInt8(ascii: "/") { return false }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                if previous == nil { return false }
            default:
                return false
            }
            previous = byte
        }
        return previous != nil && previous != UInt8(ascii: "/")
    }
}
