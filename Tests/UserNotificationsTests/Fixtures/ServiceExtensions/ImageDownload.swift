// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// A picture is downloaded by a task with a completion handler, and moved to a file with the right name.

import UserNotifications

class ImageDownloadService: UNNotificationServiceExtension {

    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?
    private var downloadTask: URLSessionDownloadTask?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        guard let bestAttemptContent = bestAttemptContent,
              let attachmentURLAsString = bestAttemptContent.userInfo["attachment-url"] as? String,
              let attachmentURL = URL(string: attachmentURLAsString) else {
            contentHandler(request.content)
            return
        }

        downloadTask = URLSession.shared.downloadTask(with: attachmentURL) { [weak self] (downloadedUrl, response, error) in
            guard let self = self else { return }
            defer { contentHandler(bestAttemptContent) }
            guard let downloadedUrl = downloadedUrl, error == nil else { return }

            var urlPath = URL(fileURLWithPath: NSTemporaryDirectory())
            let uniqueURLEnding = ProcessInfo.processInfo.globallyUniqueString + self.fileExtension(for: response, url: attachmentURL)
            urlPath = urlPath.appendingPathComponent(uniqueURLEnding)

            try? FileManager.default.moveItem(at: downloadedUrl, to: urlPath)

            do {
                let attachment = try UNNotificationAttachment(identifier: "picture", url: urlPath, options: nil)
                bestAttemptContent.attachments = [attachment]
            } catch {
                print("attachment error: \(error.localizedDescription)")
            }
        }
        downloadTask?.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        downloadTask?.cancel()
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }

    private func fileExtension(for response: URLResponse?, url: URL) -> String {
        switch response?.mimeType {
        case "image/jpeg": return ".jpg"
        case "image/gif": return ".gif"
        case "image/png": return ".png"
        default: return "." + url.pathExtension
        }
    }
}
