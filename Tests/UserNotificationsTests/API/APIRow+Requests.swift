// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of requests.
    static let rowsOfRequests: [APIRow] = [
        APIRow(
            "UNNotificationRequest",
            "class UNNotificationRequest : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationRequest.self
            return nil
        },
        APIRow(
            "UNNotificationRequest",
            "convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?)"
        ) {
            let _: (String, UNNotificationContent, UNNotificationTrigger?) -> UNNotificationRequest =
                UNNotificationRequest.init(identifier:content:trigger:)
            return nil
        },
        APIRow(
            "UNNotificationRequest",
            "var identifier: String { get }"
        ) {
            let _: KeyPath<UNNotificationRequest, String> = \.identifier
            return nil
        },
        APIRow(
            "UNNotificationRequest",
            "@NSCopying var content: UNNotificationContent { get }"
        ) {
            let _: KeyPath<UNNotificationRequest, UNNotificationContent> = \.content
            return nil
        },
        APIRow(
            "UNNotificationRequest",
            "@NSCopying var trigger: UNNotificationTrigger? { get }"
        ) {
            let _: KeyPath<UNNotificationRequest, UNNotificationTrigger?> = \.trigger
            return nil
        },
        APIRow(
            "UNNotificationRequest",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationRequest? = UNNotificationRequest.init(coder:)
            return nil
        },
        APIRow(
            "UNNotification",
            "class UNNotification : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotification.self
            return nil
        },
        APIRow(
            "UNNotification",
            "var date: Date { get }"
        ) {
            let _: KeyPath<UNNotification, Date> = \.date
            return nil
        },
        APIRow(
            "UNNotification",
            "@NSCopying var request: UNNotificationRequest { get }"
        ) {
            let _: KeyPath<UNNotification, UNNotificationRequest> = \.request
            return nil
        },
        APIRow(
            "UNNotification",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotification? = UNNotification.init(coder:)
            return nil
        },
        APIRow(
            "UNNotificationResponse",
            "class UNNotificationResponse : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationResponse.self
            return nil
        },
        APIRow(
            "UNNotificationResponse",
            "@NSCopying var notification: UNNotification { get }"
        ) {
            let _: KeyPath<UNNotificationResponse, UNNotification> = \.notification
            return nil
        },
        APIRow(
            "UNNotificationResponse",
            "var actionIdentifier: String { get }"
        ) {
            let _: KeyPath<UNNotificationResponse, String> = \.actionIdentifier
            return nil
        },
        APIRow(
            "UNNotificationResponse",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationResponse? = UNNotificationResponse.init(coder:)
            return nil
        },
        APIRow(
            "UNTextInputNotificationResponse",
            "class UNTextInputNotificationResponse : UNNotificationResponse"
        ) {
            let _: UNNotificationResponse.Type = UNTextInputNotificationResponse.self
            return nil
        },
        APIRow(
            "UNTextInputNotificationResponse",
            "var userText: String { get }"
        ) {
            let _: KeyPath<UNTextInputNotificationResponse, String> = \.userText
            return nil
        },
    ]
}
