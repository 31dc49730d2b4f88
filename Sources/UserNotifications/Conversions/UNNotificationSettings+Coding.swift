// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNNotificationSettings.Fields {
    init(_ coder: NSCoder) {
        func setting(_ key: String) -> UNNotificationSetting {
            (coder.number(key)?.intValue).flatMap(UNNotificationSetting.init) ?? .notSupported
        }
        authorizationStatus =
            (coder.number("authorizationStatus")?.intValue).flatMap(UNAuthorizationStatus.init) ?? .notDetermined
        soundSetting = setting("soundSetting")
        badgeSetting = setting("badgeSetting")
        alertSetting = setting("alertSetting")
        notificationCenterSetting = setting("notificationCenterSetting")
        lockScreenSetting = setting("lockScreenSetting")
        carPlaySetting = setting("carPlaySetting")
        alertStyle =
            (coder.number("alertStyle")?.intValue).flatMap(UNAlertStyle.init) ?? .none
        showPreviewsSetting =
            (coder.number("showPreviewsSetting")?.intValue).flatMap(UNShowPreviewsSetting.init) ?? .always
        criticalAlertSetting = setting("criticalAlertSetting")
        providesAppNotificationSettings = coder.number("providesAppNotificationSettings")?.boolValue ?? false
        announcementSetting = setting("announcementSetting")
        timeSensitiveSetting = setting("timeSensitiveSetting")
        scheduledDeliverySetting = setting("scheduledDeliverySetting")
        directMessagesSetting = setting("directMessagesSetting")
    }

    func encode(with coder: NSCoder) {
        func encode(_ value: some RawRepresentable<Int>, _ key: String) {
            coder.encode(NSNumber(value: value.rawValue), key)
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
        coder.encode(NSNumber(value: providesAppNotificationSettings), "providesAppNotificationSettings")
        encode(announcementSetting, "announcementSetting")
        encode(timeSensitiveSetting, "timeSensitiveSetting")
        encode(scheduledDeliverySetting, "scheduledDeliverySetting")
        encode(directMessagesSetting, "directMessagesSetting")
    }
}
