// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Makes a `Codable` value from a D-Bus value, more leniently than it was made.
///
/// The reverse of ``ValueEncoder``.
///
/// Any integer type is taken where the number fits, an integer for a `Double` where that is exact, and variants are
/// looked through. An absent key is nil. Of an `a{ss}`, the only dictionary that some clients can send, each text is read as
/// what is asked for: a number, `true` or `false`, or a list with commas between its elements.
package struct ValueDecoder {
    /// What values find in their decoder's `userInfo`, beside `.busValue`.
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    package init() {}

    /// The value that came over the bus.
    ///
    /// - Throws: `DecodingError` with the path of what is missing or has another type.
    package func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
        var info: [CodingUserInfoKey: Any] = userInfo
        info[.busValue] = true
        if case .dictionary(_, .string, .string) = value.unwrapped { info[.textOnly] = true }
        return try NodeDecoder(value: value.unwrapped, codingPath: [], userInfo: info).decode(type)
    }
}
