// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// The singleton of many tutorials, in the async form that compiles in both language modes.

import Foundation
import UserNotifications

final class NotificationManager: NSObject, Sendable {
    static let shared = NotificationManager()

    private override init() {
        super.init()
    }

    enum Identifier {
        static let category = "REMINDER"
        static let done = "DONE_ACTION"
        static let snooze = "SNOOZE_ACTION"
        static let reply = "REPLY_ACTION"
    }

    func configure() {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        registerCategories()
    }

    func registerCategories() {
        let done = UNNotificationAction(identifier: Identifier.done, title: "Done", options: [])
        let snooze = UNNotificationAction(
            identifier: Identifier.snooze,
            title: "Snooze",
            options: UNNotificationActionOptions(rawValue: 0))
        let delete = UNNotificationAction(
            identifier: "DELETE", title: "Delete", options: [.destructive, .authenticationRequired])
        let open = UNNotificationAction(
            identifier: "OPEN", title: "Open", options: .foreground,
            icon: UNNotificationActionIcon(systemImageName: "arrow.up"))
        let reply = UNTextInputNotificationAction(
            identifier: Identifier.reply, title: "Reply", options: [], textInputButtonTitle: "Send",
            textInputPlaceholder: "Your answer")
        let category = UNNotificationCategory(
            identifier: Identifier.category,
            actions: [done, snooze, delete, open, reply],
            intentIdentifiers: [],
            options: .customDismissAction)
        let other = UNNotificationCategory(
            identifier: "OTHER",
            actions: [UNNotificationAction(identifier: "A", title: "A")],
            intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: "",
            options: [.customDismissAction, .hiddenPreviewsShowTitle])
        UNUserNotificationCenter.current().setNotificationCategories([category, other])
    }

    func requestAuthorization() async -> Bool {
        do {
            return try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge])
        } catch {
            print("requestAuthorization", error)
            return false
        }
    }

    func requestAuthorizationWithoutLooking() async throws {
        try await UNUserNotificationCenter.current().requestAuthorization(options: [.provisional, .criticalAlert])
    }

    @discardableResult
    func schedule(title: String, body: String, after seconds: TimeInterval) async throws -> String {
        let identifier = UUID().uuidString
        let content = UNMutableNotificationContent()
        content.title = title
        content.body = body
        content.sound = .default
        content.categoryIdentifier = Identifier.category
        content.threadIdentifier = "reminders"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.8
        content.userInfo = ["id": identifier, "count": 3, "nested": ["a": 1]]
        content.userInfo["later"] = true
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: max(1, seconds), repeats: false)
        try await UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
        return identifier
    }

    func status() async -> UNAuthorizationStatus {
        await UNUserNotificationCenter.current().notificationSettings().authorizationStatus
    }

    func pendingCount() async -> Int {
        let center = UNUserNotificationCenter.current()
        async let pending = center.pendingNotificationRequests()
        async let delivered = center.deliveredNotifications()
        let categories = await center.notificationCategories()
        return await pending.count + delivered.count + categories.count
    }

    func clearBadge() {
        Task {
            try? await UNUserNotificationCenter.current().setBadgeCount(0)
        }
    }
}

extension NotificationManager: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        return [.banner, .list, .sound]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let userInfo = response.notification.request.content.userInfo
        if let id = userInfo["id"] as? String { print(id) }
        if let count = userInfo["count"] as? Int, count > 1 { print(count) }

        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier:
            print("opened")
        case UNNotificationDismissActionIdentifier:
            print("dismissed")
        case Identifier.done, Identifier.snooze:
            print("action")
        case Identifier.reply:
            if let textResponse = response as? UNTextInputNotificationResponse {
                print(textResponse.userText)
            }
        default:
            break
        }
    }
}
