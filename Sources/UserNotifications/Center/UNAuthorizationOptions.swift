// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Kinds of interaction for which to request authorization.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Update the application's badge.
    public static var badge: UNAuthorizationOptions { Self(rawValue: 1 << 0) }
    /// Play sounds.
    public static var sound: UNAuthorizationOptions { Self(rawValue: 1 << 1) }
    /// Show alerts.
    public static var alert: UNAuthorizationOptions { Self(rawValue: 1 << 2) }
    /// Show notifications in a car; Linux has no CarPlay.
    public static var carPlay: UNAuthorizationOptions { Self(rawValue: 1 << 3) }
    /// Play sounds for critical alerts.
    public static var criticalAlert: UNAuthorizationOptions { Self(rawValue: 1 << 4) }
    /// Declares that the application has notification settings of its own.
    public static var providesAppNotificationSettings: UNAuthorizationOptions { Self(rawValue: 1 << 5) }
    /// Notify quietly without asking the person first.
    public static var provisional: UNAuthorizationOptions { Self(rawValue: 1 << 6) }
    /// Ignored, because Apple has deprecated it and Linux has no Siri.
    public static var announcement: UNAuthorizationOptions { Self(rawValue: 1 << 7) }
    /// Ignored, because Apple has deprecated it.
    public static var timeSensitive: UNAuthorizationOptions { Self(rawValue: 1 << 8) }
}
