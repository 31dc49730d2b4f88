// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A program that gets all responses which have waited for its launch.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var launched: UILocalNotification?
    var count = 0

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        launched = launchOptions?[.localNotification] as? UILocalNotification
        print("did finish \(launched?.alertBody ?? "by hand")")
        if launched == nil {
            for text in ["Tea", "Cake"] {
                let notification = UILocalNotification()
                notification.alertBody = text
                notification.fireDate = Date(timeIntervalSinceNow: 0.5)
                application.scheduleLocalNotification(notification)
            }
            _ = application.scheduledLocalNotifications
            exit(0)
        }
        return true
    }

    func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
        print("received \(notification.alertBody ?? "") \(notification === launched)")
        count += 1
        guard count == 2 else { return }
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
    }
}
