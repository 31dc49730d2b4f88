// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// The texts are made on the device: keys and arguments come with the push.

import Foundation
import UserNotifications

class LocalizedTextsService: UNNotificationServiceExtension {
    typealias ContentHandler = (UNNotificationContent) -> Void

    private lazy var dateFormatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "HH:mm"
        return formatter
    }()

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping ContentHandler) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            contentHandler(request.content)
            return
        }
        let info = content.userInfo
        if let key = info["loc-title"] as? String {
            content.title = NSString.localizedUserNotificationString(forKey: key, arguments: info["loc-args"] as? [Any])
        }
        if let seconds = info["timestamp"] as? TimeInterval {
            content.subtitle = dateFormatter.string(from: Date(timeIntervalSince1970: seconds))
        }
        let format = NSLocalizedString("MESSAGE_FORMAT", tableName: nil, bundle: Bundle.main, value: "%@ wrote: %@", comment: "sender, text")
        if let sender = info["sender"] as? String, let text = info["text"] as? String {
            content.body = String(format: format, sender, text)
        }
        contentHandler(content)
    }
}
