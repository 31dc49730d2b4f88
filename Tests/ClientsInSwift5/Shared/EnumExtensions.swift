// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Extensions that applications add to Apple's types (in a separate package, with @retroactive).

import UserNotifications

extension UNAuthorizationStatus: @retroactive CustomStringConvertible, @retroactive CaseIterable {
    public static var allCases: [UNAuthorizationStatus] {
        [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
    }

    public var description: String {
        switch self {
        case .notDetermined: return "notDetermined"
        case .denied: return "denied"
        case .authorized: return "authorized"
        case .provisional: return "provisional"
        case .ephemeral: return "ephemeral"
        @unknown default: return "unknown"
        }
    }

    var isAllowed: Bool { self == .authorized || self == .provisional }
}

extension UNNotificationSetting: @retroactive CustomStringConvertible {
    public var description: String {
        switch self {
        case .enabled: return "enabled"
        case .disabled: return "disabled"
        case .notSupported: return "not supported"
        @unknown default: return "unknown"
        }
    }

    init(_ isOn: Bool) { self = isOn ? .enabled : .disabled }
}

extension UNNotificationInterruptionLevel: @retroactive Codable, @retroactive CaseIterable, @retroactive Comparable {
    public static var allCases: [UNNotificationInterruptionLevel] { [.passive, .active, .timeSensitive, .critical] }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    init?(name: String) {
        switch name {
        case "passive": self = .passive
        case "time-sensitive": self = .timeSensitive
        case "critical": self = .critical
        case "active": self = .active
        default: return nil
        }
    }
}

extension UNAlertStyle: @retroactive CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .alert: return "alert"
        case .banner: return "banner"
        case .none: return "none"
        @unknown default: return "?"
        }
    }
}

extension UNShowPreviewsSetting {
    var title: String {
        switch self {
        case .always: return "Always"
        case .whenAuthenticated: return "When unlocked"
        case .never: return "Never"
        @unknown default: return "Unknown"
        }
    }
}

extension UNError.Code: CustomStringConvertible {
    public var description: String { "UNError \(rawValue)" }
}

extension UNAuthorizationOptions {
    static let everything: UNAuthorizationOptions = [.alert, .badge, .sound, .criticalAlert]
    static var usual: Self { [.alert, .badge, .sound, .providesAppNotificationSettings] }
}

extension UNAuthorizationOptions: Hashable {}

extension UNNotificationSoundName {
    static let chime = UNNotificationSoundName("chime.caf")
    static let bell = UNNotificationSoundName(rawValue: "bell.aiff")
}

extension UNNotificationRequest: Identifiable {
    public var id: String { identifier }
    var nextDate: Date? {
        switch trigger {
        case let trigger as UNCalendarNotificationTrigger: return trigger.nextTriggerDate()
        case let trigger as UNTimeIntervalNotificationTrigger: return trigger.nextTriggerDate()
        default: return nil
        }
    }
}

extension UNNotificationContent {
    func contentByAppending(_ text: String) -> UNNotificationContent {
        guard let content = mutableCopy() as? UNMutableNotificationContent else { return self }
        content.body += text
        return content.copy() as! UNNotificationContent
    }
}

extension UNMutableNotificationContent {
    convenience init(title: String, body: String, sound: UNNotificationSound? = .default) {
        self.init()
        self.title = title
        self.body = body
        self.sound = sound
    }
}

extension UNNotificationCategory {
    static let message = UNNotificationCategory(
        identifier: "message", actions: [.reply, .markAsRead], intentIdentifiers: [], options: [])
}

extension UNNotificationAction {
    static let reply = UNTextInputNotificationAction(
        identifier: "reply", title: "Reply", textInputButtonTitle: "Send", textInputPlaceholder: "Message")
    static let markAsRead = UNNotificationAction(identifier: "read", title: "Mark as read", options: [])
}

extension UNUserNotificationCenter {
    func isAuthorized() async -> Bool { await notificationSettings().authorizationStatus.isAllowed }

    static func removeAll(withPrefix prefix: String) async {
        let requests = await current().pendingNotificationRequests()
        let identifiers = requests.map { $0.identifier }.filter { $0.hasPrefix(prefix) }
        current().removePendingNotificationRequests(withIdentifiers: identifiers)
    }
}

func compare(_ settings: UNNotificationSettings, _ other: UNNotificationSettings) -> Bool {
    settings.authorizationStatus == other.authorizationStatus && settings == other
        && Set([settings]).contains(other)
}
