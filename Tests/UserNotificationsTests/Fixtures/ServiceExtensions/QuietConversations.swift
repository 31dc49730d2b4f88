// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// A muted conversation makes no sound; the list of them is a property list of the app group.

import Foundation
import UserNotifications

protocol ConversationSettings {
    func isMuted(_ conversation: String, at date: Date) -> Bool
}

struct StoredConversationSettings: ConversationSettings {
    private let mutedUntil: [String: Date]

    init(fileManager: FileManager = .default) {
        let url = fileManager.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.chat")?
            .appendingPathComponent("muted.plist")
        guard let url = url, let data = try? Data(contentsOf: url),
              let plist = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        else {
            mutedUntil = [:]
            return
        }
        mutedUntil = plist as? [String: Date] ?? [:]
    }

    func isMuted(_ conversation: String, at date: Date) -> Bool {
        mutedUntil[conversation].map { $0 > date } ?? false
    }
}

final class QuietConversationsService: UNNotificationServiceExtension {
    private let settings: ConversationSettings = StoredConversationSettings()
    private let semaphore = DispatchSemaphore(value: 0)

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        let conversation = (content.userInfo["aps"] as? [String: Any])?["thread-id"] as? String ?? content.threadIdentifier

        // A semaphore in the style of older code: the calling thread waits for a queue.
        DispatchQueue.global(qos: .utility).async {
            if self.settings.isMuted(conversation, at: Date()) {
                content.sound = nil
                if #available(iOS 15.0, *) { content.interruptionLevel = .passive }
            } else if content.sound == nil {
                content.sound = UNNotificationSound(named: UNNotificationSoundName("message.caf"))
            }
            self.semaphore.signal()
        }
        _ = semaphore.wait(timeout: .now() + .seconds(5))
        contentHandler(content)
    }
}
