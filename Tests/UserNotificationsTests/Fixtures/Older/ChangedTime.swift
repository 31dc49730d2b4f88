// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A calendar that draws the day anew when the time has changed.
import UIKitNotifications

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func applicationDidBecomeActive(_ application: UIApplication) {
        print("active")
        NotificationCenter.default.addObserver(
            forName: UIApplication.significantTimeChangeNotification, object: application, queue: nil
        ) { _ in
            print("posted")
            fflush(nil)
        }
    }

    func applicationSignificantTimeChange(_ application: UIApplication) {
        print("changed")
        DispatchQueue.main.async { exit(0) }
    }
}
