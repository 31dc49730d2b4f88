// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import NotificationModel

/// A delivered notification that has not ended.
package struct DeliveredRecord: Hashable, Sendable {
    /// The state of a delivered notification, as far as another machine can know it.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The notification has fired, and no notification server has shown it yet.
        case presenting
        /// A server showed the notification and may have exited since; the person's policy decides whether it returns.
        case shown
        /// The notification is in the delivered list only.
        case listed
    }

    /// The remaining nags of a delivered notification.
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
    /// The remaining nags; nil if there are none.
    package var nagging: Nagging?
    /// The request before a service extension rewrote it; nil if no extension did.
    package var original: Request?

    package init(
        notification: NotificationModel.Notification, state: State, nagging: Nagging? = nil, original: Request? = nil
    ) {
        (self.notification, self.state, self.nagging) = (notification, state, nagging)
        self.original = original
    }
}
