// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of UNNotificationContent.
    static let rowsOfContent: [APIRow] = [
        APIRow(
            "UNNotificationContent",
            "class UNNotificationContent : NSObject, NSCopying, NSMutableCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSMutableCopying & NSSecureCoding).Type = UNNotificationContent.self
            return nil
        },
        APIRow(
            "UNNotificationContent",
            "init()"
        ) {
            let _: () -> UNNotificationContent = UNNotificationContent.init
            return nil
        },
        APIRow(
            "UNNotificationContent",
            "var attachments: [UNNotificationAttachment] { get }"
        ) {
            let property: KeyPath<UNNotificationContent, [UNNotificationAttachment]> = \.attachments
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "@NSCopying var badge: NSNumber? { get }"
        ) {
            let property: KeyPath<UNNotificationContent, NSNumber?> = \.badge
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var body: String { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String> = \.body
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var categoryIdentifier: String { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String> = \.categoryIdentifier
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var launchImageName: String { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String> = \.launchImageName
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "@NSCopying var sound: UNNotificationSound? { get }"
        ) {
            let property: KeyPath<UNNotificationContent, UNNotificationSound?> = \.sound
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var subtitle: String { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String> = \.subtitle
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var threadIdentifier: String { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String> = \.threadIdentifier
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var title: String { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String> = \.title
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var userInfo: [AnyHashable : Any] { get }"
        ) {
            let property: KeyPath<UNNotificationContent, [AnyHashable: Any]> = \.userInfo
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var summaryArgument: String { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String> = \.summaryArgument
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var summaryArgumentCount: Int { get }"
        ) {
            let property: KeyPath<UNNotificationContent, Int> = \.summaryArgumentCount
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var targetContentIdentifier: String? { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String?> = \.targetContentIdentifier
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "var interruptionLevel: UNNotificationInterruptionLevel { get }"
        ) {
            let property: KeyPath<UNNotificationContent, UNNotificationInterruptionLevel> = \.interruptionLevel
            return UNNotificationContent()[keyPath: property] == .active ? ".active" : "another"
        },
        APIRow(
            "UNNotificationContent",
            "var relevanceScore: Double { get }"
        ) {
            let _: KeyPath<UNNotificationContent, Double> = \.relevanceScore
            return nil
        },
        APIRow(
            "UNNotificationContent",
            "var filterCriteria: String? { get }"
        ) {
            let property: KeyPath<UNNotificationContent, String?> = \.filterCriteria
            return described(UNNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNNotificationContent",
            "func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent"
        ) {
            let _: (UNNotificationContent) -> (any UNNotificationContentProviding) throws -> UNNotificationContent =
                UNNotificationContent.updating(from:)
            return nil
        },
        APIRow(
            "UNNotificationContent",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationContent? = UNNotificationContent.init(coder:)
            return nil
        },
    ]
}
