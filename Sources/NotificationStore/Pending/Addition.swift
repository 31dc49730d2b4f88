// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel
package import Triggers

/// One request to add, with its moment worked out.
package struct Addition: Hashable, Sendable {
    /// When the request is to fire.
    package enum Due: Hashable, Sendable {
        /// At once: it becomes an occurrence in the transaction that adds it.
        case now
        case at(Date)
        /// When the pending request of this identifier does, whose trigger stays: an edit of the rest.
        case unchanged
    }

    package var app: String
    package var request: Request
    package var due: Due
    /// It changes a pending request: what was put off of it stays so, with the new words, and when it fired last is known.
    package var isChange: Bool
    /// What becomes of one that is due now.
    package var fate: Firing.Fate
    /// The moment of adding; a trigger counts from it.
    package var addedAt: Date
    /// The moment at which a request that was added before is changed, for the log; nil where it is new.
    package var changedAt: Date?
    /// What the person's clock showed at that moment; nil is not known.
    package var reading: LocalTime?
    /// How much of the application's requests may wait.
    package var quota: Quota

    package init(
        app: String, request: Request, due: Due, isChange: Bool = false, addedAt: Date, changedAt: Date? = nil,
        reading: LocalTime? = nil,
        fate: Firing.Fate = .show,
        quota: Quota = Quota()
    ) {
        self.app = app
        self.request = request
        self.due = due
        self.isChange = isChange
        self.addedAt = addedAt
        self.changedAt = changedAt
        self.reading = reading
        self.fate = fate
        self.quota = quota
    }
}

/// What became of an ``Addition``.
package enum AddOutcome: Hashable, Sendable {
    /// It waits; `replaced` tells whether it took the place of one that waited.
    case pending(due: Date, replaced: Bool)
    /// It fired in the same transaction, and waits for a digest.
    case kept
    /// It fired in the same transaction.
    case presenting(Occurrence)
}
