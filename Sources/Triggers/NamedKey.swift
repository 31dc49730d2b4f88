// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A coding key with any name, for dictionaries whose unknown keys are refused.
package struct NamedKey: CodingKey, Hashable {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

extension Decoder {
    /// Refuses a dictionary with an unknown key, so that nothing is silently dropped.
    ///
    /// - Parameter known: Every valid key.
    /// - Throws: `DecodingError.dataCorrupted`, which names the first unknown key.
    package func refuseKeys(otherThan known: some Collection<String>) throws {
        let container = try container(keyedBy: NamedKey.self)
        // The minimum avoids sorting the keys, which are nearly always all known.
        guard let unknown = container.allKeys.lazy.map(\.stringValue).filter({ !known.contains($0) }).min() else {
            return
        }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath + [NamedKey(stringValue: unknown)],
                debugDescription: "\"\(unknown)\" is not a key here; your own data goes into userInfo"))
    }
}

extension KeyedDecodingContainer {
    /// Returns the value of `key`, or `standard` if the key is absent.
    package func value<T: Decodable>(_ key: Key, or standard: T) throws -> T {
        try decodeIfPresent(T.self, forKey: key) ?? standard
    }
}

extension KeyedEncodingContainer {
    /// Encodes `value` unless it equals `standard`, which keeps dictionaries short.
    package mutating func encode<T: Encodable & Equatable>(_ value: T, _ key: Key, unless standard: T) throws {
        if value != standard { try encode(value, forKey: key) }
    }
}
