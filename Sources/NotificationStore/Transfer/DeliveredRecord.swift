// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A delivered notification that has not ended.
package struct DeliveredRecord: Hashable, Sendable {
    /// The state of a delivered notification, as far as another machine can know it.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Fired, and not shown by a server yet.
        case presenting
        /// On a screen, or lost with its server: it comes back as the person's policy says.
        case shown
        /// In the list of delivered notifications, and nowhere else.
        case listed
    }

    /// The nags that are left.
    package struct Nagging: Hashable, Sendable {
        /// The date of the next nag.
        package var due: Date
        /// Number of nags that are left; nil for no limit.
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
