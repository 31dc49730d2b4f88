// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An answer, and to which request.
struct OutsideMessage: Codable, Hashable, Sendable {
    /// The request's number; 0 for what nobody has asked.
    let number: UInt64
    let answer: OutsideAnswer
}
