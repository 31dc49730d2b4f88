// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// One occurrence that was not shown when it was due.
package struct MissedRequest: Hashable, Sendable {
    /// Whose it is.
    package let app: String
    package let request: Request
    package let due: Date
    /// When it was noticed.
    package let date: Date
    /// Why: `missed`, `paused`, `quiet`, `flood`, `skip`, `old`, `expires`, `over`.
    package let reason: String
    /// It comes in a digest.
    package let isWaiting: Bool

    /// The reason of what came among too many at once.
    package static let floodReason = "flood"

    package init(app: String, request: Request, due: Date, date: Date, reason: String, isWaiting: Bool) {
        self.app = app
        self.request = request
        self.due = due
        self.date = date
        self.reason = reason
        self.isWaiting = isWaiting
    }
}
