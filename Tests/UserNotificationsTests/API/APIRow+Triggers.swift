// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of triggers.
    static let rowsOfTriggers: [APIRow] = [
        APIRow(
            "UNNotificationTrigger",
            "class UNNotificationTrigger : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationTrigger.self
            return nil
        },
        APIRow(
            "UNNotificationTrigger",
            "var repeats: Bool { get }"
        ) {
            let _: KeyPath<UNNotificationTrigger, Bool> = \.repeats
            return nil
        },
        APIRow(
            "UNPushNotificationTrigger",
            "class UNPushNotificationTrigger : UNNotificationTrigger"
        ) {
            let _: UNNotificationTrigger.Type = UNPushNotificationTrigger.self
            return nil
        },
        APIRow(
            "UNTimeIntervalNotificationTrigger",
            "class UNTimeIntervalNotificationTrigger : UNNotificationTrigger"
        ) {
            let _: UNNotificationTrigger.Type = UNTimeIntervalNotificationTrigger.self
            return nil
        },
        APIRow(
            "UNTimeIntervalNotificationTrigger",
            "convenience init(timeInterval: TimeInterval, repeats: Bool)"
        ) {
            let _: (TimeInterval, Bool) -> UNTimeIntervalNotificationTrigger =
                UNTimeIntervalNotificationTrigger.init(timeInterval:repeats:)
            return nil
        },
        APIRow(
            "UNTimeIntervalNotificationTrigger",
            "var timeInterval: TimeInterval { get }"
        ) {
            let _: KeyPath<UNTimeIntervalNotificationTrigger, TimeInterval> = \.timeInterval
            return nil
        },
        APIRow(
            "UNTimeIntervalNotificationTrigger",
            "func nextTriggerDate() -> Date?"
        ) {
            let _: (UNTimeIntervalNotificationTrigger) -> () -> Date? =
                UNTimeIntervalNotificationTrigger.nextTriggerDate
            return nil
        },
        APIRow(
            "UNCalendarNotificationTrigger",
            "class UNCalendarNotificationTrigger : UNNotificationTrigger"
        ) {
            let _: UNNotificationTrigger.Type = UNCalendarNotificationTrigger.self
            return nil
        },
        APIRow(
            "UNCalendarNotificationTrigger",
            "convenience init(dateMatching dateComponents: DateComponents, repeats: Bool)"
        ) {
            let _: (DateComponents, Bool) -> UNCalendarNotificationTrigger =
                UNCalendarNotificationTrigger.init(dateMatching:repeats:)
            return nil
        },
        APIRow(
            "UNCalendarNotificationTrigger",
            "var dateComponents: DateComponents { get }"
        ) {
            let _: KeyPath<UNCalendarNotificationTrigger, DateComponents> = \.dateComponents
            return nil
        },
        APIRow(
            "UNCalendarNotificationTrigger",
            "func nextTriggerDate() -> Date?"
        ) {
            let _: (UNCalendarNotificationTrigger) -> () -> Date? = UNCalendarNotificationTrigger.nextTriggerDate
            return nil
        },
        APIRow(
            "UNLocationNotificationTrigger",
            "class UNLocationNotificationTrigger : UNNotificationTrigger"
        ) {
            let _: UNNotificationTrigger.Type = UNLocationNotificationTrigger.self
            return nil
        },
        APIRow(
            "UNLocationNotificationTrigger",
            "convenience init(region: CLRegion, repeats: Bool)"
        ) {
            let _: (CLRegion, Bool) -> UNLocationNotificationTrigger = UNLocationNotificationTrigger.init(
                region:repeats:)
            return nil
        },
        APIRow(
            "UNLocationNotificationTrigger",
            "@NSCopying var region: CLRegion { get }"
        ) {
            let _: KeyPath<UNLocationNotificationTrigger, CLRegion> = \.region
            return nil
        },
    ]
}
