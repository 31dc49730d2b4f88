// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A `default` beside every case there is, as code has it that was written against fewer, or against Apple's open ones.

import UserNotifications

struct SettingsReport {
    let settings: UNNotificationSettings

    var permission: String {
        switch settings.authorizationStatus {
        case .notDetermined: return "not asked"
        case .denied: return "refused"
        case .authorized, .provisional, .ephemeral: return "allowed"
        default: return "of a later system"
        }
    }

    var sound: Bool? {
        switch settings.soundSetting {
        case .enabled: return true
        case .disabled: return false
        case .notSupported: return nil
        default: return nil
        }
    }

    var style: Int {
        switch settings.alertStyle {
        case .none: return 0
        case .banner: return 1
        case .alert: return 2
        default: return -1
        }
    }

    var isPreviewed: Bool {
        switch settings.showPreviewsSetting {
        case .always: return true
        case .whenAuthenticated, .never: return false
        @unknown default: return false
        }
    }
}

func weight(of content: UNNotificationContent) -> Double {
    switch content.interruptionLevel {
    case .passive: return 0
    case .active: return 0.5
    case .timeSensitive: return 0.8
    case .critical: return 1
    default: return 0.5
    }
}

// A number that no case has makes a value.
let later: UNAuthorizationStatus? = UNAuthorizationStatus(rawValue: 77)
