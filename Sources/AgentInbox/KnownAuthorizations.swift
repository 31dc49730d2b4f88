// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// What applications have asked to be allowed, read once; the store is the truth.
struct KnownAuthorizations: Sendable {
    private var answers: [String: Authorization?] = [:]
    /// Grows with each change, so that a reading that was begun before one is not kept.
    private(set) var changes: UInt64 = 0

    /// How many are kept: more applications than one person has.
    private static let limit = 1000

    /// Nil for an application that was not looked up; nil within for one that never asked.
    func known(_ app: String) -> Authorization?? { answers[app] }

    /// Keeps what was read.
    mutating func note(_ authorization: Authorization?, of app: String) {
        if answers.count >= Self.limit { answers = [:] }
        answers[app] = .some(authorization)
    }

    /// Keeps what was written.
    mutating func put(_ authorization: Authorization?, of app: String) {
        changes += 1
        note(authorization, of: app)
    }

    /// Forgets all, as an import may have changed any.
    mutating func forget() {
        changes += 1
        answers = [:]
    }
}
