// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Actions of iOS 8: a reminder that can be snoozed.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let snooze = UIMutableUserNotificationAction()
        snooze.identifier = "SNOOZE_IDENTIFIER"
        snooze.title = "Snooze"
        snooze.activationMode = .background
        snooze.isAuthenticationRequired = false
        snooze.isDestructive = false
        let done = UIMutableUserNotificationAction()
        done.identifier = "DONE_IDENTIFIER"
        done.title = "Done"
        done.activationMode = .background
        done.isDestructive = true
        let category = UIMutableUserNotificationCategory()
        category.identifier = "REMINDER_CATEGORY"
        category.setActions([done, snooze], for: .default)
        category.setActions([done], for: .minimal)
        let categories = Set(arrayLiteral: category as UIUserNotificationCategory)
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .sound], categories: categories))
        remind(at: Date(), "Pills")
        return true
    }

    func remind(at date: Date, _ text: String) {
        let notification = UILocalNotification()
        notification.fireDate = date
        notification.alertBody = text
        notification.category = "REMINDER_CATEGORY"
        UIApplication.shared.scheduleLocalNotification(notification)
    }

    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping () -> Void
    ) {
        print("\(identifier ?? "nil") \(application.applicationState == .background ? "background" : "?")")
        fflush(nil)
        if identifier == "SNOOZE_IDENTIFIER" {
            remind(at: Date(timeIntervalSinceNow: 0.5), "Pills again")
        } else {
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
        }
        completionHandler()
    }
}
