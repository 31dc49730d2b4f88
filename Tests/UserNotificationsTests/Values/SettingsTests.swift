// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import UserNotifications

@Suite struct SettingsTests {
    private let settings = UNNotificationSettings(
        UNNotificationSettings.Fields(
            authorizationStatus: .provisional, soundSetting: .enabled, badgeSetting: .disabled, alertSetting: .enabled,
            notificationCenterSetting: .enabled, alertStyle: .alert, showPreviewsSetting: .never,
            providesAppNotificationSettings: true))

    @Test func `11, 19: settings without a request are undetermined and not supported`() {
        let settings = UNNotificationSettings(UNNotificationSettings.Fields())

        #expect(settings.authorizationStatus == .notDetermined)
        #expect(settings.soundSetting == .notSupported)
        #expect(settings.criticalAlertSetting == .notSupported)
        #expect(settings.showPreviewsSetting == .always)
        #expect(!settings.providesAppNotificationSettings)
    }

    @Test func `117: settings are equal by value, and archives keep them`() throws {
        #expect(try archived(settings) == settings)
        #expect(try archived(settings).alertStyle == .alert)
        #expect(settings != UNNotificationSettings(UNNotificationSettings.Fields()))
        #expect(settings.copy() as? UNNotificationSettings === settings)
    }

    @Test func `118: a test's coder that decodes only whole numbers and Booleans makes settings`() {
        final class Coder: NSCoder {
            var status = UNAuthorizationStatus.authorized
            override func decodeInt64(forKey key: String) -> Int64 { Int64(status.rawValue) }
            override func decodeBool(forKey key: String) -> Bool { true }
        }
        let coder = Coder()

        #expect(UNNotificationSettings(coder: coder)?.authorizationStatus == .authorized)
        coder.status = .ephemeral
        #expect(UNNotificationSettings(coder: coder)?.authorizationStatus == .ephemeral)
        #expect(UNNotificationSettings(coder: NSCoder())?.authorizationStatus == .notDetermined)
    }
}
