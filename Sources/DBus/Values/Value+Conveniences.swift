// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// Creates an array of strings (`as`).
    package static func strings(_ strings: some Sequence<String>) -> Value {
        .array(strings.map(Value.string), of: .string)
    }

    /// Creates a dictionary of named values (`a{sv}`).
    ///
    /// Each value is wrapped in a variant, unless the value is a variant.
    package static func properties(_ properties: [String: Value]) -> Value {
        var entries: [Value: Value] = [:]
        entries.reserveCapacity(properties.count)
        for (name, value) in properties {
            entries[.string(name)] = if case .variant = value { value } else { .variant(value) }
        }
        return .dictionary(entries, key: .string, value: .variant)
    }

    /// The innermost value of nested variants; the value itself if it isn't a variant.
    package var unwrapped: Value {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of a string, an object path or a signature, also within variants; nil for other types.
    package var string: String? {
        switch unwrapped {
        case .string(let text): text
        case .objectPath(let path): path.rawValue
        case .signature(let signature): signature.description
        default: nil
        }
    }

    /// The number of a value of any integer type, also in variants; nil for other types and for numbers beyond `Int`.
    package var int: Int? {
        switch unwrapped {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(number)
        case .uint64(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The number of a double, or of an integer that a double holds exactly, also within variants; nil for other types.
    package var double: Double? {
        switch unwrapped {
        case .double(let number): number
        case .uint64(let number): Double(exactly: number)
        default: int.flatMap { Double(exactly: $0) }
        }
    }

    /// The value of a boolean, also within variants; nil for other types.
    package var bool: Bool? { if case .boolean(let flag) = unwrapped { flag } else { nil } }

    /// The elements of an array, also of an array of bytes and within variants; nil for other types.
    package var array: [Value]? {
        switch unwrapped {
        case .array(let elements, _): elements
        case .bytes(let bytes): bytes.map(Value.byte)
        default: nil
        }
    }

    /// The elements of an array of strings, also within variants; nil for other types.
    package var strings: [String]? {
        guard case .array(let elements, .string) = unwrapped else { return nil }
        return elements.compactMap(\.string)
    }

    /// The elements of an array of bytes, also within variants; nil for other types.
    package var bytes: [UInt8]? {
        switch unwrapped {
        case .bytes(let bytes): bytes
        case .array(let elements, .byte): elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        default: nil
        }
    }

    /// The fields of a structure, also within variants; nil for other types.
    package var structure: [Value]? {
        guard case .structure(let fields) = unwrapped else { return nil }
        return fields
    }

    /// The entries of a dictionary with string keys, with values unwrapped from variants; nil for other types.
    package var properties: [String: Value]? {
        guard case .dictionary(let entries, .string, _) = unwrapped else { return nil }
        var properties: [String: Value] = [:]
        properties.reserveCapacity(entries.count)
        for (key, value) in entries {
            guard case .string(let name) = key else { continue }
            properties[name] = if case .variant(let inner) = value { inner } else { value }
        }
        return properties
    }
}
