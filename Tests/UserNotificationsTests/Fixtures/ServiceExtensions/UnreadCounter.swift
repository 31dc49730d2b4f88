// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// The badge is counted in the defaults of the app group.

import UserNotifications

extension UserDefaults {
    static let unreadGroup = UserDefaults(suiteName: "group.com.example.reader") ?? .standard

    var unreadCount: Int {
        get { integer(forKey: "unreadCount") }
        set { set(newValue, forKey: "unreadCount") }
    }
}

class UnreadCounterService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        let defaults = UserDefaults.unreadGroup

        if let bestAttemptContent = bestAttemptContent {
            switch bestAttemptContent.userInfo["badge-action"] as? String {
            case "reset":
                defaults.unreadCount = 0
            default:
                defaults.unreadCount += 1
            }
            bestAttemptContent.badge = defaults.unreadCount as NSNumber
            defaults.synchronize()
            contentHandler(bestAttemptContent)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
