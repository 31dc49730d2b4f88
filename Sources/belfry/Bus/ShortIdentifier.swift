// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Makes identifiers for requests whose name must be known before they are added.
enum ShortIdentifier {
    // Without the letters and digits that are taken for each other.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")

    /// A readable one, such as `ask-k3f9x2`.
    static func make(prefix: String) -> String {
        prefix + String((0..<6).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    }

    /// A number other than 0 that fits notify-send's `--replace-id`.
    static func makeNumber() -> String { String(UInt32.random(in: 1...UInt32(Int32.max))) }
}
