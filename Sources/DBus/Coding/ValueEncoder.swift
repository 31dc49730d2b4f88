// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Encoder of `Codable` values as D-Bus values.
///
/// A dictionary, or a type with coding keys, becomes an `a{sv}` without entries for nil. An array has the type of its
/// elements, such as `as` or `aa{sv}`. If the elements have different types, the array is an `av`. `String` is `s`,
/// `Bool` `b`, `Int` and `Int64` `x`, `Int32` `i`, `UInt` and `UInt64` `t`, `UInt32` `u`, `UInt8` `y`, `Double` `d`,
/// `Data` and `[UInt8]` `ay`.
package struct ValueEncoder {
    /// Further entries for the encoder's `userInfo`, besides `.busValue`.
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    package init() {}

    /// Encodes a value for the bus.
    ///
    /// - Throws: `EncodingError` for a nil that can't be omitted, or any error of the value's own `encode(to:)`.
    package func encode(_ value: some Encodable) throws -> Value {
        var info: [CodingUserInfoKey: Any] = userInfo
        info[.busValue] = true
        let node = EncodingNode()
        try node.set(value, codingPath: [], userInfo: info)
        guard let result = try node.finish(codingPath: []) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "D-Bus has no nil."))
        }
        return result
    }
}

/// The values that a container has encoded so far; ``finish(codingPath:)`` makes a D-Bus value of them.
private final class EncodingNode {
    private var value: Value?
    private var entries: [String: EncodingNode]?
    private var elements: [EncodingNode]?

    var count: Int { elements?.count ?? 0 }

    func set(_ value: Value) { self.value = value }

    /// Encodes a value of any type: bytes as one array, other types by their own `encode(to:)`.
    func set<T: Encodable>(_ value: T, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) throws {
        // The types are compared before the cast, because `as` would cast an empty array to every array type.
        if T.self == Data.self, let data = value as? Data {
            self.value = .bytes([UInt8](data))
        } else if T.self == [UInt8].self, let bytes = value as? [UInt8] {
            self.value = .bytes(bytes)
        } else if T.self == [String].self, let strings = value as? [String] {
            // `NodeEncoder` would lose the element type of an empty array.
            self.value = .strings(strings)
        } else {
            try value.encode(to: NodeEncoder(node: self, codingPath: codingPath, userInfo: userInfo))
        }
    }

    func becomeDictionary() { entries = entries ?? [:] }
    func becomeArray() { elements = elements ?? [] }

    func entry(_ key: String) -> EncodingNode {
        if let node = entries?[key] { return node }
        let node = EncodingNode()
        entries?[key] = node
        return node
    }

    func appendElement() -> EncodingNode {
        let node = EncodingNode()
        elements?.append(node)
        return node
    }

    /// Returns the D-Bus value; nil if no value was encoded.
    func finish(codingPath: [any CodingKey]) throws -> Value? {
        if let entries {
            var properties: [String: Value] = [:]
            for (key, node) in entries {
                properties[key] = try node.finish(codingPath: codingPath + [BusCodingKey(stringValue: key)])
            }
            return .properties(properties)
        }
        guard let elements else { return value }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for (index, node) in elements.enumerated() {
            let path = codingPath + [BusCodingKey(intValue: index)]
            guard let value = try node.finish(codingPath: path) else {
                throw EncodingError.invalidValue(
                    Value?.none as Any, .init(codingPath: path, debugDescription: "An array cannot hold nil."))
            }
            values.append(value)
        }
        guard let type = values.first?.type, values.allSatisfy({ $0.has(type) }) else {
            return .array(values.map(Value.variant), of: .variant)
        }
        return .array(values, of: type)
    }
}

private struct NodeEncoder: Encoder, SingleValueEncodingContainer {
    let node: EncodingNode
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeDictionary()
        return KeyedEncodingContainer(KeyedNodeContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedNodeContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func nested(_ node: EncodingNode, _ key: any CodingKey) -> NodeEncoder {
        NodeEncoder(node: node, codingPath: codingPath + [key], userInfo: userInfo)
    }

    func encodeNil() {}
    func encode(_ value: Bool) { node.set(.boolean(value)) }
    func encode(_ value: String) { node.set(.string(value)) }
    func encode(_ value: Double) { node.set(.double(value)) }
    func encode(_ value: Float) { node.set(.double(Double(value))) }
    func encode(_ value: Int) { node.set(.int64(Int64(value))) }
    func encode(_ value: Int8) { node.set(.int16(Int16(value))) }
    func encode(_ value: Int16) { node.set(.int16(value)) }
    func encode(_ value: Int32) { node.set(.int32(value)) }
    func encode(_ value: Int64) { node.set(.int64(value)) }
    func encode(_ value: UInt) { node.set(.uint64(UInt64(value))) }
    func encode(_ value: UInt8) { node.set(.byte(value)) }
    func encode(_ value: UInt16) { node.set(.uint16(value)) }
    func encode(_ value: UInt32) { node.set(.uint32(value)) }
    func encode(_ value: UInt64) { node.set(.uint64(value)) }

    func encode(_ value: some Encodable) throws { try node.set(value, codingPath: codingPath, userInfo: userInfo) }
}

private struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: NodeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func nested(_ key: any CodingKey) -> NodeEncoder {
        encoder.nested(encoder.node.entry(key.stringValue), key)
    }

    /// Encodes nothing, because a missing key means nil.
    mutating func encodeNil(forKey key: Key) {}

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        let nested = nested(key)
        try nested.node.set(value, codingPath: nested.codingPath, userInfo: encoder.userInfo)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested(BusCodingKey.super) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
}

private struct UnkeyedNodeContainer: UnkeyedEncodingContainer {
    let encoder: NodeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    private func nested() -> NodeEncoder {
        let key = BusCodingKey(intValue: count)
        return encoder.nested(encoder.node.appendElement(), key)
    }

    mutating func encodeNil() throws {
        throw EncodingError.invalidValue(
            Value?.none as Any, .init(codingPath: codingPath, debugDescription: "An array cannot hold nil."))
    }

    mutating func encode(_ value: some Encodable) throws {
        let nested = nested()
        try nested.node.set(value, codingPath: nested.codingPath, userInfo: encoder.userInfo)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { nested() }
}

/// A coding key: the index of an array's element, or any name.
struct BusCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    static let `super` = BusCodingKey(stringValue: "super")
}
