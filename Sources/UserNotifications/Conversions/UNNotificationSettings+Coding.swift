// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

// It uses `decodeInt64` and `decodeBool`, as Apple's class does: tests' coders override only these.

extension UNNotificationSettings.Fields {
    init(_ coder: NSCoder) {
        func setting(_ key: String) -> UNNotificationSetting {
            coder.integer(key).flatMap { UNNotificationSetting(rawValue: $0) } ?? .notSupported
        }
        authorizationStatus =
            coder.integer("authorizationStatus").flatMap { UNAuthorizationStatus(rawValue: $0) } ?? .notDetermined
        soundSetting = setting("soundSetting")
        badgeSetting = setting("badgeSetting")
        alertSetting = setting("alertSetting")
        notificationCenterSetting = setting("notificationCenterSetting")
        lockScreenSetting = setting("lockScreenSetting")
        carPlaySetting = setting("carPlaySetting")
        alertStyle =
            coder.integer("alertStyle").flatMap { UNAlertStyle(rawValue: $0) } ?? .none
        showPreviewsSetting =
            coder.integer("showPreviewsSetting").flatMap { UNShowPreviewsSetting(rawValue: $0) } ?? .always
        criticalAlertSetting = setting("criticalAlertSetting")
        providesAppNotificationSettings = coder.boolean("providesAppNotificationSettings")
        announcementSetting = setting("announcementSetting")
        timeSensitiveSetting = setting("timeSensitiveSetting")
        scheduledDeliverySetting = setting("scheduledDeliverySetting")
        directMessagesSetting = setting("directMessagesSetting")
    }

    func encode(with coder: NSCoder) {
        func encode(_ value: some RawRepresentable<Int>, _ key: String) {
            coder.encode(Int64(value.rawValue), forKey: key)
        }
        encode(authorizationStatus, "authorizationStatus")
        encode(soundSetting, "soundSetting")
        encode(badgeSetting, "badgeSetting")
        encode(alertSetting, "alertSetting")
        encode(notificationCenterSetting, "notificationCenterSetting")
        encode(lockScreenSetting, "lockScreenSetting")
        encode(carPlaySetting, "carPlaySetting")
        encode(alertStyle, "alertStyle")
        encode(showPreviewsSetting, "showPreviewsSetting")
        encode(criticalAlertSetting, "criticalAlertSetting")
        coder.encode(providesAppNotificationSettings, forKey: "providesAppNotificationSettings")
        encode(announcementSetting, "announcementSetting")
        encode(timeSensitiveSetting, "timeSensitiveSetting")
        encode(scheduledDeliverySetting, "scheduledDeliverySetting")
        encode(directMessagesSetting, "directMessagesSetting")
    }
}
