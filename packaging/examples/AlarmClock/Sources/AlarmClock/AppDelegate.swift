// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UIKitNotifications

/// An alarm clock as it was written in 2014: `AlarmClock 480 "Get up"` sets an alarm in 480 seconds and ends. The agent
/// starts the program again when the person answers.
///
/// Of the program for iOS, the import, `@main` and the two lines with "Linux only" have changed.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let clock = AlarmClock()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // Linux only: iOS suspends a program that has handled a background action.
        application.terminatesAfterBackgroundAction = true
        clock.registerActions(with: application)
        if let alarm = launchOptions?[.localNotification] as? UILocalNotification {
            print("Started for \"\(alarm.alertBody ?? "")\".")
        }
        // Linux only: an alarm is set on the command line, because there is no screen.
        let words = CommandLine.arguments.dropFirst()
        if let seconds = words.first.flatMap({ TimeInterval($0) }) {
            clock.setAlarm(words.dropFirst().first ?? "Get up", after: seconds)
            print("\(application.scheduledLocalNotifications?.count ?? 0) alarms are set.")
            exit(0)
        }
        return true
    }

    func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
        print("Opened \"\(notification.alertBody ?? "")\".")
        fflush(nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { exit(0) }
    }

    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping () -> Void
    ) {
        if identifier == AlarmClock.snoozeIdentifier {
            clock.snooze(notification)
            print("Snoozed \"\(notification.alertBody ?? "")\".")
        } else {
            clock.stop(notification)
            print("Stopped \"\(notification.alertBody ?? "")\".")
        }
        fflush(nil)
        completionHandler()
    }
}
