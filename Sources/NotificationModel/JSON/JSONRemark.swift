// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A part of JSON from another program that is ignored or refused, and the reason.
package struct JSONRemark: Hashable, Sendable, CustomStringConvertible {
    /// Path of the key, such as `aps.alert.title`.
    package let key: String
    /// The value as JSON; over ``maximumValueLength`` characters it is cut, and ends with three dots. No log may hold
    /// it: it may be the person's text.
    package let value: String
    /// The reason as the end of a sentence that begins with the key, such as "must be a string".
    package let reason: String

    package static let maximumValueLength = 60
    package static let unknownKey = "is not a known key"

    package init(_ key: String, _ value: JSONValue, _ reason: String) {
        let text = value.text
        let isCut = text.count > Self.maximumValueLength
        (self.key, self.reason) = (key, reason)
        self.value = isCut ? "\(text.prefix(Self.maximumValueLength))..." : text
    }

    package var description: String { "\(key) is \(value): \(reason)" }
}
