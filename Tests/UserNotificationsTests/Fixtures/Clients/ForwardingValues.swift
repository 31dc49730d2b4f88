// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// L4: an optional method of the next delegate, taken as a value. Its handler is @Sendable, and in Swift 6 mode a value has no
// @preconcurrency of its own: called by its name, the method takes the handler with a warning.
// Swift 6 says: error: passing non-Sendable parameter 'completionHandler' to function expecting a '@Sendable' closure
// Swift 6 says: warning: passing non-Sendable parameter 'completionHandler' to function expecting a '@Sendable' closure

import UserNotifications

final class ForwardingValues: NSObject, UNUserNotificationCenterDelegate {
    weak var next: (any UNUserNotificationCenterDelegate)?

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        guard let forward = next?.userNotificationCenter(_:didReceive:withCompletionHandler:) else {
            return completionHandler()
        }
        forward(center, response, completionHandler)
    }
}

final class ForwardingCalls: NSObject, UNUserNotificationCenterDelegate {
    weak var next: (any UNUserNotificationCenterDelegate)?

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        guard let next else { return completionHandler() }
        next.userNotificationCenter?(center, didReceive: response, withCompletionHandler: completionHandler)
    }
}

final class ForwardingSendable: NSObject, UNUserNotificationCenterDelegate {
    weak var next: (any UNUserNotificationCenterDelegate)?

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        guard let forward = next?.userNotificationCenter(_:didReceive:withCompletionHandler:) else {
            return completionHandler()
        }
        forward(center, response, completionHandler)
    }
}
