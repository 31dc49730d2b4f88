// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Swift 6 says: warning: converting non-Sendable function value to '@Sendable (UNNotificationSettings) -> Void' may 
// Swift 6 says: warning: capture of 'completion' with non-Sendable type '(Bool, (any Error)?) -> Void' in a '@Sendab
// Swift 6 says: warning: capture of 'completion' with non-Sendable type '(UNNotificationSettings) -> Void' in a '@Se
// Swift 6 says: warning: passing non-Sendable parameter 'completion' to function expecting a '@Sendable' closure

import Foundation
import UserNotifications

// Firefox, Wikipedia, WordPress, DuckDuckGo and Kickstarter in small.
protocol NotificationManagerProtocol {
    func requestAuthorization(completion: @escaping (Bool, Error?) -> Void)
    func requestAuthorization() async throws -> Bool
    func getNotificationSettings(sendTelemetry: Bool, completion: @escaping (UNNotificationSettings) -> Void)
    func hasPermission(completion: @escaping (Bool) -> Void)
    func schedule(title: String, body: String, id: String, date: Date, repeats: Bool)
    func findDeliveredNotifications(completion: @escaping ([UNNotification]) -> Void)
}

class NotificationManager: NotificationManagerProtocol {
    private var center: UNUserNotificationCenter
    init(center: UNUserNotificationCenter = UNUserNotificationCenter.current()) { self.center = center }

    func requestAuthorization(completion: @escaping (Bool, Error?) -> Void) {
        center.requestAuthorization(options: [.alert, .badge, .sound]) { granted, error in
            completion(granted, error)
            guard !granted else { return }
        }
    }

    func requestAuthorization() async throws -> Bool {
        do {
            return try await center.requestAuthorization(options: [.alert, .badge, .sound])
        } catch { throw error }
    }

    func getNotificationSettings(sendTelemetry: Bool = false, completion: @escaping (UNNotificationSettings) -> Void) {
        center.getNotificationSettings { settings in completion(settings) }
    }

    func getNotificationSettings(sendTelemetry: Bool = false) async -> UNNotificationSettings {
        return await center.notificationSettings()
    }

    func hasPermission(completion: @escaping (Bool) -> Void) {
        getNotificationSettings { settings in
            var hasPermission = false
            switch settings.authorizationStatus {
            case .authorized, .ephemeral, .provisional: hasPermission = true
            case .notDetermined, .denied: fallthrough
            @unknown default: hasPermission = false
            }
            completion(hasPermission)
        }
    }

    func schedule(title: String, body: String, id: String, date: Date, repeats: Bool = false) {
        let units: Set<Calendar.Component> = [.minute, .hour, .day, .month, .year]
        let dateComponents = Calendar.current.dateComponents(units, from: date)
        let trigger = UNCalendarNotificationTrigger(dateMatching: dateComponents, repeats: repeats)
        schedule(title: title, body: body, id: id, trigger: trigger)
    }

    func schedule(title: String, body: String, id: String, interval: TimeInterval, repeats: Bool = false) {
        schedule(title: title, body: body, id: id, trigger: UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: repeats))
    }

    func findDeliveredNotifications(completion: @escaping ([UNNotification]) -> Void) { center.getDeliveredNotifications(completionHandler: completion) }

    func findDeliveredNotificationForId(id: String, completion: @escaping (UNNotification?) -> Void) {
        findDeliveredNotifications { notificationList in completion(notificationList.filter { $0.request.identifier == id }.first) }
    }

    private func schedule(title: String, body: String, id: String, trigger: UNNotificationTrigger) {
        let notificationContent = UNMutableNotificationContent()
        notificationContent.title = title
        notificationContent.body = body
        notificationContent.sound = UNNotificationSound.default
        let request = UNNotificationRequest(identifier: id, content: notificationContent, trigger: trigger)
        center.add(request, withCompletionHandler: nil)
    }
}

struct Environment {
    var center: () -> UNUserNotificationCenter = { .current() }
    var settings: (@escaping (UNNotificationSettings) -> Void) -> Void = UNUserNotificationCenter.current().getNotificationSettings(completionHandler:)
}

struct PushNotificationPayload: Decodable { let title: String }

public class PushProcessor: NSObject {
    public static func parse(_ notification: UNNotification) -> String? {
        let info = notification.request.content.userInfo
        guard let custom = info["custom"] as? [AnyHashable: Any], let id = custom["i"] as? String else { return nil }
        if let number = info["n"] as? NSNumber { return "\(id)\(number.int64Value)" }
        if let int = info["count"] as? Int, let double = info["count"] as? Double { return "\(int)\(double)" }
        return id
    }
}
