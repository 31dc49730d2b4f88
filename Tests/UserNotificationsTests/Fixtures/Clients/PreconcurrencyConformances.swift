// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// 157: with @preconcurrency, or isolated to the main actor, handler methods build in both modes.

@preconcurrency import UserNotifications

@MainActor
final class Preconcurrency: NSObject {
    var count = 0
}

extension Preconcurrency: @preconcurrency UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        count += 1
        completionHandler([.banner])
    }
}

@MainActor
final class Isolated: NSObject, @MainActor UNUserNotificationCenterDelegate {
    var count = 0

    func begin() { UNUserNotificationCenter.current().delegate = self }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        count += 1
        completionHandler()
    }
}
