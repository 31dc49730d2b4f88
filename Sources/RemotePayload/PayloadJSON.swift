// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import Triggers

/// A JSON value of a payload. Unlike ``NotificationModel/PropertyListValue`` it has null and numbers of any size.
indirect enum PayloadJSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// A number that no `Double` can hold, such as `1e999`.
    case hugeNumber
    case string(String)
    case array([PayloadJSON])
    case dictionary([String: PayloadJSON])

    /// Decodes a JSON object.
    ///
    /// - Throws: ``Triggers/Refusal`` for text that is no JSON object, or nested deeper than user info may be.
    static func dictionary(_ data: Data) throws(Refusal) -> [String: PayloadJSON] {
        // The decoder calls itself for each level, so the depth is checked before.
        let depth = depth(of: data)
        guard depth <= Limits.userInfoDepth else {
            throw .contentTooLarge("the payload is nested \(depth) deep; the limit is \(Limits.userInfoDepth)")
        }
        guard let value = try? JSONDecoder().decode(PayloadJSON.self, from: data), case .dictionary(let values) = value
        else { throw .invalidRequest("the payload is no JSON object") }
        return values
    }

    /// Returns the greatest number of brackets that are open at once, outside of strings.
    private static func depth(of data: Data) -> Int {
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

    /// The value as JSON, for remarks.
    var text: String {
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

extension PayloadJSON: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The order is from the narrowest type to the widest, because a wide type would accept a narrow type's value.
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
        } else if let value = try? container.decode([PayloadJSON].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: PayloadJSON].self) {
            self = .dictionary(value)
        } else {
            self = .hugeNumber
        }
    }
}
