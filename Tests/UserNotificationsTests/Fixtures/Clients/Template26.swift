// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Flags: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
// Flags: -enable-upcoming-feature InferIsolatedConformances

import Foundation
import UserNotifications

final class Delegate26: NSObject, UNUserNotificationCenterDelegate {
    var last = ""

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        last = notification.request.identifier
        completionHandler([.banner, .sound])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        last = response.actionIdentifier
        completionHandler()
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        last = "settings"
    }
}

struct Item: Identifiable, Codable {
    var id = UUID()
    var title: String
}

enum Schedule {
    static func all(_ items: [Item]) {
        let center = UNUserNotificationCenter.current()
        center.getNotificationSettings { settings in
            guard settings.authorizationStatus == .authorized else { return }
            Task { @MainActor in
                for item in items { try? await add(item) }
            }
        }
    }

    static func add(_ item: Item) async throws {
        let content = UNMutableNotificationContent()
        content.title = item.title
        content.attachments = []
        let center = UNUserNotificationCenter.current()
        try await center.add(UNNotificationRequest(identifier: item.id.uuidString, content: content, trigger: nil))
        let pending = await center.pendingNotificationRequests()
        print(pending.filter { $0.identifier == item.id.uuidString }.count)
    }
}

// An extension's class is nobody's: its methods are called on threads of the system.
nonisolated class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        if let bestAttemptContent { contentHandler(bestAttemptContent) }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler, let bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}

nonisolated final class DoubleOfContent26: UNMutableNotificationContent, @unchecked Sendable { var extra = 1 }
