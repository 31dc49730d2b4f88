// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Attachments, sounds, critical alerts and the service extension.

import Foundation
import UserNotifications

extension UNNotificationAttachment {
    static func create(identifier: String, image data: Data, options: [String: Any]?) -> UNNotificationAttachment? {
        let fileManager = FileManager.default
        let folder = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
            .appendingPathComponent(ProcessInfo.processInfo.globallyUniqueString, isDirectory: true)
        do {
            try fileManager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)
            let fileURL = folder.appendingPathComponent(identifier)
            try data.write(to: fileURL)
            return try UNNotificationAttachment(identifier: identifier, url: fileURL, options: options)
        } catch let error {
            print("error " + error.localizedDescription)
        }
        return nil
    }
}

func attach(_ url: URL) -> UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.sound = UNNotificationSound(named: UNNotificationSoundName(rawValue: "bell.aiff"))
    content.sound = UNNotificationSound(named: UNNotificationSoundName("bell.aiff"))
    content.sound = .init(named: .init("bell.aiff"))
    content.sound = .defaultCritical
    content.sound = UNNotificationSound.defaultCriticalSound(withAudioVolume: 1.0)
    content.sound = .criticalSoundNamed(UNNotificationSoundName("alarm"), withAudioVolume: 0.5)
    content.sound = UNNotificationSound.criticalSoundNamed(.init(rawValue: "alarm"))
    content.sound = nil
    if let attachment = try? UNNotificationAttachment(identifier: "image", url: url, options: nil) {
        content.attachments = [attachment]
        content.attachments.append(attachment)
    }
    let options: [AnyHashable: Any] = [
        UNNotificationAttachmentOptionsTypeHintKey: "public.png",
        UNNotificationAttachmentOptionsThumbnailHiddenKey: false,
        UNNotificationAttachmentOptionsThumbnailTimeKey: 0,
    ]
    do {
        let attachment = try UNNotificationAttachment(identifier: "", url: url, options: options)
        print(attachment.identifier, attachment.url, attachment.type)
    } catch UNError.attachmentInvalidURL, UNError.attachmentUnrecognizedType {
        print("unusable")
    } catch let error as UNError where error.code == .attachmentInvalidFileSize {
        print(error.errorCode, error.userInfo, error.localizedDescription)
    } catch let error as UNError {
        switch error.code {
        case .attachmentCorrupt, .attachmentNotInDataStore, .attachmentMoveIntoDataStoreFailed: break
        case .notificationsNotAllowed, .notificationInvalidNoDate, .notificationInvalidNoContent: break
        default: break
        }
    } catch {
        print(
            (error as NSError).domain == UNErrorDomain,
            (error as NSError).code == UNError.Code.attachmentCorrupt.rawValue)
    }
    return content
}

func read(_ notification: UNNotification) -> Data? {
    guard let attachment = notification.request.content.attachments.first,
        attachment.url.startAccessingSecurityScopedResource()
    else { return nil }
    defer { attachment.url.stopAccessingSecurityScopedResource() }
    return try? Data(contentsOf: attachment.url)
}

class NotificationService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        if let bestAttemptContent = bestAttemptContent {
            bestAttemptContent.title = "\(bestAttemptContent.title) [modified]"
            contentHandler(bestAttemptContent)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }
}

func localised() -> String {
    let content = UNMutableNotificationContent()
    content.title = NSString.localizedUserNotificationString(forKey: "Hello!", arguments: nil)
    content.body = NSString.localizedUserNotificationString(forKey: "%@ says hello", arguments: ["Ann"])
    content.summaryArgument = "Ann"
    content.summaryArgumentCount = 2
    content.launchImageName = ""
    content.targetContentIdentifier = "window"
    content.filterCriteria = "work"
    return content.title + content.body
}

func archive(_ request: UNNotificationRequest) throws -> UNNotificationRequest? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationRequest.self, from: data)
}
