// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel
package import Triggers

/// A request that waits, with all that its next dates depend on.
package struct PendingRecord: Hashable, Sendable {
    /// Whose it is.
    package var app: String
    package var request: Request
    /// When it fires next.
    package var due: Date
    /// What its trigger counts from.
    package var addedAt: Date
    /// When it fired last, or for which date if that is later; nil for never.
    package var lastFired: Date?
    /// The copy that snoozing made.
    package var isSnoozed: Bool
    /// All its dates up to this reading of the person's clock are done with; nil where nobody noted it.
    package var settled: LocalTime?

    package init(
        app: String, request: Request, due: Date, addedAt: Date, lastFired: Date? = nil, isSnoozed: Bool = false,
        settled: LocalTime? = nil
    ) {
        self.app = app
        self.request = request
        self.due = due
        self.addedAt = addedAt
        self.lastFired = lastFired
        self.isSnoozed = isSnoozed
        self.settled = settled
    }
}
