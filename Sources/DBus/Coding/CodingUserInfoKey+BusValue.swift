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
}
