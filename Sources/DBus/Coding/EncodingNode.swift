// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What a container has written so far; it becomes a D-Bus value when everything is written.
final class EncodingNode {
    private var value: Value?
    private var entries: [String: EncodingNode]?
    private var elements: [EncodingNode]?

    var count: Int { elements?.count ?? 0 }

    func set(_ value: Value) { self.value = value }

    /// Writes any value: bytes as one piece, everything else as it codes itself.
    func set(_ value: some Encodable, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) throws {
        switch value {
        case let data as Data: self.value = .bytes([UInt8](data))
        case let bytes as [UInt8]: self.value = .bytes(bytes)
        // An empty array does not show its type otherwise.
        case let strings as [String]: self.value = .strings(strings)
        default:
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

    /// The D-Bus value; nil when nothing, or nil, was written.
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
