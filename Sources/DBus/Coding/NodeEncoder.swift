// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The `Encoder` for a value.
struct NodeEncoder: Encoder {
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

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleNodeContainer(encoder: self) }

    func nested(_ node: EncodingNode, _ key: any CodingKey) -> NodeEncoder {
        NodeEncoder(node: node, codingPath: codingPath + [key], userInfo: userInfo)
    }
}

private struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: NodeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func nested(_ key: any CodingKey) -> NodeEncoder {
        encoder.nested(encoder.node.entry(key.stringValue), key)
    }

    /// Encodes nothing: an absent key means nil.
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

private struct SingleNodeContainer: SingleValueEncodingContainer {
    let encoder: NodeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() {}
    mutating func encode(_ value: Bool) { encoder.node.set(.boolean(value)) }
    mutating func encode(_ value: String) { encoder.node.set(.string(value)) }
    mutating func encode(_ value: Double) { encoder.node.set(.double(value)) }
    mutating func encode(_ value: Float) { encoder.node.set(.double(Double(value))) }
    mutating func encode(_ value: Int) { encoder.node.set(.int64(Int64(value))) }
    mutating func encode(_ value: Int8) { encoder.node.set(.int16(Int16(value))) }
    mutating func encode(_ value: Int16) { encoder.node.set(.int16(value)) }
    mutating func encode(_ value: Int32) { encoder.node.set(.int32(value)) }
    mutating func encode(_ value: Int64) { encoder.node.set(.int64(value)) }
    mutating func encode(_ value: UInt) { encoder.node.set(.uint64(UInt64(value))) }
    mutating func encode(_ value: UInt8) { encoder.node.set(.byte(value)) }
    mutating func encode(_ value: UInt16) { encoder.node.set(.uint16(value)) }
    mutating func encode(_ value: UInt32) { encoder.node.set(.uint32(value)) }
    mutating func encode(_ value: UInt64) { encoder.node.set(.uint64(value)) }

    mutating func encode(_ value: some Encodable) throws {
        try encoder.node.set(value, codingPath: codingPath, userInfo: encoder.userInfo)
    }
}
