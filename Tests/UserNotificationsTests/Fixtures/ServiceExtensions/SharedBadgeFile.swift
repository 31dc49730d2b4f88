// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// The badge is counted in a file that the program and the extension share.

import Foundation
import UserNotifications

class SharedBadgeFileService: UNNotificationServiceExtension {

    struct State: Codable {
        var unread: [String: Int] = [:]
        var total: Int { return unread.values.reduce(0, +) }
    }

    let queue = DispatchQueue(label: "com.example.mail.badge", qos: .userInitiated)
    var contentHandler: ((UNNotificationContent) -> ())?
    var bestAttemptContent: UNMutableNotificationContent?

    var stateURL: URL? {
        return FileManager.default
            .containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.mail")?
            .appendingPathComponent("badge.json", isDirectory: false)
    }

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> ()) {
        self.contentHandler = contentHandler
        self.bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent

        queue.async {
            let mailbox = request.content.userInfo["mailbox"] as? String ?? "INBOX"
            var state = State()
            if let url = self.stateURL, let data = try? Data(contentsOf: url) {
                state = (try? JSONDecoder().decode(State.self, from: data)) ?? State()
            }
            state.unread[mailbox, default: 0] += 1
            if let url = self.stateURL {
                do {
                    try JSONEncoder().encode(state).write(to: url, options: [.atomic])
                } catch let error as NSError {
                    NSLog("can't write the badge: %@", error)
                }
            }
            self.bestAttemptContent?.badge = NSNumber(value: state.total)
            DispatchQueue.main.async {
                guard let content = self.bestAttemptContent else { return }
                self.contentHandler?(content)
            }
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}
