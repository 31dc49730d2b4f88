// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Decoder of `Codable` values from D-Bus values, more lenient than ``ValueEncoder``.
///
/// Every D-Bus integer type is accepted if the number fits into the Swift type. An integer is accepted for a `Double`
/// if the conversion is exact. Variants are unwrapped. A missing key is decoded as nil. Some clients can send only one
/// type of dictionary, `a{ss}`. Its strings are parsed as the expected type: a number, `true` or `false`, or a list
/// whose elements are separated by commas.
package struct ValueDecoder {
    /// Further entries for the decoder's `userInfo`, besides `.busValue`.
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    package init() {}

    /// Decodes a value received from the bus.
    ///
    /// - Throws: `DecodingError` if a value is missing or has another type; the error contains the value's coding path.
    package func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
        var info: [CodingUserInfoKey: Any] = userInfo
        info[.busValue] = true
        if case .dictionary(_, .string, .string) = value.unwrapped { info[.textOnly] = true }
        return try NodeDecoder(value: value.unwrapped, codingPath: [], userInfo: info).decode(type)
    }
}

/// The `Decoder` for one value, which is not a variant.
private struct NodeDecoder: Decoder, SingleValueDecodingContainer {
    let value: Value
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]
    // The dictionary is converted once: several types decode the same flat dictionary, each with its own container.
    private let properties: [String: Value]?

    init(value: Value, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
        self.value = value
        self.codingPath = codingPath
        self.userInfo = userInfo
        properties = value.properties
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let properties else { throw mismatch([String: Value].self) }
        return KeyedDecodingContainer(KeyedValueContainer<Key>(decoder: self, properties: properties))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.array ?? elementsOfText else { throw mismatch([Value].self) }
        return UnkeyedValueContainer(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func nested(_ value: Value, _ key: any CodingKey) -> NodeDecoder {
        NodeDecoder(value: value.unwrapped, codingPath: codingPath + [key], userInfo: userInfo)
    }

    /// Decodes a value of any type: bytes from one array, other types by their own `init(from:)`.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if type == Data.self || type == [UInt8].self {
            guard let bytes = value.bytes ?? emptyArray else { throw mismatch(type) }
            if let result = bytes as? T { return result }
            if let result = Data(bytes) as? T { return result }
        }
        return try T(from: self)
    }

    /// Empty bytes for an empty array, which may have any element type; nil for any other value, or with `.exactBytes`.
    private var emptyArray: [UInt8]? {
        guard case .array([], _) = value, userInfo[.exactBytes] == nil else { return nil }
        return []
    }

    /// The value's string if its sender could send only strings; nil otherwise.
    private var textOnly: String? {
        guard userInfo[.textOnly] != nil, case .string(let text) = value else { return nil }
        return text
    }

    /// The elements of a list sent as a string with commas, each trimmed of spaces; an empty string is an empty list.
    private var elementsOfText: [Value]? {
        textOnly?.split(separator: ",").map { element in
            let tail = element.drop { $0 == " " }
            return .string(String(tail.prefix(tail.count - tail.reversed().prefix { $0 == " " }.count)))
        }
    }

    func decodeNil() -> Bool { false }

    func decode(_ type: String.Type) throws -> String {
        guard let text = value.string else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard let flag = value.bool ?? textOnly.flatMap({ Bool($0) }) else { throw mismatch(type) }
        return flag
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard let number = value.double ?? textOnly.flatMap({ Double($0) }) else { throw mismatch(type) }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        let number: T?
        if case .uint64(let large) = value {
            number = T(exactly: large)
        } else if let int = value.int ?? textOnly.flatMap({ Int($0) }) {
            number = T(exactly: int)
        } else {
            throw mismatch(type)
        }
        guard let number else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "The number is out of range."))
        }
        return number
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "The value has the D-Bus type \"\(value.type)\"."))
    }
}

private struct KeyedValueContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: NodeDecoder
    let properties: [String: Value]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { properties.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { properties[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    private func nested(_ key: any CodingKey) throws -> NodeDecoder {
        guard let value = properties[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "The key \"\(key.stringValue)\" is missing."))
        }
        return decoder.nested(value, key)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try nested(key).decode(type) }

    // Most keys are absent, most values strings: these methods look a key up once, and create no decoder for a string.

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let value = properties[key.stringValue] else { return nil }
        if type == String.self, case .string(let text) = value, let result = text as? T { return result }
        return try decoder.nested(value, key).decode(type)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let value = properties[key.stringValue] else { return nil }
        if case .string(let text) = value { return text }
        return try decoder.nested(value, key).decode(String.self)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        if case .string(let text)? = properties[key.stringValue] { return text }
        return try nested(key).decode(String.self)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try nested(BusCodingKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }
}

private struct UnkeyedValueContainer: UnkeyedDecodingContainer {
    let decoder: NodeDecoder
    let elements: [Value]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private mutating func next() throws -> NodeDecoder {
        let key = BusCodingKey(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self, .init(codingPath: codingPath + [key], debugDescription: "The array ends here."))
        }
        defer { currentIndex += 1 }
        return decoder.nested(elements[currentIndex], key)
    }

    func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let index = currentIndex
        do {
            return try next().decode(type)
        } catch {
            // After an error the index still points to the same element, so that it can be decoded as another type.
            currentIndex = index
            throw error
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}

extension CodingUserInfoKey {
    /// Key that is true while a value is coded to or from D-Bus.
    ///
    /// A type that has another form in JSON checks this key, for example bytes, which are base64 in JSON.
    package static let busValue = key("org.belfry.busValue")

    /// Key that is true if only an `ay` is decoded as bytes. Otherwise an empty array of any type becomes empty bytes.
    package static let exactBytes = key("org.belfry.exactBytes")

    /// Key that is true while an `a{ss}` is decoded, because its sender could send only strings.
    ///
    /// The decoder then parses numbers, Booleans and lists, whose elements are separated by commas, from the strings. A
    /// type with a text form checks this key.
    package static let textOnly = key("org.belfry.textOnly")

    private static func key(_ name: String) -> CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: name) else {
            preconditionFailure("The standard library takes any text.")
        }
        return key
    }
}
