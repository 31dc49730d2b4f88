// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Creates identifiers for requests that need one before they are added.
enum ShortIdentifier {
    // Letters and digits that look alike are left out.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")

    /// Creates a readable identifier, such as `ask-k3f9x2`.
    static func make(prefix: String) -> String {
        prefix + String((0..<6).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    }

    /// Creates a number other than 0 that fits notify-send's `--replace-id`.
    static func makeNumber() -> String { String(UInt32.random(in: 1...UInt32(Int32.max))) }
}
