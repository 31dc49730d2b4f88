// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationModel

/// Converts dictionaries of the D-Bus interface to lines of JSON and back.
enum JSONText {
    /// Version of the printed JSON's schema: keys may be added, but not renamed.
    static let schema = 1
    private static let escapedNull = Array(#"\u0000"#.utf8)

    /// Returns a dictionary on one line with sorted keys, including `schema`.
    static func line(_ dictionary: [String: Value]) throws -> String {
        let schema = ["schema": Value.int64(Int64(Self.schema))]
        return escaped(try encoded(.properties(dictionary.merging(schema) { $1 })))
    }

    /// Returns a value on one line with sorted keys.
    static func encoded(_ value: Value) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(JSONValue(value)), as: UTF8.self)
    }

    /// Escapes characters that control a terminal or change the layout of a line, such as `\u009b`.
    ///
    /// The JSON keeps its meaning: such characters occur in strings only. The encoder escapes characters below U+0020.
    static func escaped(_ json: String) -> String {
        // Most texts have no character to escape.
        guard json.unicodeScalars.contains(where: isObeyed) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if isObeyed(scalar) {
                let digits = String(scalar.value, radix: 16)
                text += #"\u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    // All characters to escape are below U+10000, so four hexadecimal digits are enough.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value) || VisibleText.turns(scalar)
    }

    /// Parses a JSON object; `line` is the number of its first line in error messages.
    ///
    /// - Throws: ``Failure`` with the error and its line and column.
    static func dictionary(_ text: some Sequence<UInt8>, line: Int = 1) throws -> [String: Value] {
        let data = Data(text)
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data).value else {
            // The position of the error is searched only after the decoder has failed, so valid texts are read once.
            guard let fault = JSONFault(in: data) else { throw Failure(.badData, "line \(line): not valid JSON") }
            throw Failure(.badData, "not valid JSON at \(fault.place(in: data, firstLine: line)): \(fault.words)")
        }
        if data.firstRange(of: Self.escapedNull) != nil, let fault = JSONFault(in: data) {
            throw Failure(.badData, "not valid JSON at \(fault.place(in: data, firstLine: line)): \(fault.words)")
        }
        guard let dictionary = value.properties else { throw Failure(.badData, "not a JSON object: {...} is expected") }
        return dictionary
    }
}

/// A D-Bus value as JSON, the other encoding of the D-Bus interface's dictionaries.
///
/// Bytes are `{"$data": "<base64>"}`. A null means a missing key.
struct JSONValue: Codable {
    let value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Strings come first: most values are strings, and for each wrong type tried the decoder throws an error.
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

    /// Returns an array with the elements' type, or of variants if the types differ.
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
