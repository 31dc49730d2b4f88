// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of attachments and of what comes after them in the table.
    static let rowsOfFiles: [APIRow] = [
        APIRow(
            "UNNotificationAttachment",
            "class UNNotificationAttachment : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationAttachment.self
            return nil
        },
        APIRow(
            "UNNotificationAttachment",
            "convenience init(identifier: String, url URL: URL, options: [AnyHashable : Any]? = nil) throws"
        ) {
            let file = URL(fileURLWithPath: "/nowhere.png")
            _ = try? UNNotificationAttachment(identifier: "", url: file)
            _ = try? UNNotificationAttachment(identifier: "", url: file, options: ["key": 1])
            return nil
        },
        APIRow(
            "UNNotificationAttachment",
            "var identifier: String { get }"
        ) {
            let _: KeyPath<UNNotificationAttachment, String> = \.identifier
            return nil
        },
        APIRow(
            "UNNotificationAttachment",
            "var url: URL { get }"
        ) {
            let _: KeyPath<UNNotificationAttachment, URL> = \.url
            return nil
        },
        APIRow(
            "UNNotificationAttachment",
            "var type: String { get }"
        ) {
            let _: KeyPath<UNNotificationAttachment, String> = \.type
            return nil
        },
        APIRow(
            "UNNotificationAttachment",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationAttachment? = UNNotificationAttachment.init(coder:)
            return nil
        },
        APIRow(
            "UNNotificationServiceExtension",
            "class UNNotificationServiceExtension : NSObject"
        ) {
            let _: NSObject.Type = UNNotificationServiceExtension.self
            return nil
        },
        APIRow(
            "UNNotificationServiceExtension",
            "init()"
        ) {
            let _: () -> UNNotificationServiceExtension = UNNotificationServiceExtension.init
            return nil
        },
        APIRow(
            "UNNotificationServiceExtension",
            "func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void)"
        ) {
            final class Service: UNNotificationServiceExtension {
                var handler: ((UNNotificationContent) -> Void)?
                override func didReceive(
                    _ request: UNNotificationRequest,
                    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
                ) {
                    handler = contentHandler
                }
            }
            _ = Service()
            return nil
        },
        APIRow(
            "UNNotificationServiceExtension",
            "func serviceExtensionTimeWillExpire()"
        ) {
            let _: (UNNotificationServiceExtension) -> () -> Void =
                UNNotificationServiceExtension.serviceExtensionTimeWillExpire
            return nil
        },
        APIRow(
            "UNNotificationContentProviding",
            "protocol UNNotificationContentProviding : NSObjectProtocol"
        ) {
            final class Provider: NSObject, UNNotificationContentProviding {}
            let _: any NSObjectProtocol = Provider()
            return nil
        },
        APIRow(
            "UNNotificationAttributedMessageContext",
            "class UNNotificationAttributedMessageContext : NSObject, UNNotificationContentProviding"
        ) {
            let _: any (NSObject & UNNotificationContentProviding).Type = UNNotificationAttributedMessageContext.self
            return nil
        },
        APIRow(
            "NSString",
            "class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String"
        ) {
            let _: (String, [Any]?) -> String = NSString.localizedUserNotificationString(forKey:arguments:)
            return nil
        },
    ]
}
