// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A notification of OS X 10.8, from a program without a nib.
import AppKitNotifications

class AppDelegate: NSObject, NSApplicationDelegate, NSUserNotificationCenterDelegate {
    func applicationDidFinishLaunching(_ aNotification: Notification) {
        print(
            aNotification.userInfo?[NSApplication.launchUserNotificationUserInfoKey] == nil ? "by hand" : "by a click")
        let center = NSUserNotificationCenter.default
        center.delegate = self
        let notification = NSUserNotification()
        notification.title = "Build finished"
        notification.subtitle = "belfry"
        notification.informativeText = "0 warnings"
        notification.soundName = NSUserNotificationDefaultSoundName
        notification.userInfo = ["build": 12]
        center.deliver(notification)
    }

    nonisolated func userNotificationCenter(
        _ center: NSUserNotificationCenter, didDeliver notification: NSUserNotification
    ) { print("delivered \(notification.isPresented)") }

    nonisolated func userNotificationCenter(
        _ center: NSUserNotificationCenter, shouldPresent notification: NSUserNotification
    ) -> Bool { true }

    nonisolated func userNotificationCenter(
        _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
    ) {
        print("\(notification.activationType.rawValue) \(notification.userInfo?["build"] as? Int ?? 0)")
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { exit(0) }
    }
}

let application = NSApplication.shared
let delegate = AppDelegate()
application.delegate = delegate
application.run()
