// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// Dictionaries of the contract as lines of JSON, and back.
enum JSONText {
    /// What `schema` says: keys may be added, none is renamed.
    static let schema = 1
    private static let escapedNull = Array(#"\u0000"#.utf8)

    /// One dictionary on one line, its keys sorted, with `schema` among them.
    static func line(_ dictionary: [String: Value]) throws -> String {
        var dictionary = dictionary
        dictionary["schema"] = .int64(Int64(schema))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(JSONValue(.properties(dictionary))), as: UTF8.self)
    }

    /// The dictionary that a text holds.
    ///
    /// - Parameters:
    ///   - text: One JSON object.
    ///   - line: What its first line is called where something is wrong with it.
    /// - Returns: Its keys and values.
    /// - Throws: ``Failure`` that says what is wrong, and where.
    static func dictionary(_ text: some Sequence<UInt8>, line: Int = 1) throws -> [String: Value] {
        let data = Data(text)
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data).value else {
            // Not looked through before: what is right is read once.
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
