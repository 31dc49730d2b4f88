// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Both ways of logging, and a signature that is checked before the text is trusted.

import CryptoKit
import UserNotifications
import os.log

private extension OSLog {
    static let push = OSLog(subsystem: "com.example.bank.service", category: "push")
}

class LoggedVerificationService: UNNotificationServiceExtension {
    private let logger = Logger(subsystem: "com.example.bank.service", category: "verification")
    private let secret = SymmetricKey(data: SHA256.hash(data: Data("shared".utf8)))

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        os_log("received %{public}@ with %d keys", log: .push, type: .info, request.identifier, request.content.userInfo.count)
        logger.debug("title: \(request.content.title), body: \(request.content.body, privacy: .private)")

        let content = request.content.mutableCopy() as! UNMutableNotificationContent
        guard let hex = content.userInfo["hmac"] as? String, let code = Data(hexString: hex) else {
            logger.error("no signature in \(request.identifier, privacy: .public)")
            contentHandler(request.content)
            return
        }
        if HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(content.body.utf8), using: secret) {
            logger.notice("verified after \(content.body.count) characters")
            content.subtitle = "Verified"
        } else {
            os_log(.fault, log: .push, "signature of %{private}@ is wrong", content.body)
            content.body = "A message could not be verified."
        }
        contentHandler(content)
    }

    override func serviceExtensionTimeWillExpire() {
        os_log("out of time", log: .push, type: .error)
    }
}

private extension Data {
    init?(hexString: String) {
        guard hexString.count.isMultiple(of: 2) else { return nil }
        var data = Data()
        var index = hexString.startIndex
        while index < hexString.endIndex {
            let next = hexString.index(index, offsetBy: 2)
            guard let byte = UInt8(hexString[index..<next], radix: 16) else { return nil }
            data.append(byte)
            index = next
        }
        self = data
    }
}
