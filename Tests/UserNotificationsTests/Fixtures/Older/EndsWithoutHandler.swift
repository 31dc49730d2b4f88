// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// An iOS program that ends in a method with a handler, and never calls the handler.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard launchOptions == nil else { return true }
        let later = UIMutableUserNotificationAction()
        (later.identifier, later.title, later.activationMode) = ("LATER", "Later", .background)
        let category = UIMutableUserNotificationCategory()
        category.identifier = "TEA"
        category.setActions([later], for: .default)
        application.registerUserNotificationSettings(UIUserNotificationSettings(types: .alert, categories: [category]))
        let notification = UILocalNotification()
        (notification.alertBody, notification.category) = ("Tea", "TEA")
        notification.fireDate = Date(timeIntervalSinceNow: 0.5)
        application.scheduleLocalNotification(notification)
        _ = application.scheduledLocalNotifications
        exit(0)
    }

    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping () -> Void
    ) {
        print("action")
        exit(0)
    }
}
