// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import UserNotifications
import os

/// The text and the picture of a message, which the provider has encrypted for this program.
private struct Message: Decodable {
    let title: String
    let body: String
    /// The bytes of a PNG.
    let picture: Data?
}

/// Decrypts the message in the key `sealed` of a push, and shows its text and its picture.
///
/// The program that receives the pushes has written its key, 32 bytes, into the file `key` of the group `org.example.Chat`.
/// The provider seals a JSON object with AES-GCM: nonce, text and tag, in base64. Neither the push server nor the provider's
/// own servers can read it.
final class DecryptingService: UNNotificationServiceExtension {
    private let logger = Logger(subsystem: "org.example.Chat", category: "extension")

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        do {
            let message = try open(request.content.userInfo["sealed"])
            content.title = message.title
            content.body = message.body
            content.userInfo["sealed"] = nil
            if let picture = message.picture { content.attachments = [try attachment(picture)] }
        } catch {
            // The person sees that something came, and the log says what was wrong with it.
            logger.error("The message can't be opened: \(error, privacy: .public)")
            content.body = "You have a new message."
        }
        contentHandler(content)
    }

    private func open(_ sealed: Any?) throws -> Message {
        guard let text = sealed as? String, let data = Data(base64Encoded: text) else {
            throw CocoaError(.coderReadCorrupt)
        }
        let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "org.example.Chat")
        guard let group else { throw CocoaError(.fileNoSuchFile) }
        let key = SymmetricKey(data: try Data(contentsOf: group.appendingPathComponent("key")))
        return try JSONDecoder().decode(Message.self, from: AES.GCM.open(AES.GCM.SealedBox(combined: data), using: key))
    }

    private func attachment(_ picture: Data) throws -> UNNotificationAttachment {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".png")
        try picture.write(to: file)
        return try UNNotificationAttachment(identifier: "picture", url: file)
    }
}
