// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A Mac program with `@main`: its notification has a picture of the bundle, and the program ends by itself.
import AppKitNotifications

@main
class AppDelegate: NSResponder, NSApplicationDelegate, NSUserNotificationCenterDelegate {
    func applicationWillFinishLaunching(_ notification: Notification) { print("will finish") }

    func applicationDidFinishLaunching(_ launch: Notification) {
        let notification = NSUserNotification()
        notification.title = "Photo"
        notification.contentImage = NSImage(named: "photo")
        print("did finish, \(notification.contentImage == nil ? "no picture" : "picture")")
        let center = NSUserNotificationCenter.default
        center.delegate = self
        center.deliver(notification)
    }

    nonisolated func userNotificationCenter(
        _ center: NSUserNotificationCenter, didActivate notification: NSUserNotification
    ) {
        print("activated")
        Task { @MainActor in
            try? await Task.sleep(nanoseconds: 300_000_000)
            NSApplication.shared.terminate(nil)
        }
    }

    func applicationWillTerminate(_ notification: Notification) { print("terminates") }
}
