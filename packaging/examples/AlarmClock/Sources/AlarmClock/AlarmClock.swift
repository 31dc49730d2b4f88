// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UIKitNotifications

/// The alarms, which are local notifications.
class AlarmClock {
    static let snoozeIdentifier = "SNOOZE"
    static let stopIdentifier = "STOP"
    static let categoryIdentifier = "ALARM"

    /// Seconds of a snooze.
    let snoozeTime: TimeInterval = 9 * 60

    @MainActor
    func registerActions(with application: UIApplication) {
        let snooze = UIMutableUserNotificationAction()
        snooze.identifier = AlarmClock.snoozeIdentifier
        snooze.title = "Snooze"
        snooze.activationMode = .background

        let stop = UIMutableUserNotificationAction()
        stop.identifier = AlarmClock.stopIdentifier
        stop.title = "Stop"
        stop.activationMode = .background
        stop.isDestructive = true

        let category = UIMutableUserNotificationCategory()
        category.identifier = AlarmClock.categoryIdentifier
        category.setActions([snooze, stop], for: .default)
        category.setActions([snooze, stop], for: .minimal)

        let settings = UIUserNotificationSettings(types: [.alert, .sound, .badge], categories: [category])
        application.registerUserNotificationSettings(settings)
    }

    /// Sets an alarm that repeats every day.
    @MainActor
    func setAlarm(_ text: String, after seconds: TimeInterval) {
        let notification = UILocalNotification()
        notification.fireDate = Date(timeIntervalSinceNow: seconds)
        notification.timeZone = TimeZone.current
        notification.repeatInterval = .day
        notification.alertBody = text
        notification.alertAction = "Show"
        notification.soundName = UILocalNotificationDefaultSoundName
        notification.category = AlarmClock.categoryIdentifier
        notification.userInfo = ["alarm": text]
        UIApplication.shared.scheduleLocalNotification(notification)
    }

    /// Presents an alarm once more; its daily repetition stays.
    @MainActor
    func snooze(_ notification: UILocalNotification) {
        guard let again = notification.copy() as? UILocalNotification else { return }
        again.fireDate = Date(timeIntervalSinceNow: snoozeTime)
        again.repeatInterval = []
        UIApplication.shared.scheduleLocalNotification(again)
    }

    /// Removes an alarm, and its snoozes.
    @MainActor
    func stop(_ notification: UILocalNotification) {
        let name = notification.userInfo?["alarm"] as? String
        for other in UIApplication.shared.scheduledLocalNotifications ?? []
        where other.userInfo?["alarm"] as? String == name {
            UIApplication.shared.cancelLocalNotification(other)
        }
    }
}
