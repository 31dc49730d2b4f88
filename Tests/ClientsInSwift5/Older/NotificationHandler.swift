// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Code from before Swift 6: handlers capture classes that are not Sendable, and completion blocks are not Sendable.

import Foundation
import UserNotifications

class NotificationHandler: NSObject, UNUserNotificationCenterDelegate {
    static let shared = NotificationHandler()
    static var instances = 0

    let notificationCenter = UNUserNotificationCenter.current()
    var onOpen: ((String) -> Void)?
    var isRegistered = false
    private var badge = 0

    override init() {
        super.init()
        notificationCenter.delegate = self
        NotificationHandler.instances += 1
    }

    func userRequest() {
        let options: UNAuthorizationOptions = [.alert, .sound, .badge]
        notificationCenter.requestAuthorization(options: options) {
            (didAllow, error) in
            if !didAllow {
                print("User has declined notifications")
            }
            self.isRegistered = didAllow
        }
    }

    func requestAuthorization(completion: @escaping (Bool) -> Void) {
        UNUserNotificationCenter.current()
            .requestAuthorization(options: [.alert, .sound, .badge]) { [weak self] granted, _ in
                self?.isRegistered = granted
                completion(granted)
            }
    }

    func fetchSettings(_ completion: @escaping (UNNotificationSettings) -> ()) {
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            DispatchQueue.main.async {
                self.isRegistered = settings.authorizationStatus == .authorized
                completion(settings)
            }
        }
        UNUserNotificationCenter.current().getNotificationSettings(completionHandler: completion)
    }

    func scheduleNotification(notificationType: String, completion: ((Error?) -> Void)? = nil) {
        let content = UNMutableNotificationContent()
        content.title = notificationType
        content.badge = NSNumber(integerLiteral: badge + 1)
        badge += 1
        let date = Date(timeIntervalSinceNow: 3600)
        let triggerWeekly = Calendar.current.dateComponents([.weekday, .hour, .minute, .second], from: date)
        let trigger = UNCalendarNotificationTrigger(dateMatching: triggerWeekly, repeats: true)
        let request = UNNotificationRequest(identifier: "Local", content: content, trigger: trigger)
        notificationCenter.add(request) { (error) in
            self.badge -= error == nil ? 0 : 1
            completion?(error)
        }
        notificationCenter.add(request, withCompletionHandler: completion)
    }

    func pending(completion: @escaping ([UNNotificationRequest]) -> Void) {
        var found: [UNNotificationRequest] = []
        let group = DispatchGroup()
        group.enter()
        notificationCenter.getPendingNotificationRequests { requests in
            found = requests
            group.leave()
        }
        group.notify(queue: .main) { completion(found) }
    }

    func waitForSettings() -> UNNotificationSettings? {
        let semaphore = DispatchSemaphore(value: 0)
        var result: UNNotificationSettings?
        notificationCenter.getNotificationSettings {
            result = $0
            semaphore.signal()
        }
        _ = semaphore.wait(timeout: .now() + 1)
        return result
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        if #available(iOS 14.0, macOS 11.0, *) {
            completionHandler([.banner, .list, .sound])
        } else {
            completionHandler([.alert, .sound])
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        DispatchQueue.main.async {
            self.onOpen?(response.notification.request.identifier)
            completionHandler()
        }
    }
}

// A protocol that wraps the center with plain completion handlers builds, too, with a warning, as with Apple's module:
// the center's handlers are @Sendable.
protocol NotificationCentering {
    func requestAuthorization(
        options: UNAuthorizationOptions, completionHandler: @escaping @Sendable (Bool, Error?) -> Void)
    func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void)
    func add(_ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable (Error?) -> Void)?)
}

extension UNUserNotificationCenter: NotificationCentering {}
