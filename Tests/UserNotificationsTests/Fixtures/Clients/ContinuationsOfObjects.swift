// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

@preconcurrency import UserNotifications

extension UNUserNotificationCenter {
    func settingsByHand() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            getNotificationSettings(completionHandler: { settings in continuation.resume(returning: settings) })
        }
    }

    func pendingByHand() async -> [UNNotificationRequest] {
        await withCheckedContinuation { continuation in
            self.getPendingNotificationRequests { continuation.resume(returning: $0) }
        }
    }


    func categoriesByHand() async -> Set<UNNotificationCategory> {
        await withCheckedContinuation { continuation in
            getNotificationCategories { continuation.resume(returning: $0) }
        }
    }
}
