// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension CodingUserInfoKey {
    /// Set to true while a value is coded to or from the bus.
    ///
    /// A type that has two forms, such as bytes that are base64 in JSON, asks for it.
    package static let busValue: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.belfry.busValue") else {
            preconditionFailure("The standard library takes any text.")
        }
        return key
    }()

    /// Set to true where an empty array of another type is not to be read as bytes.
    package static let exactBytes: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.belfry.exactBytes") else {
            preconditionFailure("The standard library takes any text.")
        }
        return key
    }()

    /// Set to true while an `a{ss}` is decoded, whose sender could write texts only.
    ///
    /// Numbers and flags are read from their text, a list from one with commas. A type that has a text form asks for it.
    package static let textOnly: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.belfry.textOnly") else {
            preconditionFailure("The standard library takes any text.")
        }
        return key
    }()
}
