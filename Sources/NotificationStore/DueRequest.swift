// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A request whose moment has come.
package struct DueRequest: Hashable, Sendable {
    /// Whose it is.
    package let app: String
    package let request: Request
    /// When it was added: what its trigger counts from.
    package let addedAt: Date
    package let due: Date
    /// The copy that snoozing made; its trigger says nothing.
    package let isSnoozed: Bool

    package init(app: String, request: Request, addedAt: Date, due: Date, isSnoozed: Bool) {
        self.app = app
        self.request = request
        self.addedAt = addedAt
        self.due = due
        self.isSnoozed = isSnoozed
    }
}

/// What becomes of a ``DueRequest``.
package struct Firing: Hashable, Sendable {
    /// Its next date, later than the one that is due; nil takes it out. Not asked of a snoozed one.
    package var next: Date?
    /// All dates up to this reading of the person's clock are done with.
    package var settled: LocalTime?

    package init(next: Date?, settled: LocalTime? = nil) {
        self.next = next
        self.settled = settled
    }
}
