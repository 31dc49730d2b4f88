// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// L4: the doubles of a new project's tests, where everything is the main actor's unless it says otherwise.
// Flags: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
// Flags: -enable-upcoming-feature InferIsolatedConformances
// Swift 5 says: warning: class
// Swift 6 says: warning: class

import UserNotifications

// The center says nothing of its isolation: in Swift 5 mode its extensions would get warnings.
nonisolated class CenterDouble: UNUserNotificationCenter {
    var added: [UNNotificationRequest] = []

    override func add(
        _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        added.append(request)
        completionHandler?(nil)
    }

    override func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { true }
    override func removeAllPendingNotificationRequests() { added = [] }
}

final class SettingsDouble: UNNotificationSettings {
    var stubbed: UNAuthorizationStatus = .provisional
    override var authorizationStatus: UNAuthorizationStatus { stubbed }
    override var alertSetting: UNNotificationSetting { .disabled }
}

final class ResponseDouble: UNNotificationResponse {
    private let double: UNNotification

    init(_ notification: UNNotification) {
        double = notification
        super.init(coder: NSKeyedArchiver(requiringSecureCoding: false))!
    }

    required init?(coder: NSCoder) { nil }

    override var notification: UNNotification { double }
    override var actionIdentifier: String { "reply" }
}

final class NotificationDouble: UNNotification {
    override var request: UNNotificationRequest {
        UNNotificationRequest(identifier: "tea", content: Prepared(), trigger: nil)
    }
}

class Prepared: UNMutableNotificationContent {
    override init() {
        super.init()
        title = "Tea"
    }

    required init?(coder: NSCoder) { nil }

    override var userInfo: [AnyHashable: Any] {
        get { ["id": 1] }
        set {}
    }
}

class Service: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        contentHandler(request.content)
    }

    override func serviceExtensionTimeWillExpire() { handler = nil }
}
