// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import TestSupport

/// One of the schemas in `packaging/share/belfry`, and a validator that knows the keywords that these use.
struct JSONSchema {
    /// Reason why a schema can't be used.
    struct Unknown: Error {
        let keyword: String
    }

    private let root: JSONValue

    /// Reads the schema of a kind of extension.
    init(_ kind: String) throws {
        let file = Checkout.root + "packaging/share/belfry/\(kind)-extension.schema.json"
        root = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: URL(filePath: file)))
    }

    /// Returns the schema at a path of keys, without following references.
    func part(_ path: String...) -> JSONValue? { path.reduce(root) { $0?[$1] } }

    /// Returns whether a value is one of the definition `name`.
    func accepts(_ value: JSONValue, as name: String) throws -> Bool {
        try accepts(value, .dictionary(["$ref": .string("#/$defs/\(name)")]))
    }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
        guard case .dictionary(let rules) = schema else { throw Unknown(keyword: "\(schema)") }
        return try rules.allSatisfy { try isMet($0, $1, value) }
    }

    private func isMet(_ keyword: String, _ rule: JSONValue, _ value: JSONValue) throws -> Bool {
        switch (keyword, rule) {
        case ("description", _), ("title", _): return true
        case ("$ref", .string(let name)):
            guard let target = root["$defs"]?[String(name.dropFirst("#/$defs/".count))] else {
                throw Unknown(keyword: name)
            }
            return try accepts(value, target)
        case ("const", _): return value == rule
        case ("enum", .array(let values)): return values.contains(value)
        case ("type", .string(let type)): return try value.isOf(type)
        case ("type", .array(let types)): return try types.contains { try value.isOf($0.word) }
        case ("anyOf", .array(let schemas)): return try schemas.contains { try accepts(value, $0) }
        case ("required", .array(let keys)): return keys.allSatisfy { value.isNoObject || value[$0.word] != nil }
        case ("properties", .dictionary(let schemas)):
            return try schemas.allSatisfy { key, schema in try value[key].map { try accepts($0, schema) } ?? true }
        case ("items", _): return try value.elements.allSatisfy { try accepts($0, rule) }
        case ("maxItems", .integer(let limit)): return value.elements.count <= limit
        case ("minimum", .integer(let limit)): return value.number.map { $0 >= Double(limit) } ?? true
        case ("maximum", .integer(let limit)): return value.number.map { $0 <= Double(limit) } ?? true
        case ("minLength", .integer(let limit)): return value.length.map { $0 >= limit } ?? true
        case ("maxLength", .integer(let limit)): return value.length.map { $0 <= limit } ?? true
        case ("pattern", .string(let pattern)):
            guard case .string(let text) = value else { return true }
            return try Regex(pattern).firstMatch(in: text) != nil
        default: throw Unknown(keyword: keyword)
        }
    }
}

extension JSONValue {
    subscript(key: String) -> JSONValue? { if case .dictionary(let values) = self { values[key] } else { nil } }

    /// The strings of a list; empty for another value.
    var words: [String] { elements.map(\.word) }

    fileprivate var word: String { if case .string(let text) = self { text } else { "" } }

    fileprivate var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }

    fileprivate var isNoObject: Bool { if case .dictionary = self { false } else { true } }

    /// The length of a string in characters of Unicode.
    fileprivate var length: Int64? {
        if case .string(let text) = self { Int64(text.unicodeScalars.count) } else { nil }
    }

    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .hugeNumber: .infinity
        default: nil
        }
    }

    fileprivate func isOf(_ type: String) throws -> Bool {
        switch (type, self) {
        case ("null", .null), ("boolean", .boolean), ("integer", .integer), ("string", .string), ("array", .array),
            ("object", .dictionary), ("number", .integer), ("number", .real), ("number", .hugeNumber):
            true
        case ("null", _), ("boolean", _), ("integer", _), ("string", _), ("array", _), ("object", _), ("number", _):
            false
        default: throw JSONSchema.Unknown(keyword: type)
        }
    }
}
