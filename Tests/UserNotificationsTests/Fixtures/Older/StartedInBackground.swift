// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program that is started for a background action, and reminds at once.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard launchOptions == nil else { return true }
        let later = UIMutableUserNotificationAction()
        later.identifier = "LATER"
        later.title = "Later"
        later.activationMode = .background
        let category = UIMutableUserNotificationCategory()
        category.identifier = "TEA"
        category.setActions([later], for: .default)
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: .alert, categories: Set(arrayLiteral: category)))
        remind("Tea")
        _ = application.scheduledLocalNotifications
        exit(0)
    }

    // The program stays out of sight, so this method is not called.
    func applicationDidBecomeActive(_ application: UIApplication) {
        print("active")
        fflush(nil)
    }

    func remind(_ text: String) {
        let notification = UILocalNotification()
        notification.alertBody = text
        notification.category = "TEA"
        UIApplication.shared.scheduleLocalNotification(notification)
    }

    func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
        print("received \(notification.alertBody ?? "")")
        fflush(nil)
    }

    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping () -> Void
    ) {
        print("action \(identifier ?? "nil")")
        fflush(nil)
        remind("Tea again")
        completionHandler()
        DispatchQueue.main.asyncAfter(deadline: .now() + 3) { exit(0) }
    }
}
