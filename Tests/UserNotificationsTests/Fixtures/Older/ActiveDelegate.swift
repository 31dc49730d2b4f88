// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// An application delegate with `@main`: a notification fires while the application is active.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        print(launchOptions == nil ? "no options" : "options")
        let settings = UIUserNotificationSettings(types: [.alert, .badge, .sound], categories: nil)
        application.registerUserNotificationSettings(settings)
        return true
    }

    func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings) {
        print("granted \(notificationSettings.types.rawValue)")
        let notification = UILocalNotification()
        notification.fireDate = Date(timeIntervalSinceNow: 0.5)
        notification.alertBody = "Dinner"
        application.scheduleLocalNotification(notification)
    }

    func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
        print("received \(notification.alertBody ?? "") \(application.applicationState == .active ? "active" : "?")")
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { exit(0) }
    }
}
