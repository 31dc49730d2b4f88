// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// What people do in Swift 6 to make Apple's classes pass: import with @preconcurrency, copy what is needed, box.

@preconcurrency import UserNotifications

struct Box<T>: @unchecked Sendable { let value: T }

@MainActor
final class Delegate6: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
    var open: [String] = []

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        open.append(response.notification.request.identifier)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { open.isEmpty ? [] : [.banner] }
}

@MainActor
final class Delegate7: NSObject, @MainActor UNUserNotificationCenterDelegate {
    var open: [String] = []
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        open.append(notification.request.identifier)
        completionHandler([.banner])
    }
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        open.append(response.actionIdentifier)
    }
}

func boxed(_ completion: @escaping (UNNotificationSettings) -> Void) {
    let box = Box(value: completion)
    UNUserNotificationCenter.current().getNotificationSettings { settings in
        let settings = Box(value: settings)
        DispatchQueue.main.async { box.value(settings.value) }
    }
}

@MainActor func refresh(_ update: @MainActor @escaping (UNNotificationSettings) -> Void) {
    UNUserNotificationCenter.current().getNotificationSettings { settings in
        Task { @MainActor in update(settings) }
    }
}
