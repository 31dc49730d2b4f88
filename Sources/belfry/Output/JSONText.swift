// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationModel

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
        return escaped(String(decoding: try encoder.encode(JSONValue(.properties(dictionary))), as: UTF8.self))
    }

    /// JSON in which characters that a terminal obeys, or that break or turn a line, are written as `\u009b`.
    ///
    /// The same JSON to whoever reads it: they stand in texts only. The encoder does so with those below U+0020.
    static func escaped(_ json: String) -> String {
        // Mostly there is none.
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

    // None of them is beyond U+FFFF.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value) || VisibleText.turns(scalar)
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
