// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An application's permissions when they were read; the person can change them at any time. The class is Sendable
/// because its objects never change.
nonisolated open class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Why: the type has many properties, because it has those of Apple's UNNotificationSettings.
    struct Fields: Hashable {
        var authorizationStatus: UNAuthorizationStatus = .notDetermined
        var soundSetting: UNNotificationSetting = .notSupported
        var badgeSetting: UNNotificationSetting = .notSupported
        var alertSetting: UNNotificationSetting = .notSupported
        var notificationCenterSetting: UNNotificationSetting = .notSupported
        var lockScreenSetting: UNNotificationSetting = .notSupported
        var carPlaySetting: UNNotificationSetting = .notSupported
        var alertStyle: UNAlertStyle = .none
        var showPreviewsSetting: UNShowPreviewsSetting = .always
        var criticalAlertSetting: UNNotificationSetting = .notSupported
        var providesAppNotificationSettings = false
        var announcementSetting: UNNotificationSetting = .notSupported
        var timeSensitiveSetting: UNNotificationSetting = .notSupported
        var scheduledDeliverySetting: UNNotificationSetting = .notSupported
        var directMessagesSetting: UNNotificationSetting = .notSupported
    }

    private let fields: Fields

    convenience init(_ fields: Fields) { self.init(carrying: fields) }

    public required init?(coder: NSCoder) {
        fields = coder.carried(Fields.self) ?? Fields(coder)
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { fields.encode(with: coder) }

    /// Permission of the application to present notifications.
    open var authorizationStatus: UNAuthorizationStatus { fields.authorizationStatus }
    /// Permission to play sounds.
    open var soundSetting: UNNotificationSetting { fields.soundSetting }
    /// Permission to show a badge.
    open var badgeSetting: UNNotificationSetting { fields.badgeSetting }
    /// Permission to show alerts.
    open var alertSetting: UNNotificationSetting { fields.alertSetting }
    /// Permission to keep notifications in the list of delivered notifications.
    open var notificationCenterSetting: UNNotificationSetting { fields.notificationCenterSetting }
    /// Permission to show notifications while the session is locked.
    open var lockScreenSetting: UNNotificationSetting { fields.lockScreenSetting }
    /// Permission for CarPlay, which Linux doesn't have; the property exists for programs written for iOS.
    open var carPlaySetting: UNNotificationSetting { fields.carPlaySetting }
    /// Form in which alerts are shown.
    open var alertStyle: UNAlertStyle { fields.alertStyle }
    /// Condition for showing the text of notifications.
    open var showPreviewsSetting: UNShowPreviewsSetting { fields.showPreviewsSetting }
    /// Permission to send critical alerts.
    open var criticalAlertSetting: UNNotificationSetting { fields.criticalAlertSetting }
    /// True if the application declared that it has notification settings of its own.
    open var providesAppNotificationSettings: Bool { fields.providesAppNotificationSettings }
    /// Permission for Siri, which Linux doesn't have; the property exists for programs written for iOS.
    open var announcementSetting: UNNotificationSetting { fields.announcementSetting }
    /// Permission to send time-sensitive notifications.
    open var timeSensitiveSetting: UNNotificationSetting { fields.timeSensitiveSetting }
    /// Permission for scheduled summaries, which Linux lacks; the property serves programs written for Apple's systems.
    open var scheduledDeliverySetting: UNNotificationSetting { fields.scheduledDeliverySetting }
    /// Permission for direct messages, which has no effect; the property serves programs written for Apple's systems.
    open var directMessagesSetting: UNNotificationSetting { fields.directMessagesSetting }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSettings)?.fields == fields }
    open override var hash: Int { fields.hashValue }
}

extension UNNotificationSettings.Fields {
    /// Settings with the value enabled, disabled or unsupported, by their keys in archives and in the agent's reply.
    static var switches: [(key: String, path: WritableKeyPath<Self, UNNotificationSetting>)] {
        [
            ("soundSetting", \.soundSetting), ("badgeSetting", \.badgeSetting), ("alertSetting", \.alertSetting),
            ("notificationCenterSetting", \.notificationCenterSetting),
            ("lockScreenSetting", \.lockScreenSetting), ("carPlaySetting", \.carPlaySetting),
            ("criticalAlertSetting", \.criticalAlertSetting), ("announcementSetting", \.announcementSetting),
            ("timeSensitiveSetting", \.timeSensitiveSetting),
            ("scheduledDeliverySetting", \.scheduledDeliverySetting),
            ("directMessagesSetting", \.directMessagesSetting),
        ]
    }

    // The settings are read with `decodeInt64` and `decodeBool`, as by Apple's class, because the coders of programs'
    // tests override only these methods.

    fileprivate init(_ coder: NSCoder) {
        func read<Setting: RawRepresentable<Int>>(_ key: String, _ setting: inout Setting) {
            if let value = coder.integer(key).flatMap(Setting.init) { setting = value }
        }
        self.init()
        read("authorizationStatus", &authorizationStatus)
        read("alertStyle", &alertStyle)
        read("showPreviewsSetting", &showPreviewsSetting)
        providesAppNotificationSettings = coder.boolean("providesAppNotificationSettings")
        for (key, path) in Self.switches { read(key, &self[keyPath: path]) }
    }

    fileprivate func encode(with coder: NSCoder) {
        func encode(_ value: some RawRepresentable<Int>, _ key: String) {
            coder.encode(Int64(value.rawValue), forKey: key)
        }
        encode(authorizationStatus, "authorizationStatus")
        encode(alertStyle, "alertStyle")
        encode(showPreviewsSetting, "showPreviewsSetting")
        coder.encode(providesAppNotificationSettings, forKey: "providesAppNotificationSettings")
        for (key, path) in Self.switches { encode(self[keyPath: path], key) }
    }
}

/// Kinds of interaction for which to request authorization.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Permission to update the application's badge.
    public static var badge: UNAuthorizationOptions { Self(rawValue: 1 << 0) }
    /// Permission to play sounds.
    public static var sound: UNAuthorizationOptions { Self(rawValue: 1 << 1) }
    /// Permission to show alerts.
    public static var alert: UNAuthorizationOptions { Self(rawValue: 1 << 2) }
    /// Permission to show notifications in a car; it has no effect, because Linux has no CarPlay.
    public static var carPlay: UNAuthorizationOptions { Self(rawValue: 1 << 3) }
    /// Permission to play sounds for critical alerts.
    public static var criticalAlert: UNAuthorizationOptions { Self(rawValue: 1 << 4) }
    /// Declares that the application has notification settings of its own.
    public static var providesAppNotificationSettings: UNAuthorizationOptions { Self(rawValue: 1 << 5) }
    /// Permission to deliver notifications quietly, without asking the person first.
    public static var provisional: UNAuthorizationOptions { Self(rawValue: 1 << 6) }
    /// Has no effect, because Apple has deprecated the option and Linux has no Siri.
    public static var announcement: UNAuthorizationOptions { Self(rawValue: 1 << 7) }
    /// Has no effect, because Apple has deprecated the option.
    public static var timeSensitive: UNAuthorizationOptions { Self(rawValue: 1 << 8) }
}
