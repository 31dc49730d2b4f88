// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// A program with an async main function, in a module whose default isolation is the main actor.
@main
struct AsyncClient {
    static func main() async throws {
        let delegate = Delegate()
        let center = UNUserNotificationCenter.current()
        center.delegate = delegate
        try await center.requestAuthorization(options: [.alert, .sound])
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        try await center.add(UNNotificationRequest(identifier: "tea", content: content, trigger: nil))
        try await Task.sleep(for: .seconds(60))
        withExtendedLifetime(delegate) {}
    }
}

final class Delegate: NSObject, UNUserNotificationCenterDelegate {
    var count = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("willPresent", isMain: true)
        return .banner
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        count += 1
        MainActor.preconditionIsolated()
        Report.called("didReceive", isMain: true)
        completionHandler()
        Report.finish()
    }
}
