// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Swift 5 says: warning: extension declares a conformance of imported type 'UNAuthorizationStatus' to imported proto
// Swift 6 says: warning: extension declares a conformance of imported type 'UNAuthorizationStatus' to imported proto
// Swift 6 says: warning: capture of 'completion' with non-Sendable type '(UNAuthorizationStatus) -> Void' in a '@Sen
// Swift 6 says: warning: capture of 'shouldRemove' with non-Sendable type '(UNNotification) -> Bool' in a '@Sendable

import Foundation
import UserNotifications

enum NotificationManager {
    enum Action: String { case retryBolus, acknowledgeAlert }
    enum CategoryName: String, CaseIterable { case bolusFailure, alert }

    private static var notificationCategories: Set<UNNotificationCategory> {
        var categories = [UNNotificationCategory]()
        let retryBolusAction = UNNotificationAction(
            identifier: Action.retryBolus.rawValue,
            title: NSLocalizedString("Retry", comment: "The title of the notification action to retry a bolus command"),
            options: [])
        categories.append(UNNotificationCategory(
            identifier: CategoryName.bolusFailure.rawValue,
            actions: [retryBolusAction],
            intentIdentifiers: [],
            options: []))
        let acknowledge = UNNotificationAction(identifier: Action.acknowledgeAlert.rawValue, title: "OK", options: .foreground)
        categories.append(UNNotificationCategory(identifier: CategoryName.alert.rawValue, actions: [acknowledge], intentIdentifiers: [], options: .customDismissAction))
        return Set(categories)
    }

    static func getAuthorization(_ completion: @escaping (UNAuthorizationStatus) -> Void) {
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            completion(settings.authorizationStatus)
        }
    }

    static func authorize(delegate: UNUserNotificationCenterDelegate) {
        var authOptions: UNAuthorizationOptions = [.badge, .sound, .alert]
        if #available(iOS 15.0, *) { authOptions.insert(.timeSensitive) }
        let center = UNUserNotificationCenter.current()
        center.delegate = delegate
        center.requestAuthorization(options: authOptions) { (granted, error) in
            guard granted else { return }
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                guard settings.authorizationStatus == .authorized else { return }
            }
        }
        center.setNotificationCategories(notificationCategories)
    }

    static func sendLoopNotRunning(after interval: TimeInterval, count: Int) {
        let notification = UNMutableNotificationContent()
        let formatter = NumberFormatter()
        formatter.maximumFractionDigits = 1
        notification.body = String(format: NSLocalizedString("Loop has not completed successfully in %@", comment: ""), "\(interval)")
        notification.title = NSLocalizedString("Loop Failure", comment: "")
        notification.sound = .default
        if #available(iOS 15.0, *) { notification.interruptionLevel = .timeSensitive }
        notification.categoryIdentifier = CategoryName.alert.rawValue
        notification.threadIdentifier = CategoryName.alert.rawValue
        notification.badge = NSNumber(value: count)
        notification.userInfo = ["interval": interval, "date": Date(), "units": Double(count)]
        let request = UNNotificationRequest(
            identifier: "\(CategoryName.alert.rawValue)\(interval)", content: notification,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: interval + Double(60 * count), repeats: false))
        UNUserNotificationCenter.current().add(request)
    }

    static func removeDelivered(_ shouldRemove: @escaping (UNNotification) -> Bool) {
        UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
            let ids = notifications.filter(shouldRemove).map { $0.request.identifier }
            UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: ids)
        }
    }
}

extension UNAuthorizationStatus: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notDetermined: return "notDetermined"
        case .denied: return "denied"
        case .authorized: return "authorized"
        case .provisional: return "provisional"
        case .ephemeral: return "ephemeral"
        @unknown default: return "unknown"
        }
    }
}
