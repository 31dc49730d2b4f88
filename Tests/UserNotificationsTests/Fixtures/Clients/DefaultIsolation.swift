// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// What new projects are since Xcode 26: everything is the main actor's unless it says otherwise.
// Flags: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
// Flags: -enable-upcoming-feature InferIsolatedConformances

import UserNotifications

class Model: NSObject, UNUserNotificationCenterDelegate {
    static let shared = Model()
    var isGranted = false
    var last: UNNotificationResponse?

    override init() {
        super.init()
        UNUserNotificationCenter.current().delegate = self
    }

    func ask() async {
        do {
            isGranted = try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert])
        } catch {
            print(error)
        }
        let settings = await UNUserNotificationCenter.current().notificationSettings()
        isGranted = settings.authorizationStatus == .authorized
    }

    func schedule() async throws {
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        try await UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: "tea", content: content, trigger: nil))
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        isGranted ? [.banner] : []
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        last = response
    }
}

class Handler: NSObject, UNUserNotificationCenterDelegate {
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        Task { @MainActor in print(response.actionIdentifier) }
        completionHandler()
    }
}
