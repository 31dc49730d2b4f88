// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Behaviour of a category's notifications.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A dismissal by the person is delivered as a response.
    public static var customDismissAction: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 1 << 0)
    }
    /// Kept for programs written for iOS; Linux has no CarPlay.
    public static var allowInCarPlay: UNNotificationCategoryOptions { UNNotificationCategoryOptions(rawValue: 1 << 1) }
    /// The title is shown even if previews are hidden.
    public static var hiddenPreviewsShowTitle: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 1 << 2)
    }
    /// The subtitle is shown even if previews are hidden.
    public static var hiddenPreviewsShowSubtitle: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 1 << 3)
    }
    /// Ignored, because Apple has deprecated it and Linux has no Siri.
    public static var allowAnnouncement: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: 1 << 4)
    }
}
