// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The name of an object on the bus, such as `/org/belfry/Agent`.
package struct ObjectPath: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let rawValue: String

    /// A path that somebody else wrote; nil when it is not one.
    ///
    /// A path begins with `/`; its parts are ASCII letters, digits and `_`, none of them empty.
    package init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// A path that is known to be right; a wrong one is a programming error.
    package init(stringLiteral value: String) {
        precondition(Self.isValid(value), "\"\(value)\" is not an object path.")
        rawValue = value
    }

    /// A path that libdbus has checked.
    init(trusted rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    /// Whether this is `ancestor` or below it; everything is below `/`.
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
