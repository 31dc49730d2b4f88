// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension CodingUserInfoKey {
    /// Key that is true while a value is coded to or from D-Bus.
    ///
    /// Types with two forms check it, such as bytes that are base64 in JSON.
    package static let busValue = key("org.belfry.busValue")

    /// Key that is true if an empty array of another type must not be read as bytes.
    package static let exactBytes = key("org.belfry.exactBytes")

    /// Key that is true while an `a{ss}` is decoded, whose sender could send strings only.
    ///
    /// Numbers and flags are parsed from the string, a list from a string with commas. Types with a text form check it.
    package static let textOnly = key("org.belfry.textOnly")

    private static func key(_ name: String) -> CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: name) else {
            preconditionFailure("The standard library takes any text.")
        }
        return key
    }
}
