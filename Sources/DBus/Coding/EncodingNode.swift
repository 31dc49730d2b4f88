// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The values that a container has encoded so far; they become a D-Bus value at the end.
final class EncodingNode {
    private var value: Value?
    private var entries: [String: EncodingNode]?
    private var elements: [EncodingNode]?

    var count: Int { elements?.count ?? 0 }

    func set(_ value: Value) { self.value = value }

    /// Encodes any value: bytes as one array, other values by their own coding.
    func set<T: Encodable>(_ value: T, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) throws {
        // The types are compared first: `as` would cast an empty array to any array type.
        if T.self == Data.self, let data = value as? Data {
            self.value = .bytes([UInt8](data))
        } else if T.self == [UInt8].self, let bytes = value as? [UInt8] {
            self.value = .bytes(bytes)
        } else if T.self == [String].self, let strings = value as? [String] {
            // An empty array would lose its element type otherwise.
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

    /// Returns the D-Bus value; nil if nothing, or nil, was encoded.
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
        guard let type = values.first?.type, values.allSatisfy({ $0.type == type }) else {
            return .array(values.map(Value.variant), of: .variant)
        }
        return .array(values, of: type)
    }
}
