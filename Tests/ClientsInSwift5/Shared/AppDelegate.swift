// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// An application delegate with completion handlers, as in projects from before async/await.

import UserNotifications

class AppDelegate: NSObject {
    func applicationDidFinishLaunching() {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.requestAuthorization(options: [.sound, .alert, .badge]) { (granted, error) in
            guard granted else { return }
            if let error = error { print(error) }
        }
        center.requestAuthorization { granted, _ in print(granted) }
    }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        if notification.request.trigger is UNPushNotificationTrigger {
            completionHandler([])
            return
        }
        completionHandler([.alert, .sound, .badge])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        defer { completionHandler() }
        let content = response.notification.request.content
        if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
            print(content.categoryIdentifier, content.targetContentIdentifier ?? "")
        }
        guard let aps = content.userInfo["aps"] as? [String: AnyObject] else { return }
        print(aps)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {
        print(notification?.request.identifier ?? "from the system")
    }
}

// A method with a @Sendable handler, and one that returns early inside the handler form.
final class SendableDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        return completionHandler(UNNotificationPresentationOptions.banner)
    }
}

final class EmptyDelegate: NSObject, UNUserNotificationCenterDelegate {}
