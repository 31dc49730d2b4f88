// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import NotificationModel

/// Converts dictionaries of the D-Bus interface to lines of JSON and back.
enum JSONText {
    /// Version of the schema: keys may be added, but not renamed.
    static let schema = 1
    private static let escapedNull = Array(#"\u0000"#.utf8)

    /// Returns a dictionary on one line with sorted keys, including `schema`.
    static func line(_ dictionary: [String: Value]) throws -> String {
        var dictionary = dictionary
        dictionary["schema"] = .int64(Int64(schema))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escaped(String(decoding: try encoder.encode(JSONValue(.properties(dictionary))), as: UTF8.self))
    }

    /// Escapes characters that control a terminal or change the layout of a line, such as `\u009b`.
    ///
    /// The JSON keeps its meaning, because they occur in texts only. The encoder escapes those below U+0020.
    static func escaped(_ json: String) -> String {
        // Most texts have no such character.
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

    // All of them are below U+10000.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value) || VisibleText.turns(scalar)
    }

    /// Parses a text as a dictionary.
    ///
    /// - Parameters:
    ///   - text: A JSON object.
    ///   - line: Number of its first line, for error messages.
    /// - Returns: The keys and values.
    /// - Throws: ``Failure`` with the error and its place.
    static func dictionary(_ text: some Sequence<UInt8>, line: Int = 1) throws -> [String: Value] {
        let data = Data(text)
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data).value else {
            // The error is searched only after a failure, so valid texts are read once.
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
