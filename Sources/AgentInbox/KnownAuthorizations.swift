// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// A cache of the authorizations that applications have asked for; the store is the truth.
struct KnownAuthorizations: Sendable {
    private var answers: [String: Authorization?] = [:]
    /// Number of changes, by which a read that began before a change is not kept.
    private(set) var changes: UInt64 = 0

    /// Number of cached applications: more than one person has.
    private static let limit = 1000

    /// Returns nil for an application that was not looked up, and nil within for one that never asked.
    func known(_ app: String) -> Authorization?? { answers[app] }

    /// Caches an authorization read from the store.
    mutating func note(_ authorization: Authorization?, of app: String) {
        if answers.count >= Self.limit { answers = [:] }
        answers[app] = .some(authorization)
    }

    /// Caches an authorization written to the store.
    mutating func put(_ authorization: Authorization?, of app: String) {
        changes += 1
        note(authorization, of: app)
    }

    /// Empties the cache, because an import may have changed any entry.
    mutating func forget() {
        changes += 1
        answers = [:]
    }
}
