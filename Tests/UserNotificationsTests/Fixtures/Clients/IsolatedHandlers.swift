// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// 157: a main actor's handler method is a warning in Swift 5 and an error in Swift 6; async methods are neither.
// Swift 5 says: warning: conformance of 'Handling' to protocol 'UNUserNotificationCenterDelegate' crosses into main actor
// Swift 6 says: error: conformance of 'Handling' to protocol 'UNUserNotificationCenterDelegate' crosses into main actor

import UserNotifications

@MainActor
final class Handling: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        completionHandler()
    }
}

@MainActor
final class Async: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}
}
