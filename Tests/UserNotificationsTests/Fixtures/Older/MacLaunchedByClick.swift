// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A Mac program that was started by a click finds the notification in the launch's user info.
import AppKitNotifications

class AppDelegate: NSObject, NSApplicationDelegate, NSUserNotificationCenterDelegate {
    nonisolated(unsafe) var launched: NSUserNotification?

    func applicationDidFinishLaunching(_ launch: Notification) {
        launched = launch.userInfo?[NSApplication.launchUserNotificationUserInfoKey] as? NSUserNotification
        print("did finish \(launched?.title ?? "by hand") \(launched?.activationType.rawValue ?? 0)")
        let center = NSUserNotificationCenter.default
        if launched == nil {
            let notification = NSUserNotification()
            notification.title = "Tea"
            notification.deliveryDate = Date(timeIntervalSinceNow: 0.5)
            center.scheduleNotification(notification)
            _ = center.scheduledNotifications
            exit(0)
        }
        center.delegate = self
    }

    nonisolated func userNotificationCenter(
        _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
    ) {
        print("activated \(notification === launched)")
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
    }
}

let application = NSApplication.shared
let delegate = AppDelegate()
application.delegate = delegate
application.run()
