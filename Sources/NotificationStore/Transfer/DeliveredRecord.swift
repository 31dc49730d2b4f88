// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A delivered notification that has not ended.
package struct DeliveredRecord: Hashable, Sendable {
    /// Where it stands, as far as another machine can know.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It has fired, and no server has shown it.
        case presenting
        /// It was on a screen, or went with the server that had it there: it comes back, as the person's policy says.
        case shown
        /// It is in the list of what was delivered, and nowhere else.
        case listed
    }

    /// How it goes on nagging.
    package struct Nagging: Hashable, Sendable {
        /// When it is shown again.
        package var due: Date
        /// How often still; nil is without end.
        package var remaining: Int?

        package init(due: Date, remaining: Int?) {
            self.due = due
            self.remaining = remaining
        }
    }

    package var notification: NotificationModel.Notification
    package var state: State
    /// Nil where it nags no more.
    package var nagging: Nagging?

    package init(notification: NotificationModel.Notification, state: State, nagging: Nagging? = nil) {
        self.notification = notification
        self.state = state
        self.nagging = nagging
    }
}
