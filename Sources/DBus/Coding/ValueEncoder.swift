// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Encoder of `Codable` values as D-Bus values.
///
/// A type with keys, and a dictionary, becomes an `a{sv}` without the nil values. An array has the type of its elements
/// (`as`, `aa{sv}`), or is an `av` if they differ. `String` is `s`, `Bool` `b`, `Int` and `Int64` `x`, `Int32` `i`,
/// `UInt` and `UInt64` `t`, `UInt32` `u`, `UInt8` `y`, `Double` `d`, `Data` and `[UInt8]` `ay`.
package struct ValueEncoder {
    /// Further entries for the encoder's `userInfo`, besides `.busValue`.
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    package init() {}

    /// Encodes a value for the bus.
    ///
    /// - Throws: `EncodingError` for a nil that cannot be omitted, and errors of the value's own coding.
    package func encode(_ value: some Encodable) throws -> Value {
        var info: [CodingUserInfoKey: Any] = userInfo
        info[.busValue] = true
        let node = EncodingNode()
        try node.set(value, codingPath: [], userInfo: info)
        guard let result = try node.finish(codingPath: []) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "The bus has no nil."))
        }
        return result
    }
}
