// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

@preconcurrency import UserNotifications

final class AsyncProxy: NSObject, UNUserNotificationCenterDelegate {
    nonisolated(unsafe) weak var next: (any UNUserNotificationCenterDelegate)?

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await next?.userNotificationCenter?(center, willPresent: notification) ?? [.banner, .list]
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        await next?.userNotificationCenter?(center, didReceive: response)
    }
}

// In tests, a concrete delegate is called as it is.
func drive(_ proxy: AsyncProxy, _ center: UNUserNotificationCenter, _ notification: UNNotification) async -> UNNotificationPresentationOptions {
    proxy.userNotificationCenter(center, openSettingsFor: nil)
    proxy.userNotificationCenter(center, willPresent: notification) { options in print(options.rawValue) }
    return await proxy.userNotificationCenter(center, willPresent: notification)
}
