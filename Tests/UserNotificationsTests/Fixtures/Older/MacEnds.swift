// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A Mac program that does its work in `didActivate`, and ends there.
import AppKitNotifications

class AppDelegate: NSObject, NSApplicationDelegate, NSUserNotificationCenterDelegate {
    func applicationDidFinishLaunching(_ launch: Notification) {
        let key = NSApplication.launchIsDefaultUserInfoKey
        let isByHand = (launch.userInfo![key] as! NSNumber).boolValue
        let center = NSUserNotificationCenter.default
        center.delegate = self
        guard isByHand else { return }
        let notification = NSUserNotification()
        notification.title = "Tea"
        notification.deliveryDate = Date(timeIntervalSinceNow: 0.5)
        notification.setValue(true, forKey: "_showsButtons")
        center.scheduleNotification(notification)
        _ = center.scheduledNotifications
        exit(0)
    }

    nonisolated func userNotificationCenter(
        _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
    ) {
        print("activated")
        exit(0)
    }
}

let application = NSApplication.shared
let delegate = AppDelegate()
application.delegate = delegate
application.run()
