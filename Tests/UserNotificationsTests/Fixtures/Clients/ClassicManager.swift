// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Swift 6 says: error: static property 'shared' is not concurrency-safe because non-'Sendable' type 'Pomodoro' may h
// Swift 6 says: warning: capture of 'self' with non-Sendable type 'LocalNotificationManager' in a '@Sendable' closur
// Swift 6 says: warning: capture of 'self' with non-Sendable type 'Pomodoro' in a '@Sendable' closure

import Foundation
import UserNotifications

class LocalNotificationManager {
    var notifications = [LocalNotification]()

    struct LocalNotification {
        var id: String
        var title: String
        var datetime: DateComponents
    }

    func listScheduledNotifications() {
        UNUserNotificationCenter.current().getPendingNotificationRequests { notifications in
            for notification in notifications {
                print(notification)
            }
        }
    }

    private func requestAuthorization() {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { granted, error in
            if granted == true && error == nil {
                self.scheduleNotifications()
            }
        }
    }

    func schedule() {
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            switch settings.authorizationStatus {
            case .notDetermined:
                self.requestAuthorization()
            case .authorized, .provisional:
                self.scheduleNotifications()
            default:
                break // Do nothing
            }
        }
    }

    private func scheduleNotifications() {
        for notification in notifications {
            let content = UNMutableNotificationContent()
            content.title = notification.title
            content.sound = .default
            content.badge = 1
            let trigger = UNCalendarNotificationTrigger(dateMatching: notification.datetime, repeats: false)
            let request = UNNotificationRequest(identifier: notification.id, content: content, trigger: trigger)
            UNUserNotificationCenter.current().add(request) { error in
                guard error == nil else { return }
                print("Notification scheduled! --- ID = \(notification.id)")
            }
        }
    }
}

final class Pomodoro {
    static let shared = Pomodoro()
    let center = UNUserNotificationCenter.current()
    let options: UNAuthorizationOptions = [.alert, .sound]

    func start(minutes: Int) {
        center.getNotificationSettings { (settings) in
            if settings.authorizationStatus != .authorized {
                DispatchQueue.main.async { print("denied") }
                return
            }
            let content = UNMutableNotificationContent()
            content.title = "Break"
            content.relevanceScore = 0.9
            content.targetContentIdentifier = "window"
            self.center.add(.init(identifier: "pomodoro", content: content, trigger: UNTimeIntervalNotificationTrigger(timeInterval: TimeInterval(minutes * 60), repeats: false)))
        }
    }
}
