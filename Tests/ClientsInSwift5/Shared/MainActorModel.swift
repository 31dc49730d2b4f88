// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// View models as people write them since Swift 5.5: isolated to the main actor.

import Foundation
import UserNotifications

@MainActor
final class NotificationModel: NSObject {
    var isGranted = false
    var pending: [UNNotificationRequest] = []
    var settings: UNNotificationSettings?
    let center = UNUserNotificationCenter.current()

    func request() async throws {
        isGranted = try await center.requestAuthorization(options: [.sound, .alert])
        await refresh()
    }

    func refresh() async {
        settings = await center.notificationSettings()
        isGranted = settings?.authorizationStatus == .authorized
        pending = await center.pendingNotificationRequests()
    }

    func refreshWithHandlers() {
        center.getNotificationSettings { settings in
            DispatchQueue.main.async {
                self.isGranted = settings.authorizationStatus == .authorized
            }
        }
        center.getPendingNotificationRequests { requests in
            Task { @MainActor in
                self.pending = requests
            }
        }
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { [weak self] granted, _ in
            Task { @MainActor in
                self?.isGranted = granted
            }
        }
    }

    func remove(_ request: UNNotificationRequest) async {
        center.removePendingNotificationRequests(withIdentifiers: [request.identifier])
        pending.removeAll { $0.identifier == request.identifier }
    }

    func add(_ content: UNMutableNotificationContent) async throws {
        let request = UNNotificationRequest(identifier: "x", content: content, trigger: nil)
        try await center.add(request)
        content.title = "after"
        pending.append(request)
    }
}

extension NotificationModel: UNUserNotificationCenterDelegate {
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await MainActor.run { print(isGranted) }
        return [.banner, .sound]
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let identifier = response.actionIdentifier
        await handle(identifier, response.notification.request.content.userInfo["id"] as? String)
    }

    func handle(_ action: String, _ id: String?) {}
}

@MainActor
final class IsolatedDelegate: NSObject, UNUserNotificationCenterDelegate {
    var last: UNNotificationResponse?

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        last = response
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        last == nil ? [.list] : []
    }
}

@MainActor
final class HandlerDelegate: NSObject, UNUserNotificationCenterDelegate {
    var seen = 0

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let identifier = response.notification.request.identifier
        Task { @MainActor in
            seen += 1
            print(identifier)
        }
        completionHandler()
    }
}

actor NotificationScheduler {
    private let center: UNUserNotificationCenter
    private var scheduled: Set<String> = []

    init(center: UNUserNotificationCenter = .current()) {
        self.center = center
    }

    func schedule(_ requests: [UNNotificationRequest]) async throws {
        for request in requests {
            try await center.add(request)
            scheduled.insert(request.identifier)
        }
        await withTaskGroup(of: Void.self) { group in
            for request in requests {
                group.addTask { try? await self.center.add(request) }
            }
        }
    }

    func forget() async {
        let known = await center.pendingNotificationRequests().map(\.identifier)
        scheduled.formIntersection(known)
        center.removePendingNotificationRequests(withIdentifiers: Array(scheduled))
    }
}
