// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A request that waits for its moment.
package struct PendingRequest: Hashable, Sendable {
    /// Whose it is.
    package let app: String
    package let request: Request
    /// When it fires next; may be past if nobody has looked yet.
    package let due: Date
    /// When it was added: what its trigger counts from. For a snoozed one, when it was snoozed.
    package let addedAt: Date
    /// The copy that snoozing made: it fires once, at ``due``, whatever its trigger says.
    package let isSnoozed: Bool

    package init(app: String, request: Request, due: Date, addedAt: Date, isSnoozed: Bool = false) {
        self.app = app
        self.request = request
        self.due = due
        self.addedAt = addedAt
        self.isSnoozed = isSnoozed
    }
}
