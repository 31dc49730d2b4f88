// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// The handler is handed to a task, so that it is declared @Sendable: how service extensions are written for Swift 6.

@preconcurrency import UserNotifications

actor Decryption {
    func finish(_ request: UNNotificationRequest, with handler: @Sendable (UNNotificationContent) -> Void) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            handler(request.content)
            return
        }
        content.body = "decrypted"
        handler(content)
    }
}

final class DecryptingService: UNNotificationServiceExtension {
    private let decryption = Decryption()

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        let decryption = decryption
        Task { await decryption.finish(request, with: contentHandler) }
    }

    override func serviceExtensionTimeWillExpire() {}
}

final class PlainService: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        contentHandler(request.content)
    }
}
