// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program that compares the notification of its launch options with the one that its delegate gets.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var launched: UILocalNotification?

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        launched = launchOptions?[.localNotification] as? UILocalNotification
        print("will finish \(launched?.alertBody ?? "by hand")")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        print("did finish \(launchOptions?[.localNotification] as? UILocalNotification === launched)")
        if launched == nil {
            let notification = UILocalNotification()
            notification.alertBody = "Tea"
            notification.fireDate = Date(timeIntervalSinceNow: 0.5)
            application.scheduleLocalNotification(notification)
            _ = application.scheduledLocalNotifications
            exit(0)
        }
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { print("active") }

    func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
        print("received \(notification === launched) \(application.applicationState == .inactive)")
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
    }
}
