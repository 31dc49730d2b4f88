// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A reply with the number of its request.
package struct UnsandboxedMessage: Codable, Hashable, Sendable {
    /// The request's number; 0 for a message without a request.
    let number: UInt64
    let answer: UnsandboxedAnswer

    package init(number: UInt64, answer: UnsandboxedAnswer) {
        self.number = number
        self.answer = answer
    }
}
