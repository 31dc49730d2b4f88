// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A single complete D-Bus type, such as `s` or `a{sv}`.
package indirect enum SingleType: Hashable, Sendable, CustomStringConvertible {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, fileDescriptor
    case variant
    case array(SingleType)
    /// A structure with the types of its fields, of which there is at least one.
    case structure([SingleType])
    /// A dictionary, whose keys have a basic type.
    case dictionary(key: SingleType, value: SingleType)

    /// `a{sv}`, the type of options and of every `Codable` structure.
    package static let properties = SingleType.dictionary(key: .string, value: .variant)

    /// Tells whether the type may be a dictionary's key: every type except containers.
    package var isBasic: Bool {
        switch self {
        case .variant, .array, .structure, .dictionary: false
        default: true
        }
    }

    /// The type in D-Bus notation.
    package var description: String {
        switch self {
        case .array(let element): "a" + element.description
        case .structure(let fields): "(" + fields.map(\.description).joined() + ")"
        case .dictionary(let key, let value): "a{" + key.description + value.description + "}"
        default: String(UnicodeScalar(code))
        }
    }

    /// The type's `DBUS_TYPE_` number in libdbus, a letter of the D-Bus notation.
    ///
    /// A structure is `r`, and an array or a dictionary is `a`.
    var code: UInt8 {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .boolean: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .fileDescriptor: UInt8(ascii: "h")
        case .variant: UInt8(ascii: "v")
        case .structure: UInt8(ascii: "r")
        case .array, .dictionary: UInt8(ascii: "a")
        }
    }
}

extension SingleType {
    /// Creates a type of one letter; nil for containers other than variants, and for unknown letters.
    init?(letter: UInt8) {
        switch letter {
        case UInt8(ascii: "y"): self = .byte
        case UInt8(ascii: "b"): self = .boolean
        case UInt8(ascii: "n"): self = .int16
        case UInt8(ascii: "q"): self = .uint16
        case UInt8(ascii: "i"): self = .int32
        case UInt8(ascii: "u"): self = .uint32
        case UInt8(ascii: "x"): self = .int64
        case UInt8(ascii: "t"): self = .uint64
        case UInt8(ascii: "d"): self = .double
        case UInt8(ascii: "s"): self = .string
        case UInt8(ascii: "o"): self = .objectPath
        case UInt8(ascii: "g"): self = .signature
        case UInt8(ascii: "h"): self = .fileDescriptor
        case UInt8(ascii: "v"): self = .variant
        default: return nil
        }
    }
}
