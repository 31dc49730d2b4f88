// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A part of a payload that is not acted on, and the reason.
package struct PayloadRemark: Hashable, Sendable, CustomStringConvertible {
    /// Path of the key, such as `aps.alert.title`.
    package let key: String
    /// The value as JSON, at most ``maximumValueLength`` characters. It may be the person's text: it belongs to no log.
    package let value: String
    /// The reason as the end of a sentence that begins with the key, such as "must be a string".
    package let reason: String

    static let maximumValueLength = 60
    static let unknownKey = "is not a known key"

    /// Whether the value may be the application's own, or a text for the person, and so belongs to no report.
    package var isPrivate: Bool {
        key.hasPrefix("aps.alert") || !key.hasPrefix("aps.") && !key.hasPrefix("apns.") || reason == Self.unknownKey
    }

    package var description: String { "\(key) is \(value): \(reason)" }
}
