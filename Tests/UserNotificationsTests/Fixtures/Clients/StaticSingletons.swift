// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// What strict concurrency says of globals: these are Sendable, isolated, or made anew.

import Foundation
import UserNotifications

@MainActor
final class Notifier: NSObject, UNUserNotificationCenterDelegate {
    static let shared = Notifier()
    private(set) var status: UNAuthorizationStatus = .notDetermined
    private(set) var unread = 0
    var onOpen: ((String) -> Void)?

    override private init() {
        super.init()
        UNUserNotificationCenter.current().delegate = self
    }

    func refresh() async {
        status = await UNUserNotificationCenter.current().notificationSettings().authorizationStatus
    }

    func request() async -> Bool {
        do {
            let granted = try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge])
            await refresh()
            return granted
        } catch {
            return false
        }
    }

    func schedule(title: String, after seconds: TimeInterval) async throws {
        let content = UNMutableNotificationContent()
        content.title = title
        content.sound = .default
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
        try await UNUserNotificationCenter.current().add(request)
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner, .sound]
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let identifier = response.notification.request.identifier
        await MainActor.run {
            unread += 1
            onOpen?(identifier)
        }
    }
}

@MainActor
final class WithHandlers: NSObject, UNUserNotificationCenterDelegate {
    var seen: [String] = []

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list])
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let identifier = response.actionIdentifier
        let id = response.notification.request.content.userInfo["id"] as? String
        Task { @MainActor in
            self.seen.append(identifier)
            if let id { self.seen.append(id) }
        }
        completionHandler()
    }
}

@MainActor
final class AssumesMain: NSObject, UNUserNotificationCenterDelegate {
    var seen: [String] = []

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let identifier = response.actionIdentifier
        MainActor.assumeIsolated { seen.append(identifier) }
        completionHandler()
    }
}
