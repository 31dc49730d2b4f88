// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel
package import Triggers

/// A request to add to the store, with its computed due date.
package struct Addition: Hashable, Sendable {
    /// The due date of an added request.
    package enum Due: Hashable, Sendable {
        /// The request is due now: it becomes an occurrence in the transaction that adds it.
        case now
        case at(Date)
        /// The request edits the pending request with the same identifier, whose trigger and due date stay.
        case unchanged
    }

    package var app: String
    package var request: Request
    package var due: Due
    /// Whether the addition changes a pending request. The snoozed copy of that request then stays and gets the new
    /// texts, and the date at which the request last fired is kept.
    package var isChange: Bool
    /// The decision about a request that is due now.
    package var fate: Firing.Fate
    /// The date of the addition, from which a trigger counts.
    package var addedAt: Date
    /// The date at which an existing request is changed, for the log; nil for a new request.
    package var changedAt: Date?
    /// The person's local time when the request is added or changed; nil if unknown.
    package var reading: LocalTime?
    /// The limits of the application's pending and held-back requests.
    package var quota: Quota

    package init(
        app: String, request: Request, due: Due, isChange: Bool = false, addedAt: Date, changedAt: Date? = nil,
        reading: LocalTime? = nil,
        fate: Firing.Fate = .show,
        quota: Quota = Quota()
    ) {
        (self.app, self.request, self.due) = (app, request, due)
        (self.isChange, self.addedAt, self.changedAt) = (isChange, addedAt, changedAt)
        (self.reading, self.fate, self.quota) = (reading, fate, quota)
    }
}

/// The result of an ``Addition``.
package enum AddOutcome: Hashable, Sendable {
    /// The request is pending; `replaced` tells whether it replaced a pending request.
    case pending(due: Date, replaced: Bool)
    /// The request fired in the transaction that added it, and waits for a digest.
    case kept
    /// The request fired in the transaction that added it, and is to be shown.
    case presenting(Occurrence)
}
