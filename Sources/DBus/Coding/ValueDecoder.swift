// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Decoder of `Codable` values from D-Bus values, more lenient than ``ValueEncoder``.
///
/// Any integer type is accepted if the number fits, and an integer for a `Double` if that is exact. Variants are
/// unwrapped. An absent key is nil. Some clients can send no dictionary but `a{ss}`: its strings are parsed as the
/// expected number, `true` or `false`, or list with commas.
package struct ValueDecoder {
    /// Further entries for the decoder's `userInfo`, besides `.busValue`.
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    package init() {}

    /// Decodes a value received from the bus.
    ///
    /// - Throws: `DecodingError` with the path of a missing value or one of another type.
    package func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
        var info: [CodingUserInfoKey: Any] = userInfo
        info[.busValue] = true
        if case .dictionary(_, .string, .string) = value.unwrapped { info[.textOnly] = true }
        return try NodeDecoder(value: value.unwrapped, codingPath: [], userInfo: info).decode(type)
    }
}
