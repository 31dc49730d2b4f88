// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An answer, and to which request.
package struct UnsandboxedMessage: Codable, Hashable, Sendable {
    /// The request's number; 0 for what nobody has asked.
    let number: UInt64
    let answer: UnsandboxedAnswer

    package init(number: UInt64, answer: UnsandboxedAnswer) {
        self.number = number
        self.answer = answer
    }
}
