// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// End-to-end encryption: the key comes from the program by the app group, the text is sealed with AES-GCM.

import CryptoKit
import Foundation
import UserNotifications

enum MessageCryptoError: Error {
    case missingKey, malformedPayload
}

struct MessageDecryptor {
    static let appGroup = "group.com.example.messenger"
    let key: SymmetricKey

    init(conversation: String) throws {
        guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.appGroup),
              let secret = try? Data(contentsOf: container.appendingPathComponent("identity.key"))
        else { throw MessageCryptoError.missingKey }
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret),
            salt: Data("push".utf8),
            info: Data(conversation.utf8),
            outputByteCount: 32
        )
    }

    func decrypt(_ base64: String) throws -> String {
        guard let combined = Data(base64Encoded: base64) else { throw MessageCryptoError.malformedPayload }
        let box = try AES.GCM.SealedBox(combined: combined)
        let plain = try AES.GCM.open(box, using: key)
        return String(decoding: plain, as: UTF8.self)
    }
}

class EncryptedMessageService: UNNotificationServiceExtension {

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
              let encrypted = content.userInfo["ciphertext"] as? String,
              let conversation = content.userInfo["conversation"] as? String
        else {
            return contentHandler(request.content)
        }
        do {
            content.body = try MessageDecryptor(conversation: conversation).decrypt(encrypted)
            content.threadIdentifier = SHA256.hash(data: Data(conversation.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
        } catch CryptoKitError.authenticationFailure {
            content.body = "This message was changed on its way."
        } catch {
            content.body = "New message"
        }
        contentHandler(content)
    }
}
