// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of UNNotificationSettings.
    static let rowsOfSettings: [APIRow] = [
        APIRow(
            "UNNotificationSettings",
            "class UNNotificationSettings : NSObject, NSCopying, NSSecureCoding"
        ) {
            let _: any (NSObject & NSCopying & NSSecureCoding).Type = UNNotificationSettings.self
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var authorizationStatus: UNAuthorizationStatus { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNAuthorizationStatus> = \.authorizationStatus
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var soundSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.soundSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var badgeSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.badgeSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var alertSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.alertSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var notificationCenterSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.notificationCenterSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var lockScreenSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.lockScreenSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var carPlaySetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.carPlaySetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var alertStyle: UNAlertStyle { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNAlertStyle> = \.alertStyle
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var showPreviewsSetting: UNShowPreviewsSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNShowPreviewsSetting> = \.showPreviewsSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var criticalAlertSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.criticalAlertSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var providesAppNotificationSettings: Bool { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, Bool> = \.providesAppNotificationSettings
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var announcementSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.announcementSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var timeSensitiveSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.timeSensitiveSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var scheduledDeliverySetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.scheduledDeliverySetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "var directMessagesSetting: UNNotificationSetting { get }"
        ) {
            let _: KeyPath<UNNotificationSettings, UNNotificationSetting> = \.directMessagesSetting
            return nil
        },
        APIRow(
            "UNNotificationSettings",
            "init?(coder: NSCoder)"
        ) {
            let _: (NSCoder) -> UNNotificationSettings? = UNNotificationSettings.init(coder:)
            return nil
        },
    ]
}
