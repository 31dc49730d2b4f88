// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A coding key that can be any name: for dictionaries whose unknown keys are refused.
package struct NamedKey: CodingKey, Hashable {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

extension Decoder {
    /// Refuses a dictionary that has a key outside `known`: nothing is silently dropped.
    ///
    /// - Parameter known: Every key that the value understands.
    /// - Throws: `DecodingError.dataCorrupted` that names the first unknown key.
    package func refuseKeys(otherThan known: some Collection<String>) throws {
        let container = try container(keyedBy: NamedKey.self)
        // The first by name, without sorting what is known: that is all of them, nearly always.
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
    /// The value of `key`, or `standard` where the key is absent.
    package func value<T: Decodable>(_ key: Key, or standard: T) throws -> T {
        try decodeIfPresent(T.self, forKey: key) ?? standard
    }
}

extension KeyedEncodingContainer {
    /// Writes `value` unless it is the `standard` one: absent keys keep dictionaries short.
    package mutating func encode<T: Encodable & Equatable>(_ value: T, _ key: Key, unless standard: T) throws {
        if value != standard { try encode(value, forKey: key) }
    }
}
