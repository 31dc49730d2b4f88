// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Triggers

/// A value of foreign JSON. Unlike ``PropertyListValue`` it has null and numbers of any size.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// A number that no `Double` can hold, such as `1e999`.
    case hugeNumber
    case string(String)
    case array([JSONValue])
    case dictionary([String: JSONValue])

    /// Returns the greatest number of brackets that are open at once in a text of JSON, outside of strings.
    ///
    /// The decoder calls itself for each level, so the depth of foreign JSON must be checked before it is decoded.
    package static func depth(of data: some Sequence<UInt8>) -> Int {
        var (depth, greatest, isString, isEscaped) = (0, 0, false, false)
        for byte in data {
            if isEscaped {
                isEscaped = false
            } else if isString {
                isEscaped = byte == UInt8(ascii: "\\")
                isString = byte != UInt8(ascii: "\"")
            } else if byte == UInt8(ascii: "\"") {
                isString = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
                greatest = max(greatest, depth)
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
            }
        }
        return greatest
    }

    /// Decodes a JSON object whose ``depth(of:)`` has been checked; nil for any other text.
    package static func object(_ data: Data) -> [String: JSONValue]? {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data), case .dictionary(let values) = value
        else { return nil }
        return values
    }

    /// The value as JSON, for remarks.
    package var text: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .hugeNumber: "a huge number"
        case .string(let value): "\"\(value)\""
        case .array(let values): "[\(values.map(\.text).joined(separator: ", "))]"
        case .dictionary(let values):
            "{\(values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.text)" }.joined(separator: ", "))}"
        }
    }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The types are tried from the narrowest to the widest, because a wide type would accept a narrow type's value.
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = value.isFinite ? .real(value) : .hugeNumber
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .dictionary(value)
        } else {
            self = .hugeNumber
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(values)
        case .hugeNumber:
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "the number is too large"))
        }
    }
}
