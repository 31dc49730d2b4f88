// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// The texts of a notification are keys of Localizable.strings.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let alarm = UILocalNotification()
        alarm.alertTitle = "ALARM_TITLE"
        alarm.alertBody = "ALARM_BODY"
        alarm.alertAction = "ALARM_ACTION"
        application.presentLocalNotificationNow(alarm)
        return true
    }

    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping () -> Void
    ) {
        let texts = [notification.alertTitle, notification.alertBody, notification.alertAction]
        print("\(identifier ?? "nil") \(texts.map { $0 ?? "nil" }.joined(separator: " "))")
        fflush(nil)
        completionHandler()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
    }
}
