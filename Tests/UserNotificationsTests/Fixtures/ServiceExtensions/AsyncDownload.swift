// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// async and await; the work is a task that the last chance cancels.

import Foundation
import UserNotifications

final class AsyncDownloadService: UNNotificationServiceExtension {
    private enum DownloadError: Error, LocalizedError {
        case badStatus(Int)
        case tooLarge

        var errorDescription: String? {
            switch self {
            case .badStatus(let status): return "The server returned \(status)."
            case .tooLarge: return "The picture is too large."
            }
        }
    }

    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var bestAttemptContent: UNMutableNotificationContent?
    private var currentTask: Task<Void, Never>?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        let content = request.content.mutableCopy() as! UNMutableNotificationContent
        bestAttemptContent = content

        currentTask = Task { [weak self] in
            guard let self else { return }
            do {
                guard let payload = content.userInfo["media"] as? [String: Any],
                      let string = payload["url"] as? String, let url = URL(string: string)
                else { return self.deliver() }
                let file = try await self.download(url)
                try Task.checkCancellation()
                content.attachments = [try UNNotificationAttachment(identifier: UUID().uuidString, url: file)]
            } catch is CancellationError {
                return
            } catch {
                content.body += " (\(error.localizedDescription))"
            }
            self.deliver()
        }
    }

    override func serviceExtensionTimeWillExpire() {
        currentTask?.cancel()
        deliver()
    }

    private func download(_ url: URL) async throws -> URL {
        var request = URLRequest(url: url, cachePolicy: .returnCacheDataElseLoad, timeoutInterval: 20)
        request.setValue("image/*", forHTTPHeaderField: "Accept")
        let (data, response) = try await URLSession.shared.data(for: request)
        if let http = response as? HTTPURLResponse, !(200..<300).contains(http.statusCode) {
            throw DownloadError.badStatus(http.statusCode)
        }
        guard data.count < 10 * 1024 * 1024 else { throw DownloadError.tooLarge }
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
            .appendingPathExtension(url.pathExtension.isEmpty ? "png" : url.pathExtension)
        try data.write(to: file, options: .atomic)
        return file
    }

    private func deliver() {
        guard let contentHandler, let bestAttemptContent else { return }
        contentHandler(bestAttemptContent)
        self.contentHandler = nil
    }
}
