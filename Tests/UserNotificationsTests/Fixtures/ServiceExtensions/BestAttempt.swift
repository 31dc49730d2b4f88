// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// A long work that doesn't come to its end: the last chance delivers what there is, and the handler is called twice.

import Foundation
import UserNotifications

class BestAttemptService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?
    private let group = DispatchGroup()
    private var timer: Timer?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        bestAttemptContent?.title = "Loading…"

        group.enter()
        DispatchQueue.main.async {
            self.timer = Timer.scheduledTimer(withTimeInterval: 3600, repeats: false) { [weak self] _ in
                self?.group.leave()
            }
        }
        group.notify(queue: .main) { [weak self] in
            guard let self = self, let content = self.bestAttemptContent else { return }
            content.title = "Loaded"
            self.contentHandler?(content)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        // Called just before the extension will be terminated by the system.
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            bestAttemptContent.title = "Best attempt"
            contentHandler(bestAttemptContent)
            contentHandler(bestAttemptContent)
        }
    }
}
