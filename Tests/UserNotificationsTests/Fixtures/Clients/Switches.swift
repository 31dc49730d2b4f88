// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import UserNotifications

func words(_ settings: UNNotificationSettings) -> String {
    switch settings.authorizationStatus {
    case .authorized, .provisional, .ephemeral: return "yes"
    case .denied: return "no"
    case .notDetermined: return "ask"
    @unknown default: return "?"
    }
}

func other(_ settings: UNNotificationSettings) -> [String] {
    var all: [String] = []
    switch settings.alertStyle {
    case .none: all.append("none")
    case .banner: all.append("banner")
    case .alert: all.append("alert")
    @unknown default: break
    }
    switch settings.alertSetting {
    case .enabled: all.append("enabled")
    case .disabled, .notSupported: break
    @unknown default: fatalError()
    }
    switch settings.showPreviewsSetting {
    case .always, .whenAuthenticated: all.append("previews")
    case .never: break
    @unknown default: break
    }
    if case .authorized = settings.authorizationStatus { all.append("authorized") }
    switch (settings.authorizationStatus, settings.soundSetting) {
    case (.authorized, .enabled): all.append("loud")
    default: all.append("quiet")
    }
    return all
}

func level(_ content: UNNotificationContent) -> Int {
    switch content.interruptionLevel {
    case .passive: return 0
    case .active: return 1
    case .timeSensitive: return 2
    case .critical: return 3
    @unknown default: return 1
    }
}

func action(_ response: UNNotificationResponse) -> String {
    switch response.actionIdentifier {
    case UNNotificationDefaultActionIdentifier: return "open"
    case UNNotificationDismissActionIdentifier: return "dismiss"
    case let custom where custom.hasPrefix("snooze"): return "snooze"
    default: break
    }
    switch response {
    case let text as UNTextInputNotificationResponse: return text.userText
    default: return response.actionIdentifier
    }
}

func kind(_ trigger: UNNotificationTrigger?) -> String {
    switch trigger {
    case let calendar as UNCalendarNotificationTrigger: return "\(calendar.dateComponents) \(String(describing: calendar.nextTriggerDate()))"
    case let interval as UNTimeIntervalNotificationTrigger: return "\(interval.timeInterval) \(interval.nextTriggerDate()?.description ?? "")"
    case is UNPushNotificationTrigger: return "push"
    case is UNLocationNotificationTrigger: return "location"
    case .some(let other): return "\(type(of: other)) \(other.repeats)"
    case nil: return "none"
    }
}
