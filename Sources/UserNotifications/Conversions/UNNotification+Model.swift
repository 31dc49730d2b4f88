// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotification {
    /// Creates a notification that the agent has delivered.
    convenience init(_ notification: NotificationModel.Notification) {
        self.init(date: notification.date, request: UNNotificationRequest(notification.request))
    }
}
