// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

extension UNNotificationAttachment {
    static func create(identifier: String, image data: Data, options: [NSObject: AnyObject]?) -> UNNotificationAttachment? {
        let fileManager = FileManager.default
        let tmpSubFolderName = ProcessInfo.processInfo.globallyUniqueString
        let tmpSubFolderURL = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(tmpSubFolderName, isDirectory: true)
        do {
            try fileManager.createDirectory(at: tmpSubFolderURL, withIntermediateDirectories: true, attributes: nil)
            let imageFileIdentifier = identifier + ".png"
            let fileURL = tmpSubFolderURL.appendingPathComponent(imageFileIdentifier)
            try data.write(to: fileURL)
            return try UNNotificationAttachment.init(identifier: imageFileIdentifier, url: fileURL, options: options)
        } catch {
            print("error " + error.localizedDescription)
        }
        return nil
    }

    convenience init(data: Data, options: [AnyHashable: Any]? = nil) throws {
        let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString + ".jpg")
        try data.write(to: url)
        try self.init(identifier: UUID().uuidString, url: url, options: options)
    }
}

func attach(_ url: URL, to content: UNMutableNotificationContent) {
    if let attachment = try? UNNotificationAttachment(identifier: "movie", url: url, options: [
        UNNotificationAttachmentOptionsTypeHintKey: "public.mpeg-4",
        UNNotificationAttachmentOptionsThumbnailTimeKey: 10,
        UNNotificationAttachmentOptionsThumbnailHiddenKey: NSNumber(value: false),
        UNNotificationAttachmentOptionsThumbnailClippingRectKey: ["X": 0, "Y": 0, "Width": 1, "Height": 0.5],
    ]) {
        content.attachments.append(attachment)
    }
    for attachment in content.attachments where attachment.url.startAccessingSecurityScopedResource() {
        defer { attachment.url.stopAccessingSecurityScopedResource() }
        _ = try? Data(contentsOf: attachment.url)
        print(attachment.identifier, attachment.type)
    }
}
