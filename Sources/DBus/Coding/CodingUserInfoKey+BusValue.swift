// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension CodingUserInfoKey {
    /// Key that is true while a value is coded to or from D-Bus.
    ///
    /// A type that has another form in JSON checks this key, for example bytes, which are base64 in JSON.
    package static let busValue = key("org.belfry.busValue")

    /// Key that is true if only an `ay` is decoded as bytes. Otherwise an empty array of any type becomes empty bytes.
    package static let exactBytes = key("org.belfry.exactBytes")

    /// Key that is true while an `a{ss}` is decoded, because its sender could send only strings.
    ///
    /// The decoder then parses numbers, Booleans and lists, whose elements are separated by commas, from the strings. A
    /// type with a text form checks this key.
    package static let textOnly = key("org.belfry.textOnly")

    private static func key(_ name: String) -> CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: name) else {
            preconditionFailure("The standard library takes any text.")
        }
        return key
    }
}
