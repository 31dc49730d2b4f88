// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Turns a `Codable` value into a D-Bus value.
///
/// A type with keys, and a dictionary, is an `a{sv}`, in which nil is left out. An array has the type of its elements
/// (`as`, `aa{sv}`), or is an `av` when they differ. `String` is `s`, `Bool` `b`, `Int` and `Int64` `x`, `Int32` `i`,
/// `UInt` and `UInt64` `t`, `UInt32` `u`, `UInt8` `y`, `Double` `d`, `Data` and `[UInt8]` `ay`.
package struct ValueEncoder {
    /// What values find in their encoder's `userInfo`, beside `.busValue`.
    package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    package init() {}

    /// The value on the bus.
    ///
    /// - Throws: `EncodingError` for a nil that cannot be left out, and what the value itself throws.
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
