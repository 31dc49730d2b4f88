// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// An application delegate with the handler forms, as every project made before async/await has it.

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

// One that says @Sendable, and one that returns inside of the handler form.
final class SendableDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        return completionHandler(UNNotificationPresentationOptions.banner)
    }
}

final class EmptyDelegate: NSObject, UNUserNotificationCenterDelegate {}
