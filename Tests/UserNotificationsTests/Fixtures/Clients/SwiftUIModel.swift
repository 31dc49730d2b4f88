// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import Observation
import UserNotifications

@MainActor @Observable
final class NotificationModel {
    var isAuthorized = false
    var pending: [UNNotificationRequest] = []
    var errorMessage: String?

    func load() {
        Task {
            let settings = await UNUserNotificationCenter.current().notificationSettings()
            isAuthorized = settings.authorizationStatus == .authorized
            pending = await UNUserNotificationCenter.current().pendingNotificationRequests()
        }
    }

    func ask() {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) { [weak self] success, error in
            let message = error?.localizedDescription
            Task { @MainActor in
                self?.isAuthorized = success
                self?.errorMessage = message
            }
        }
    }

    func cancel(at offsets: [Int]) {
        let ids = offsets.map { pending[$0].identifier }
        UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: ids)
        pending.removeAll { ids.contains($0.identifier) }
    }
}
