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
