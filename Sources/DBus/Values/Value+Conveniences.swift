// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// An array of strings (`as`).
    package static func strings(_ strings: some Sequence<String>) -> Value {
        .array(strings.map(Value.string), of: .string)
    }

    /// A dictionary of named values (`a{sv}`).
    ///
    /// Each value is put into a variant, unless it is one.
    package static func properties(_ properties: [String: Value]) -> Value {
        var entries: [Value: Value] = [:]
        entries.reserveCapacity(properties.count)
        for (name, value) in properties {
            if case .variant = value {
                entries[.string(name)] = value
            } else {
                entries[.string(name)] = .variant(value)
            }
        }
        return .dictionary(entries, key: .string, value: .variant)
    }

    /// What is inside, for a variant of any depth; else the value itself.
    package var unwrapped: Value {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of a string, an object path or a signature.
    ///
    /// Variants are looked through; nil for anything else.
    package var string: String? {
        switch self {
        case .string(let text): text
        case .objectPath(let path): path.rawValue
        case .signature(let signature): signature.description
        case .variant(let value): value.string
        default: nil
        }
    }

    /// The number of any integer type.
    ///
    /// Variants are looked through; nil for anything else, and beyond `Int`.
    package var int: Int? {
        switch self {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(number)
        case .uint64(let number): Int(exactly: number)
        case .variant(let value): value.int
        default: nil
        }
    }

    /// The number of a double, or of an integer that a double can hold exactly.
    ///
    /// Variants are looked through; nil for anything else.
    package var double: Double? {
        switch self {
        case .double(let number): number
        case .uint64(let number): Double(exactly: number)
        case .variant(let value): value.double
        default: int.flatMap { Double(exactly: $0) }
        }
    }

    /// A boolean, in variants or not; nil for anything else.
    package var bool: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .variant(let value): value.bool
        default: nil
        }
    }

    /// The elements of an array; bytes one by one.
    ///
    /// Variants are looked through; nil for anything else.
    package var array: [Value]? {
        switch self {
        case .array(let elements, _): elements
        case .bytes(let bytes): bytes.map(Value.byte)
        case .variant(let value): value.array
        default: nil
        }
    }

    /// An array of strings, in variants or not; nil for anything else.
    package var strings: [String]? {
        guard case .array(let elements, .string) = unwrapped else { return nil }
        return elements.compactMap(\.string)
    }

    /// An array of bytes, in variants or not; nil for anything else.
    package var bytes: [UInt8]? {
        switch unwrapped {
        case .bytes(let bytes): bytes
        case .array(let elements, .byte): elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        default: nil
        }
    }

    /// The fields of a structure, in variants or not; nil for anything else.
    package var structure: [Value]? {
        guard case .structure(let fields) = unwrapped else { return nil }
        return fields
    }

    /// A dictionary with string keys, its values taken out of their variants.
    ///
    /// nil for anything else.
    package var properties: [String: Value]? {
        guard case .dictionary(let entries, .string, _) = unwrapped else { return nil }
        var properties: [String: Value] = [:]
        properties.reserveCapacity(entries.count)
        for (key, value) in entries {
            guard case .string(let name) = key else { continue }
            if case .variant(let inner) = value { properties[name] = inner } else { properties[name] = value }
        }
        return properties
    }
}
