// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// Dictionaries of the contract as lines of JSON, and back.
enum JSONText {
    /// What `schema` says: keys may be added, none is renamed.
    static let schema = 1

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
    /// - Throws: ``Failure`` that says what is wrong, for anything but one JSON object.
    static func dictionary(_ text: some Sequence<UInt8>) throws -> [String: Value] {
        let value: Value
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(text)).value
        } catch DecodingError.dataCorrupted(let context) {
            // Without an error of the parser's below it, the description says that it is not valid JSON, once more.
            let reason = (context.underlyingError as? CocoaError)?.debugMessage.map { ": \($0)" } ?? ""
            throw Failure(.badData, "not valid JSON\(reason)")
        } catch {
            throw Failure(
                .badData,
                "a list can't hold null, and a number must fit into 64 bits: leave it out, or write it as a string")
        }
        guard let dictionary = value.properties else { throw Failure(.badData, "not a JSON object: {...} is expected") }
        return dictionary
    }
}

extension CocoaError {
    /// The parser's own words, such as "Unexpected end of file".
    fileprivate var debugMessage: String? { userInfo["NSDebugDescription"] as? String }
}
