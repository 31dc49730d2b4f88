// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

let soon = UNNotificationRequest(
    identifier: UUID().uuidString, content: UNMutableNotificationContent(),
    trigger: UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))

func sync() {
    UNUserNotificationCenter.current().add(soon)
    UNUserNotificationCenter.current().add(soon, withCompletionHandler: nil)
    UNUserNotificationCenter.current().add(soon) { (error: Error?) in
        if error != nil { print("failed") }
    }
    UNUserNotificationCenter.current().add(soon) { error in
        guard error == nil else { return }
    }
    UNUserNotificationCenter.current().add(soon, withCompletionHandler: { _ in })
    UNUserNotificationCenter.current().setBadgeCount(0)
    UNUserNotificationCenter.current().setBadgeCount(3) { error in print(error?.localizedDescription ?? "") }
    UNUserNotificationCenter.current().requestAuthorization { _, _ in }
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge]) { granted, error in
        print(granted, error as Any)
    }
    UNUserNotificationCenter.current().requestAuthorization(options: .alert, completionHandler: { success, error in
        if success { print("All set!") } else if let error = error { print(error.localizedDescription) }
    })
}

func asynchronous() async throws {
    let center = UNUserNotificationCenter.current()
    try await center.add(soon)
    try? await center.add(soon)
    _ = try await center.requestAuthorization(options: [.alert, .sound])
    try await center.requestAuthorization(options: [.alert, .sound])
    _ = try await center.requestAuthorization()
    guard try await center.requestAuthorization(options: [.alert]) else { return }
    try await center.setBadgeCount(1)
    let pending = await center.pendingNotificationRequests()
    let delivered = await center.deliveredNotifications()
    center.removePendingNotificationRequests(withIdentifiers: pending.map(\.identifier))
    center.removeDeliveredNotifications(withIdentifiers: delivered.map { $0.request.identifier })
    if await center.notificationSettings().authorizationStatus != .authorized { return }
    async let settings = center.notificationSettings()
    async let categories = center.notificationCategories()
    print(await settings.alertSetting.rawValue, await categories.count)
}

func task() {
    Task {
        let center = UNUserNotificationCenter.current()
        let settings = await center.notificationSettings()
        guard settings.authorizationStatus == .authorized else { return }
        do { try await center.add(soon) } catch { print(error) }
    }
    Task.detached(priority: .background) {
        await UNUserNotificationCenter.current().pendingNotificationRequests().forEach { print($0.identifier) }
    }
    Task { @MainActor in
        let settings = await UNUserNotificationCenter.current().notificationSettings()
        print(settings.badgeSetting == .enabled)
    }
}
