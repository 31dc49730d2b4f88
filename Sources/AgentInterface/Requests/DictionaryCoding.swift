// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import NotificationModel
import Triggers

/// Converts between model values and dictionaries of the D-Bus interface.
package enum DictionaryCoding {
    /// Encodes a model value as a dictionary.
    ///
    /// - Throws: `EncodingError` for a number that D-Bus can't carry; model values have none.
    package static func properties(of value: some Encodable) throws -> [String: Value] {
        var encoder = ValueEncoder()
        encoder.userInfo[PropertyListValue.nativeDataKey] = true
        return try encoder.encode(value).properties ?? [:]
    }

    /// Decodes a dictionary as a value of type `type`.
    ///
    /// - Throws: ``Refusal/Code/invalidRequest`` that names the key and the error.
    package static func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
        do {
            var decoder = ValueDecoder()
            decoder.userInfo[PropertyListValue.nativeDataKey] = true
            // User info may have values of any type, so the decoder must tell an empty list from empty bytes.
            decoder.userInfo[.exactBytes] = true
            return try decoder.decode(type, from: value)
        } catch let error as DecodingError {
            throw Refusal(error)
        }
    }
}

extension Refusal {
    /// Tells whether the agent has refused `key` as unknown, as an agent of an earlier version does with a new option.
    package func isUnknownKey(_ key: String) -> Bool {
        code == .invalidRequest && message.contains("\"\(key)\" is not a key here")
    }

    /// Creates a refusal that tells in one sentence which key of the dictionary is wrong, and why.
    package init(_ error: DecodingError) {
        func key(_ path: [any CodingKey]) -> String {
            let words = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            return words.isEmpty ? "the dictionary" : words.joined(separator: ".").replacing(".[", with: "[")
        }
        switch error {
        case .typeMismatch(let type, let context):
            self.init(.invalidRequest, "\(key(context.codingPath)) must be \(Self.words(for: type))")
        case .valueNotFound(let type, let context):
            self.init(.invalidRequest, "\(key(context.codingPath)) is null; it must be \(Self.words(for: type))")
        case .keyNotFound(let missing, let context):
            self.init(.invalidRequest, "\(key(context.codingPath + [missing])) is missing")
        case .dataCorrupted(let context):
            self.init(.invalidRequest, "\(key(context.codingPath)): \(context.debugDescription)")
        @unknown default:
            self.init(.invalidRequest, "the dictionary can't be decoded")
        }
    }

    private static func words(for type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is Double.Type: "a number"
        case is any Collection.Type: "a list or dictionary of the right kind"
        default: "a \(type)"
        }
    }
}
