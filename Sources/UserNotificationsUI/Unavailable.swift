// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

// Members of Apple's UserNotificationsUI that need a user interface inside the notification. Their declarations make
// the compiler say what to do instead.

/// The kind of a media button. Linux has no media buttons; the type exists for programs written for Apple's systems.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable {
    /// No button.
    case none = 0
    /// A button that is always shown.
    case `default` = 1
    /// A button above the content.
    case overlay = 2
}

extension UNNotificationContentExtension {
    /// The kind of the media button.
    @available(*, unavailable, message: "Linux has no media buttons: register a category with actions.")
    public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { .none }

    /// The place of the media button.
    @available(*, unavailable, message: "Linux has no media buttons: register a category with actions.")
    public var mediaPlayPauseButtonFrame: CGRect { .zero }

    /// The colour of the media button.
    @available(*, unavailable, message: "Linux has no media buttons: register a category with actions.")
    public var mediaPlayPauseButtonTintColor: Any? { nil }

    /// Begins to play the notification's media.
    @available(*, unavailable, message: "Notifications here play no media: let the application play it for an action.")
    public func mediaPlay() {}

    /// Pauses the notification's media.
    @available(*, unavailable, message: "Notifications here play no media: let the application play it for an action.")
    public func mediaPause() {}
}

extension NSExtensionContext {
    /// The buttons of the notification.
    @available(*, unavailable, message: "The buttons are those of the category, which the application registers.")
    public var notificationActions: [UNNotificationAction] {
        get { [] }
        set {}
    }

    /// Opens the application.
    @available(*, unavailable, message: "Call the completion handler with .dismissAndForwardAction.")
    public func performNotificationDefaultAction() {}

    /// Closes the notification.
    @available(*, unavailable, message: "Call the completion handler with .dismiss.")
    public func dismissNotificationContentExtension() {}

    /// Tells the system that the media has begun to play.
    @available(*, unavailable, message: "Notifications here play no media: let the application play it for an action.")
    public func mediaPlayingStarted() {}

    /// Tells the system that the media has paused.
    @available(*, unavailable, message: "Notifications here play no media: let the application play it for an action.")
    public func mediaPlayingPaused() {}
}
