// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program's own property for the center, which its delegates have, too.

import UserNotifications

protocol Notifying {}

extension Notifying {
    var userNotificationCenter: UNUserNotificationCenter { .current() }
}

final class Coordinator: NSObject, Notifying, UNUserNotificationCenterDelegate {
    func clear() {
        let center = userNotificationCenter
        center.removeAllDeliveredNotifications()
        userNotificationCenter.delegate = self
    }
}
