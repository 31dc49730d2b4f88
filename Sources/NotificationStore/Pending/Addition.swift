// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel
package import Triggers

/// A request to add, with its date computed.
package struct Addition: Hashable, Sendable {
    /// The date of the request.
    package enum Due: Hashable, Sendable {
        /// The request is due now: it becomes an occurrence in the transaction that adds it.
        case now
        case at(Date)
        /// The request edits the pending one with this identifier, whose trigger and date stay.
        case unchanged
    }

    package var app: String
    package var request: Request
    package var due: Due
    /// Whether it changes a pending request: its snoozed copies stay and get the new texts, and its last firing stays
    /// known.
    package var isChange: Bool
    /// The decision about a request that is due now.
    package var fate: Firing.Fate
    /// The date of the addition, from which a trigger counts.
    package var addedAt: Date
    /// The date at which an existing request is changed, for the log; nil for a new one.
    package var changedAt: Date?
    /// The person's local time at that moment; nil if unknown.
    package var reading: LocalTime?
    /// The limits of the application's pending and held-back requests.
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

/// The result of an ``Addition``.
package enum AddOutcome: Hashable, Sendable {
    /// The request is pending; `replaced` tells whether it replaced a pending one.
    case pending(due: Date, replaced: Bool)
    /// The request fired in the transaction that added it, and waits for a digest.
    case kept
    /// The request fired in the transaction that added it, and is to be shown.
    case presenting(Occurrence)
}
