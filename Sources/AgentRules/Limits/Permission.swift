// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// An application's permissions: the options that it asked for, as far as the person permits them.
///
/// The table in `Differences.md` of the module `UserNotifications` is the rule, and its rows are tests. An application
/// that never asked may do what the person has not forbidden, so scripts need not ask; its status is "not determined".
package struct Permission: Hashable, Sendable {
    /// The `authorizationStatus` of the D-Bus interface.
    package enum Status: String, Hashable, Sendable {
        case notDetermined, denied, authorized, provisional
    }

    /// A `...Setting` value of the D-Bus interface.
    package enum Setting: String, Hashable, Sendable {
        case enabled, disabled, notSupported
    }

    package let status: Status
    /// The setting that is reported to the application for each option.
    package let settings: Settings
    /// Whether the application may notify at all.
    package var notifications: Bool { status != .denied }
    /// Whether notifications may be on the screen; if not, they are only in the list of delivered notifications.
    package let alert: Bool
    package let sound: Bool
    package let badge: Bool
    package let levels: LevelPermission

    package struct Settings: Hashable, Sendable {
        package var alert = Setting.notSupported
        package var sound = Setting.notSupported
        package var badge = Setting.notSupported
        package var notificationCenter = Setting.notSupported
        package var lockScreen = Setting.notSupported
        package var criticalAlert = Setting.notSupported
        package var timeSensitive = Setting.notSupported
        package var providesAppNotificationSettings = false
    }

    /// Combines the person's settings for the application with the options that it asked for; `asked` is nil if the
    /// application never asked.
    ///
    /// `allowsCritical` means that the person has explicitly permitted critical notifications.
    init(said: Configuration.Application, asked: Authorization?, levels: LevelPermission, allowsCritical: Bool) {
        let answers = asked?.answers ?? [:]
        let isDetermined = asked?.isDetermined == true
        let status: Status =
            if said.notifications == false {
                .denied
            } else if !isDetermined {
                .notDetermined
            } else if asked?.isProvisional == true, said.notifications != true {
                .provisional
            } else {
                .authorized
            }

        func setting(_ option: AuthorizationOption, _ own: Bool?) -> Setting {
            guard isDetermined, let answer = answers[option] else { return .notSupported }
            if status == .denied || own == false { return .disabled }
            if own == true || said.notifications == true { return .enabled }
            return switch answer {
            case .provisional: .disabled
            case .later: .notSupported
            case .granted: .enabled
            }
        }
        var settings = Settings(
            alert: setting(.alert, said.alert), sound: setting(.sound, said.sound), badge: setting(.badge, said.badge),
            providesAppNotificationSettings: answers[.providesAppNotificationSettings] != nil)
        if isDetermined {
            settings.notificationCenter = status == .denied ? .disabled : .enabled
            settings.lockScreen = settings.alert
            settings.timeSensitive = status != .denied && levels.timeSensitive ? .enabled : .disabled
            if answers[.criticalAlert] != nil {
                let isOn = status == .authorized && allowsCritical && levels.critical
                settings.criticalAlert = isOn ? .enabled : .disabled
            }
            alert = settings.alert == .enabled
            sound = settings.sound == .enabled
            badge = settings.badge == .enabled
        } else {
            alert = status != .denied && said.alert ?? true
            sound = status != .denied && said.sound ?? true
            badge = status != .denied && said.badge ?? true
        }
        var permitted = levels
        if isDetermined { permitted.critical = settings.criticalAlert == .enabled }
        self.levels = permitted
        self.status = status
        self.settings = settings
    }

    /// Returns whether a request for these options is granted: at least one of them is not refused.
    package func grants(_ options: Set<AuthorizationOption>) -> Bool {
        guard status != .denied else { return false }
        return options.contains { option in
            switch option {
            case .alert: settings.alert == .enabled || status == .provisional
            case .sound: settings.sound == .enabled || status == .provisional
            case .badge: settings.badge == .enabled || status == .provisional
            case .criticalAlert: settings.criticalAlert == .enabled
            case .provisional: true
            // No desktop refuses these options.
            case .carPlay, .providesAppNotificationSettings, .announcement, .timeSensitive: true
            }
        }
    }

    /// The permitted presentation options, as `WillPresent` names them.
    package var presentation: [String] {
        guard notifications else { return [] }
        return [("banner", alert), ("list", true), ("sound", sound), ("badge", badge)].filter(\.1).map(\.0)
    }
}
