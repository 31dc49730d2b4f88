// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// A D-Bus value as JSON, the other encoding of the D-Bus interface's dictionaries.
///
/// Bytes are `{"$data": "<base64>"}`. A null means a missing key.
struct JSONValue: Codable {
    let value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Strings come first: most values are strings, and each wrong guess costs an error.
        if let text = try? container.decode(String.self) {
            value = .string(text)
        } else if let dictionary = try? container.decode([String: JSONValue?].self) {
            value = .properties(dictionary.compactMapValues { $0?.value })
        } else if let flag = try? container.decode(Bool.self) {
            value = .boolean(flag)
        } else if let number = try? container.decode(Int64.self) {
            value = .int64(number)
        } else if let number = try? container.decode(Double.self) {
            value = .double(number)
        } else {
            value = Self.list(of: try container.decode([JSONValue].self).map(\.value))
        }
    }

    /// Returns an array with the elements' type, or of variants if they differ.
    private static func list(of values: [Value]) -> Value {
        if let type = values.first?.type, values.allSatisfy({ $0.type == type }) { return .array(values, of: type) }
        return .array(values.map(Value.variant), of: .variant)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let value = value.unwrapped
        if let flag = value.bool {
            try container.encode(flag)
        } else if case .uint64(let number) = value {
            try container.encode(number)
        } else if let number = value.int {
            try container.encode(number)
        } else if case .double(let number) = value {
            try container.encode(number)
        } else if let text = value.string {
            try container.encode(text)
        } else if let bytes = value.bytes {
            try container.encode(["$data": Data(bytes).base64EncodedString()])
        } else if let dictionary = value.properties {
            try container.encode(dictionary.mapValues(JSONValue.init))
        } else {
            try container.encode((value.array ?? value.structure ?? []).map(JSONValue.init))
        }
    }
}
