// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of UNMutableNotificationContent.
    static let rowsOfMutableContent: [APIRow] = [
        APIRow(
            "UNMutableNotificationContent",
            "class UNMutableNotificationContent : UNNotificationContent"
        ) {
            let _: UNNotificationContent.Type = UNMutableNotificationContent.self
            return nil
        },
        APIRow(
            "UNMutableNotificationContent",
            "init()"
        ) {
            let _: () -> UNMutableNotificationContent = UNMutableNotificationContent.init
            return nil
        },
        APIRow(
            "UNMutableNotificationContent",
            "var attachments: [UNNotificationAttachment] { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, [UNNotificationAttachment]> =
                \.attachments
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "@NSCopying var badge: NSNumber? { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, NSNumber?> = \.badge
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var body: String { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String> = \.body
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var categoryIdentifier: String { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String> = \.categoryIdentifier
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var launchImageName: String { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String> = \.launchImageName
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "@NSCopying var sound: UNNotificationSound? { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, UNNotificationSound?> = \.sound
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var subtitle: String { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String> = \.subtitle
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var threadIdentifier: String { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String> = \.threadIdentifier
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var title: String { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String> = \.title
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var userInfo: [AnyHashable : Any] { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, [AnyHashable: Any]> = \.userInfo
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var summaryArgument: String { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String> = \.summaryArgument
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var summaryArgumentCount: Int { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, Int> = \.summaryArgumentCount
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var targetContentIdentifier: String? { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String?> = \.targetContentIdentifier
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
        APIRow(
            "UNMutableNotificationContent",
            "var interruptionLevel: UNNotificationInterruptionLevel { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, UNNotificationInterruptionLevel> =
                \.interruptionLevel
            return UNMutableNotificationContent()[keyPath: property] == .active ? ".active" : "another"
        },
        APIRow(
            "UNMutableNotificationContent",
            "var relevanceScore: Double { get set }"
        ) {
            let _: ReferenceWritableKeyPath<UNMutableNotificationContent, Double> = \.relevanceScore
            return nil
        },
        APIRow(
            "UNMutableNotificationContent",
            "var filterCriteria: String? { get set }"
        ) {
            let property: ReferenceWritableKeyPath<UNMutableNotificationContent, String?> = \.filterCriteria
            return described(UNMutableNotificationContent()[keyPath: property] as Any)
        },
    ]
}
