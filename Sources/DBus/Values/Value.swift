// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Any value that a D-Bus message can carry.
///
/// Values are checked when a message is sent. Sending a message fails if it contains an invalid value: an array of
/// mixed types, an empty structure, or a string with a NUL.
package enum Value: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(ObjectPath)
    case signature(Signature)
    case fileDescriptor(FileDescriptorHandle)
    /// An array, whose elements have one type. A received array of bytes is always ``bytes(_:)``.
    case array([Value], of: SingleType)
    /// An array of bytes (`ay`).
    ///
    /// On the bus it is the same as an ``array(_:of:)`` of ``byte(_:)``, but the two values are not equal in Swift.
    case bytes([UInt8])
    /// A structure, which has at least one field.
    case structure([Value])
    /// A dictionary with keys of one basic type and values of one type. If several received entries have the same key,
    /// the last one counts.
    case dictionary([Value: Value], key: SingleType, value: SingleType)
    indirect case variant(Value)

    /// The D-Bus type of this value.
    package var type: SingleType {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .fileDescriptor: .fileDescriptor
        case .array(_, let element): .array(element)
        case .bytes: .array(.byte)
        case .structure(let fields): .structure(fields.map(\.type))
        case .dictionary(_, let key, let value): .dictionary(key: key, value: value)
        case .variant: .variant
        }
    }

    /// Tells whether this is a value of a type, without making the value's own type.
    func has(_ type: SingleType) -> Bool {
        switch (self, type) {
        case (.bytes, .array(let element)): element == .byte
        case (.array(_, let element), .array(let wanted)): element == wanted
        case (.structure(let fields), .structure(let types)):
            fields.count == types.count && zip(fields, types).allSatisfy { $0.has($1) }
        case (.dictionary(_, let key, let value), .dictionary(let wantedKey, let wantedValue)):
            key == wantedKey && value == wantedValue
        case (.bytes, _), (.array, _), (.structure, _), (.dictionary, _): false
        default: self.type == type
        }
    }

    /// Tells whether the value's signature has four letters at most, and so is within all limits of D-Bus.
    var hasShortSignature: Bool {
        switch self {
        case .array(_, let element): element.isBasic || element == .variant
        case .dictionary(_, let key, let value): key.isBasic && (value.isBasic || value == .variant)
        case .structure: false
        default: true
        }
    }
}
